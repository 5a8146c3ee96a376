// SPDX-License-Identifier: Apache-2.0
#include "methods/convolution/cpu/grouped_rows.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/border.hpp"

namespace selvage::cpu {
namespace {

using FromRows = std::array<const float*, RowGroup::largest_taps>;
using ToRows = std::array<float*, RowGroup::rows>;

// Returns the pixels of an edge: enough for a vector of results.
int edge_pixels(int channels) {
  return (RowGroup::least + channels - 1) / channels;
}

}  // namespace

GroupedRows::GroupedRows(const LineShape& shape, Border border, const float* outside,
                         WindowSums<float>& window, int workers)
    : shape_(shape),
      border_(border),
      outside_(outside),
      window_(window),
      workers_(static_cast<std::size_t>(workers)) {}

GroupedRows::Inside GroupedRows::inside(const Rect& rect, int image_width) const {
  const int first = std::clamp(shape_.radius_x - rect.x, 0, rect.width);
  return {first, std::clamp(image_width - shape_.radius_x - rect.x, first, rect.width)};
}

bool GroupedRows::serves(const Rect& rect, int image_width) const {
  const Inside in = inside(rect, image_width);
  return rect.height >= RowGroup::rows && rect.width >= RowGroup::least &&
         in.end - in.first >= RowGroup::least;
}

int GroupedRows::run(const Tile& tile) {
  const Inside in = inside(tile.rect, tile.source.frame.width);
  for (int y = 0; y < tile.rect.height; y += RowGroup::rows)  // the last group may overlap
    if (!run_group(tile, in, std::min(y, tile.rect.height - RowGroup::rows))) return y;
  return tile.rect.height;
}

// Returns row y of the source, from the first column of the view; null if it is outside.
const float* GroupedRows::row(const Tile& tile, int y) const {
  const int row = border_index(std::int64_t{y}, tile.source.frame.height, border_);
  if (row == outside) return nullptr;
  return reinterpret_cast<const float*>(tile.source.image.at(0, row - tile.source.frame.y));
}

bool GroupedRows::run_group(const Tile& tile, const Inside& in, int y) {
  const int window = 2 * shape_.radius_y, width = tile.rect.width;
  const int column = tile.rect.x + in.first - shape_.radius_x - tile.source.frame.x;
  FromRows rows = {}, from = {};
  ToRows to;
  for (int i = 0; i < RowGroup::rows + window; ++i) {
    const auto k = static_cast<std::size_t>(i);
    rows[k] = row(tile, tile.rect.y + y + i - shape_.radius_y);
    from[k] = rows[k] ? rows[k] + std::ptrdiff_t{column} * shape_.channels : outside_;
  }
  for (int r = 0; r < RowGroup::rows; ++r)
    to[static_cast<std::size_t>(r)] = reinterpret_cast<float*>(tile.target.at(in.first, y + r));
  const RowGroup group{.from = from.data(),
                       .to = to.data(),
                       .numbers = std::ptrdiff_t{in.end - in.first} * shape_.channels,
                       .channels = shape_.channels,
                       .gain = tile.gain,
                       .offset = tile.offset,
                       .stream = tile.stream};
  if (!window_.group(group, tile.worker)) return false;
  const int last = width - edge_pixels(shape_.channels);
  return (in.first == 0 || run_edge(tile, rows.data(), y, {0, 0, in.first})) &&
         (in.end == width || run_edge(tile, rows.data(), y, {last, in.end - last, width - last}));
}

bool GroupedRows::run_edge(const Tile& tile, const float* const* rows, int y, const Edge& edge) {
  const int channels = shape_.channels;
  Worker& w = workers_[static_cast<std::size_t>(tile.worker)];
  FromRows from = {};
  ToRows to;
  for (int i = 0; i < RowGroup::rows + 2 * shape_.radius_y; ++i) {
    float* const copy = w.from.data() + std::ptrdiff_t{i} * RowGroup::edge_room;
    copy_edge(tile, rows[i], edge.first, copy);
    from[static_cast<std::size_t>(i)] = copy;
  }
  for (int r = 0; r < RowGroup::rows; ++r)
    to[static_cast<std::size_t>(r)] = w.to.data() + std::ptrdiff_t{r} * RowGroup::edge_room;
  const RowGroup group{.from = from.data(),
                       .to = to.data(),
                       .numbers = std::ptrdiff_t{edge_pixels(channels)} * channels,
                       .channels = channels,
                       .gain = tile.gain,
                       .offset = tile.offset};
  if (!window_.group(group, tile.worker)) return false;
  const int begin = edge.begin * channels, end = edge.end * channels;
  for (int r = 0; r < RowGroup::rows; ++r) {
    auto* const results = reinterpret_cast<float*>(tile.target.at(edge.first, y + r));
    for (int k = begin; k < end; ++k) results[k] = to[static_cast<std::size_t>(r)][k];
  }
  return true;
}

// Copies the pixels of a row that the results of an edge need.
void GroupedRows::copy_edge(const Tile& tile, const float* row, int first, float* copy) const {
  const int channels = shape_.channels, pixels = edge_pixels(channels) + 2 * shape_.radius_x;
  const BorderColumns& columns = tile.columns;
  if (row == nullptr) {
    std::copy_n(outside_, std::ptrdiff_t{pixels} * channels, copy);
    return;
  }
  const auto pixel = [&](int column) {
    return row + std::ptrdiff_t{column - tile.source.frame.x} * channels;
  };
  const auto fill = [&](int k) {
    const int column = columns.column(first + k);
    const float* const from = column == outside ? outside_ : pixel(column);
    for (int c = 0; c < channels; ++c) copy[k * channels + c] = from[c];
  };
  const int begin = std::clamp(columns.first - first, 0, pixels);
  const int end = std::clamp(columns.last - first, begin, pixels);
  for (int k = 0; k < begin; ++k) fill(k);
  // At least RowGroup::least numbers, see serves(). Copies of a fixed size need no call.
  constexpr std::size_t bytes = RowGroup::least * sizeof(float);
  const float* const inside = pixel(columns.column(first + begin));
  float* const to = copy + std::ptrdiff_t{begin} * channels;
  const int numbers = (end - begin) * channels, last = numbers - RowGroup::least;
  for (int k = 0; k < last; k += RowGroup::least) std::memcpy(to + k, inside + k, bytes);
  std::memcpy(to + last, inside + last, bytes);
  for (int k = end; k < pixels; ++k) fill(k);
}

}  // namespace selvage::cpu
