// SPDX-License-Identifier: Apache-2.0
#include "html_report/reduced_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "compare/scale_bar.hpp"
#include "inputs/source.hpp"

namespace selvage::cli {
namespace {

float sample_at(const ConstImageView& band, int x, int y, int c) {
  float sample = 0.0f;
  std::memcpy(&sample, band.at(x, y, c), sizeof sample);
  return sample;
}

int blocks_in(int length, int block) {
  return (length + block - 1) / block;
}

std::byte as_byte(double fraction) {
  return static_cast<std::byte>(std::lround(255.0 * std::clamp(fraction, 0.0, 1.0)));
}

// One and two colours are shown as gray, more of them as RGB.
int shown_colours(const ConstImageView& shape) {
  return shape.colour_channels() < 3 ? 1 : 3;
}

// The sums of a block. Colours count as much as they are opaque.
struct BlockSum {
  double colours[3] = {}, alpha = 0.0, weight = 0.0;
  int pixels = 0;
};

}  // namespace

int block_of(int width, int height, std::int64_t pixels) {
  int block = 1;
  while (std::int64_t{blocks_in(width, block)} * blocks_in(height, block) > pixels) ++block;
  return block;
}

PictureReducer::PictureReducer(const ConstImageView& shape, int block, double low, double high)
    : low_(low), high_(high) {
  const int colours = shown_colours(shape);
  result_.shape = shape;
  result_.reduced = block;
  result_.picture =
      Image(PixelType::u8, blocks_in(shape.width, block), blocks_in(shape.height, block),
            colours + (shape.alpha ? 1 : 0), shape.alpha);
  result_.histograms.resize(
      static_cast<std::size_t>(std::min(shape.colour_channels(), most_histograms)));
}

double PictureReducer::shown(float sample) const {
  const double fraction = (double{sample} - low_) / (high_ - low_);
  return std::isnan(fraction) ? 0.0 : std::clamp(fraction, 0.0, 1.0);
}

void PictureReducer::add(const ConstImageView& band) {
  count(band);
  reduce(band);
  ++row_;
}

void PictureReducer::count(const ConstImageView& band) {
  for (std::size_t c = 0; c < result_.histograms.size(); ++c)
    for (int y = 0; y < band.height; ++y)
      for (int x = 0; x < band.width; ++x) {
        const float sample = sample_at(band, x, y, static_cast<int>(c));
        if (std::isnan(sample)) continue;
        const auto bin = static_cast<std::size_t>(shown(sample) * histogram_bins);
        ++result_.histograms[c][std::min<std::size_t>(bin, histogram_bins - 1)];
      }
}

void PictureReducer::reduce(const ConstImageView& band) {
  const ImageView picture = result_.picture.view();
  const int colours = shown_colours(result_.shape), block = result_.reduced;
  for (int column = 0; column < picture.width; ++column) {
    BlockSum sum;
    const int end = std::min(band.width, (column + 1) * block);
    for (int y = 0; y < band.height; ++y)
      for (int x = column * block; x < end; ++x) {
        const double alpha =
            band.alpha ? std::clamp<double>(sample_at(band, x, y, band.channels - 1), 0.0, 1.0)
                       : 1.0;
        const double weight = std::isnan(alpha) ? 0.0 : alpha;
        for (int c = 0; c < colours; ++c)
          sum.colours[c] += weight * shown(sample_at(band, x, y, c));
        sum.alpha += weight;
        ++sum.pixels;
      }
    for (int c = 0; c < colours; ++c)
      *picture.at(column, row_, c) = as_byte(sum.alpha > 0.0 ? sum.colours[c] / sum.alpha : 0.0);
    if (band.alpha) *picture.at(column, row_, colours) = as_byte(sum.alpha / sum.pixels);
  }
}

Preview PictureReducer::finish() && {
  return std::move(result_);
}

DifferenceReducer::DifferenceReducer(int width, int height, int block)
    : width_(width),
      block_(block),
      columns_(blocks_in(width, block)),
      sum_(0.0),
      largest_(static_cast<std::size_t>(columns_) *
               static_cast<std::size_t>(blocks_in(height, block))) {}

void DifferenceReducer::add(const ConstImageView& a, const ConstImageView& b) {
  sum_.add(a, b);
  const SampleDistance distance_at(a, b);
  double* const row = largest_.data() + std::ptrdiff_t{rows_} * columns_;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < width_; ++x)
      for (int c = 0; c < a.channels; ++c) {
        const double d = distance_at(x, y, c);
        double& largest = row[x / block_];
        largest = std::max(largest, d);
        if (std::isfinite(d)) largest_finite_ = std::max(largest_finite_, d);
      }
  ++rows_;
}

DifferenceMap DifferenceReducer::finish(std::optional<double> scale) && {
  DifferenceMap map{.found = sum_.result()};
  map.scale = scale.value_or(largest_finite_ > 0.0 ? largest_finite_ : 1.0);
  map.picture = Image(PixelType::u8, columns_, rows_, 3, false);
  const ImageView picture = map.picture.view();
  for (int y = 0; y < rows_; ++y)
    for (int x = 0; x < columns_; ++x) {
      const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                      static_cast<std::size_t>(x);
      draw_pixel(picture, x, y, map_colour(largest_[at] / map.scale));
    }
  return map;
}

Image turned(const ConstImageView& picture, int orientation) {
  // The transformations of EXIF: first the axes are swapped (5..8), then they are mirrored.
  const bool swaps = orientation >= 5;
  const bool right_to_left =
      orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
  const bool bottom_up =
      orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
  Image result(picture.type, swaps ? picture.height : picture.width,
               swaps ? picture.width : picture.height, picture.channels, picture.alpha);
  const ImageView to = result.view();
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      const int u = right_to_left ? to.width - 1 - x : x, v = bottom_up ? to.height - 1 - y : y;
      for (int c = 0; c < to.channels; ++c)
        *to.at(x, y, c) = *picture.at(swaps ? v : u, swaps ? u : v, c);
    }
  return result;
}

}  // namespace selvage::cli
