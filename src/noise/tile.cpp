// SPDX-License-Identifier: Apache-2.0
#include "noise/tile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/colour.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage {
namespace {

// The stored value that marks invalid pixels, if any. Rounded as the filters round it.
template <class T>
std::optional<float> stored_mark(const std::optional<float>& invalid) {
  if (!invalid) return {};
  const T stored = round_sample<T>(double{*invalid} * double{sample_scale<T>});
  std::byte bytes[sizeof(T)];
  write_sample(bytes, stored);
  return read_sample<T>(bytes);
}

template <class T>
void read_channels(const ConstImageView& image, Rect rect, const NoiseOptions& options,
                   TilePlanes& tile) {
  const int colours = image.colour_channels();
  const std::optional<float> mark = stored_mark<T>(options.invalid);
  for (int y = 0; y < rect.height; ++y)
    for (int x = 0; x < rect.width; ++x) {
      const auto i = static_cast<std::size_t>(y * rect.width + x);
      bool finite = true, marked = mark.has_value();
      for (int c = 0; c < image.channels; ++c) {
        const float stored = read_sample<T>(image.at(rect.x + x, rect.y + y, c));
        finite = finite && std::isfinite(stored);
        if (c >= colours) continue;  // alpha
        marked = marked && stored == *mark;
        tile.sample[c][i] = double{stored} / double{sample_scale<T>};
        tile.clipped[c][i] = stored == 0.0f || stored == sample_scale<T>;
      }
      const bool masked = options.mask && *options.mask.at(rect.x + x, rect.y + y) == std::byte{0};
      tile.valid[i] = finite && !marked && !masked;
    }
}

// The linear value of an sRGB sample. That of bytes, a table, saves nearly all the time of lab.
double linear_of(double sample, PixelType type) {
  if (type != PixelType::u8) return srgb_to_linear(sample);
  static const auto table = [] {
    std::array<double, 256> linear{};
    for (std::size_t i = 0; i < linear.size(); ++i)
      linear[i] = srgb_to_linear(static_cast<double>(i) / 255.0);
    return linear;
  }();
  return table[static_cast<std::size_t>(std::lround(sample * 255.0))];
}

void change_to_lab(TilePlanes& tile, PixelType type) {
  for (std::size_t first = 0; first < TilePlanes::most_pixels; first += LabBlock::pixels) {
    LabBlock block;
    for (std::size_t i = 0; i < LabBlock::pixels; ++i)
      for (std::size_t c = 0; c < 3; ++c)
        if (tile.valid[first + i]) block.plane[c][i] = linear_of(tile.sample[c][first + i], type);
    linear_to_lab100(block);
    for (std::size_t c = 0; c < 3; ++c)
      std::ranges::copy(block.plane[c],
                        tile.sample[c].begin() + static_cast<std::ptrdiff_t>(first));
  }
}

void change_to_luma(TilePlanes& tile) {
  auto& [r, g, b, unused] = tile.sample;
  for (std::size_t i = 0; i < TilePlanes::most_pixels; ++i)
    if (tile.valid[i]) r[i] = luma(r[i], g[i], b[i]);
  tile.planes = 1;
}

// Replaces three channels by what luma or lab compares. A pixel is clipped if a channel is.
void change_planes(TilePlanes& tile, Norm norm, PixelType type) {
  for (std::size_t i = 0; i < TilePlanes::most_pixels; ++i) {
    const bool clipped = tile.clipped[0][i] || tile.clipped[1][i] || tile.clipped[2][i];
    for (auto& plane : tile.clipped) plane[i] = clipped;
  }
  if (norm == Norm::luma)
    change_to_luma(tile);
  else
    change_to_lab(tile, type);
}

// The second difference along both axes, [1 -2 1]^T [1 -2 1]: it is 0 for planes, and 6 times as
// large as the standard deviation of white noise.
constexpr int weights[3][3] = {{1, -2, 1}, {-2, 4, -2}, {1, -2, 1}};
constexpr double gain = 6.0;

}  // namespace

TilePlanes read_tile(const ConstImageView& image, Rect rect, const NoiseOptions& options) {
  TilePlanes tile{.width = rect.width, .height = rect.height, .planes = image.colour_channels()};
  with_pixel_type(image.type, [&]<class T>() { read_channels<T>(image, rect, options, tile); });
  const bool changes = options.norm == Norm::luma || options.norm == Norm::lab;
  if (changes && tile.planes == 3) change_planes(tile, options.norm, image.type);
  return tile;
}

std::optional<double> difference_of(const TilePlanes& tile, int plane) {
  const auto& sample = tile.sample[plane];
  const auto& clipped = tile.clipped[plane];
  int count = 0;
  double sum = 0.0;
  for (int y = 1; y + 1 < tile.height; ++y)
    for (int x = 1; x + 1 < tile.width; ++x) {
      const double centre = sample[static_cast<std::size_t>(y * tile.width + x)];
      double difference = 0.0;
      bool counts = true, flat = true;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const auto i = static_cast<std::size_t>((y + dy) * tile.width + x + dx);
          counts = counts && tile.valid[i] && !clipped[i];
          flat = flat && sample[i] == centre;
          difference += weights[dy + 1][dx + 1] * sample[i];
        }
      if (!counts || flat) continue;
      ++count;
      sum += difference * difference;
    }
  const int all = (tile.width - 2) * (tile.height - 2);
  if (tile.width < 3 || tile.height < 3 || 2 * count < all) return {};
  return std::sqrt(sum / count) / gain;
}

std::optional<double> variance_of(const TilePlanes& tile, int plane) {
  const auto& sample = tile.sample[plane];
  const auto all = static_cast<std::size_t>(tile.width) * static_cast<std::size_t>(tile.height);
  const auto valid = std::ranges::find(tile.valid, true);
  const auto first = static_cast<std::size_t>(valid - tile.valid.begin());
  int count = 0;
  double sum = 0.0, squares = 0.0;  // of offsets from the first sample: exactly 0 if all are equal
  for (std::size_t i = first; i < all; ++i) {
    if (!tile.valid[i]) continue;
    ++count;
    const double offset = sample[i] - sample[first];
    sum += offset;
    squares += offset * offset;
  }
  if (count == 0 || 2 * count < static_cast<int>(all)) return {};
  const double mean = sum / count;
  return std::max(0.0, squares / count - mean * mean);
}

}  // namespace selvage
