// SPDX-License-Identifier: Apache-2.0
// Column sums of integers. Those of floats are in sliding_floats.cpp.
#include "methods/sliding_box/cpu/sliding_rows.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "core/sample.hpp"
#include "core/samples.hpp"

namespace selvage::cpu {

template <class Sample, class Sum, class Term>
IntegerRows<Sample, Sum, Term>::IntegerRows(const LinearStep& step, const Problem& problem,
                                            const SlidingShape& shape,
                                            const IntegerSums<Sample, Sum, Term>& sums)
    : border_(step.border),
      shape_(shape),
      functions_(sums),
      columns_(shape.loaded),
      sums_(shape.numbers()),
      floats_(shape.numbers()),
      outside_(shape.numbers()),
      outside_sums_(static_cast<std::size_t>(shape.channels)),
      counts_(shape.pixels()),
      in_(shape.numbers()),
      out_(shape.numbers()),
      in_products_(sums.products ? shape.numbers() : 0),
      out_products_(sums.products ? shape.numbers() : 0) {
  if (border_ != Border::constant) return;
  const double constant = stored_value(step.border_value, problem.type, problem.type);
  std::fill_n(outside_.data(), outside_.size(), round_sample<Sample>(constant));
  std::ranges::fill(outside_sums_, static_cast<float>((2.0 * shape.radius + 1.0) * constant));
  if (sums.products)
    for (int c = 0; c < shape.channels - 1; ++c)
      outside_sums_[static_cast<std::size_t>(c)] *= static_cast<float>(constant);
}

// Returns the samples of row y of the whole image, which may lie outside it, in columns
// first_..last_ - 1: in place, or copied to `room`.
template <class Sample, class Sum, class Term>
const Sample* IntegerRows<Sample, Sum, Term>::samples_of(const SlidingTile& tile, int y,
                                                         AlignedNumbers<Sample>& room) const {
  const Frame& frame = tile.source.frame;
  const ConstImageView& image = tile.source.image;
  const int row = border_index(y, frame.height, border_);
  if (row == outside || first_ == last_) return outside_.data();
  if (columns_.near && rows_are_solid(image)) {
    const std::byte* at = image.at(columns_.x + first_ - frame.x, row - frame.y);
    if (reinterpret_cast<std::uintptr_t>(at) % alignof(Sample) == 0)
      return reinterpret_cast<const Sample*>(at);
  }
  Sample* to = room.data();
  for (int i = first_; i < last_; ++i)
    for (int c = 0; c < image.channels; ++c)
      std::memcpy(to++, image.at(columns_.column(i) - frame.x, row - frame.y, c), sizeof(Sample));
  return room.data();
}

// Returns what the row adds to the sums.
template <class Sample, class Sum, class Term>
const Term* IntegerRows<Sample, Sum, Term>::terms_of(const SlidingTile& tile, int y,
                                                     AlignedNumbers<Sample>& room,
                                                     AlignedNumbers<Term>& products) const {
  const Sample* const samples = samples_of(tile, y, room);
  if constexpr (std::is_same_v<Sample, Term>) {
    return samples;
  } else {
    functions_.products(samples, last_ - first_, shape_.channels, products.data());
    return products.data();
  }
}

// Counts taps with border shrink, for windows that leave the image.
template <class Sample, class Sum, class Term>
const int* IntegerRows<Sample, Sum, Term>::counts_of(const SlidingTile& tile, int y) {
  if (border_ != Border::shrink) return nullptr;
  const int top = std::max(0, y - shape_.radius);
  const int bottom = std::min(tile.source.frame.height - 1, y + shape_.radius);
  const int rows = bottom - top + 1;
  const bool all_columns = columns_.first == 0 && columns_.last == columns_.pixels;
  if (rows == 2 * shape_.radius + 1 && all_columns) return nullptr;
  for (int i = 0; i < columns_.pixels; ++i)
    counts_.data()[i] = i >= columns_.first && i < columns_.last ? rows : 0;
  return counts_.data();
}

template <class Sample, class Sum, class Term>
void IntegerRows<Sample, Sum, Term>::run(const SlidingTile& tile, const EmitRow& emit) {
  const int r = shape_.radius;
  columns_.set(tile.rect.x - r, tile.rect.width + 2 * r, tile.source.frame.width, border_);
  first_ = columns_.near ? columns_.first : 0;
  last_ = columns_.near ? columns_.last : columns_.pixels;
  const std::ptrdiff_t numbers = std::ptrdiff_t{last_ - first_} * shape_.channels;
  std::fill_n(sums_.data(), numbers, Sum{0});
  for (int dy = -r; dy <= r; ++dy)
    functions_.add(terms_of(tile, tile.rect.y + dy, in_, in_products_), numbers, sums_.data());
  float* const inside = floats_.data() + std::ptrdiff_t{first_} * shape_.channels;
  for (int i = 0; i < tile.rect.height; ++i) {
    const int y = tile.rect.y + i;
    if (i > 0)
      functions_.replace(terms_of(tile, y + r, in_, in_products_),
                         terms_of(tile, y - r - 1, out_, out_products_), numbers, sums_.data());
    functions_.to_floats(sums_.data(), numbers, inside);
    if (columns_.near) columns_.extend(floats_.data(), shape_.channels, outside_sums_.data());
    emit({.y = i, .sums = floats_.data(), .counts = counts_of(tile, y)});
  }
}

template class IntegerRows<std::uint8_t, std::uint16_t, std::uint8_t>;
template class IntegerRows<std::uint8_t, std::uint32_t, std::uint8_t>;
template class IntegerRows<std::uint16_t, std::uint32_t, std::uint16_t>;
template class IntegerRows<std::uint8_t, std::uint32_t, std::uint32_t>;
template class IntegerRows<std::uint16_t, double, double>;

}  // namespace selvage::cpu
