// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/samples.hpp"
#include "methods/sliding_box/cpu/sliding_rows.hpp"

namespace selvage::cpu {

FloatRows::FloatRows(const LinearStep& step, const Pass& pass, const Problem& problem,
                     const SlidingShape& shape, const ColumnLoops& sums,
                     const RowConvert<float>& convert)
    : loader_(step, pass, problem, convert),
      border_(step.border),
      shape_(shape),
      functions_(sums),
      finite_(convert.finite),
      may_read_in_place_(pass.reads == PixelType::f32 && !step.invalid && !problem.mask &&
                         !weighs_alpha(step, problem)),
      columns_(shape.loaded),
      sums_(static_cast<std::size_t>(shape.block + 1) * shape.numbers()),
      counts_(static_cast<std::size_t>(shape.block + 1) * shape.pixels()),
      row_(shape.numbers()),
      part_(shape.pixels()),
      clean_(shape.pixels()),
      totals_(shape.numbers()),
      outside_(shape.numbers()),
      outside_sums_(loader_.outside_pixel().size()),
      total_counts_(shape.pixels()),
      valid_(shape.pixels()),
      centre_valid_(shape.pixels()),
      samples_(shape.sample_bytes()) {
  const auto& pixel = loader_.outside_pixel();
  for (std::size_t i = 0; i < outside_.size(); ++i)
    outside_.data()[i] = pixel[i % static_cast<std::size_t>(shape.channels)];
  // As many additions of one number are exact in double precision.
  for (std::size_t c = 0; c < pixel.size(); ++c)
    outside_sums_[c] = static_cast<float>((2.0 * shape.radius + 1.0) * double{pixel[c]});
}

// Loads row y of the whole image. Returns false if pixels of it do not count.
bool FloatRows::load(const SlidingTile& tile, int y) {
  const auto row = loader_.load(tile.source, y, columns_,
                                {.numbers = row_.data(),
                                 .part = part_.data(),
                                 .valid = valid_.data(),
                                 .samples = samples_.data()});
  holes_ = row.holes;
  missing_ = !row.inside && loader_.outside_is_missing();
  return !holes_ && !missing_;
}

// sums_[to] = sums_[from] + a row that begins with the first summed column.
void FloatRows::add(const float* row, Read read, int from, int to) {
  const bool all = read != Read::in_place;
  const int pixels = all ? columns_.pixels : columns_.last - columns_.first;
  functions_.add(sums_of(from), row, std::ptrdiff_t{pixels} * shape_.channels, sums_of(to));
  if (read != Read::counted) return;
  const float* const part = holes_ ? part_.data() : clean_.data();
  for (int i = 0; i < pixels; ++i)
    counts_of(to)[i] = counts_of(from)[i] + (!missing_ && part[i] != 0.0f ? 1 : 0);
}

// The same for row y of the whole image. Returns false if pixels do not count.
bool FloatRows::next(const SlidingTile& tile, int y, Read read, int from, int to) {
  if (read != Read::in_place) {
    if (!load(tile, y) && read != Read::counted) return false;
    add(row_.data(), read, from, to);
    return true;
  }
  const Frame& frame = tile.source.frame;
  const int row = border_index(y, frame.height, border_);
  if (row == outside && loader_.outside_is_missing()) return false;
  const std::byte* const at =
      tile.source.image.at(columns_.x + columns_.first - frame.x, row - frame.y);
  add(row == outside ? outside_.data() : reinterpret_cast<const float*>(at), read, from, to);
  return true;
}

// Returns false if a result may be wrong as `read` says, or if a row cannot be read in that way.
// Rows above were emitted.
bool FloatRows::run_block(const SlidingTile& tile, const Block& block, Read read,
                          const EmitRow& emit) {
  const int r = shape_.radius, last = shape_.block - 1, below = shape_.block;
  for (const int row : {last, below}) {
    std::fill_n(sums_of(row), shape_.numbers(), 0.0);
    std::fill_n(counts_of(row), shape_.pixels(), 0);
  }
  for (int y = block.top + last - r; y <= block.top + r; ++y)
    if (!next(tile, y, read, last, last)) return false;
  for (int i = last - 1; i >= block.first - block.top; --i)
    if (!next(tile, block.top + i - r, read, i + 1, i)) return false;
  for (int y = block.top; y < block.last; ++y) {
    if (y > block.top && !next(tile, y + r, read, below, below)) return false;
    if (y >= block.first && !emit_row(tile, block, y, read, emit)) return false;
  }
  return true;
}

bool FloatRows::emit_row(const SlidingTile& tile, const Block& block, int y, Read read,
                         const EmitRow& emit) {
  const bool counted = read == Read::counted, in_place = read == Read::in_place;
  const int first = in_place ? columns_.first : 0, i = y - block.top;
  const int pixels = in_place ? columns_.last - first : columns_.pixels;
  const std::ptrdiff_t numbers = std::ptrdiff_t{pixels} * shape_.channels;
  float* const totals = totals_.data() + std::ptrdiff_t{first} * shape_.channels;
  functions_.total(sums_of(i), sums_of(shape_.block), numbers, totals);
  if (in_place) {
    if (!finite_(totals, numbers)) return false;
    columns_.extend(totals_.data(), shape_.channels, outside_sums_.data());
  }
  SlidingRow row{.y = y - tile.rect.y, .sums = totals_.data()};
  if (counted) {
    for (int k = 0; k < pixels; ++k)
      total_counts_.data()[k] = counts_of(i)[k] + counts_of(shape_.block)[k];
    row.counts = total_counts_.data();
    load(tile, y);
    std::copy_n(valid_.data(), pixels, centre_valid_.data());
    if (holes_) row.valid = centre_valid_.data();
  }
  emit(row);
  return true;
}

void FloatRows::run(const SlidingTile& tile, const EmitRow& emit) {
  const int pixels = tile.rect.width + 2 * shape_.radius;
  const ConstImageView& image = tile.source.image;
  columns_.set(tile.rect.x - shape_.radius, pixels, tile.source.frame.width, border_);
  loader_.clean_part(columns_, clean_.data());
  const bool all =
      !loader_.outside_is_missing() || (columns_.first == 0 && columns_.last == columns_.pixels);
  const bool in_place = may_read_in_place_ && columns_.near && rows_are_solid(image) &&
                        reinterpret_cast<std::uintptr_t>(image.data) % sizeof(float) == 0 &&
                        image.stride.row % std::ptrdiff_t{sizeof(float)} == 0;
  const int end = tile.rect.y + tile.rect.height;
  for (int y = tile.rect.y; y < end;) {
    const int top = y / shape_.block * shape_.block;
    const Block block{top, y, std::min(end, top + shape_.block)};
    if (!(all && in_place && run_block(tile, block, Read::in_place, emit)) &&
        !(all && run_block(tile, block, Read::loaded, emit)))
      run_block(tile, block, Read::counted, emit);
    y = block.last;
  }
}

}  // namespace selvage::cpu
