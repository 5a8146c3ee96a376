// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/box_histograms.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace selvage::studies::larsson {
namespace {

using Counts = std::vector<std::uint32_t>;

class BoxHistograms {
 public:
  BoxHistograms(const ConstImageView& image, int channel, const Window& window, int bins)
      : image_(image),
        channel_(channel),
        radius_(window.radius),
        bins_(static_cast<std::size_t>(bins)),
        width_(256 / bins),
        columns_(bins_ * static_cast<std::size_t>(image.width)),
        box_(bins_) {
    for (std::size_t bin = 0; bin < bins_; ++bin)
      middles_.push_back(
          static_cast<float>(width_ * static_cast<double>(bin) + 0.5 * (width_ - 1)));
    for (int value = 0; value < 256; ++value)
      for (const float middle : middles_) {
        const double d = (value - double{middle}) / window.sigma_range;
        weights_.push_back(static_cast<float>(std::exp(-0.5 * d * d)));
      }
  }

  void filter(const ImageView& result) {
    for (int y = 0; y < 2 * radius_; ++y) add_row(y);
    for (int y = radius_; y < image_.height - radius_; ++y) {
      add_row(y + radius_);
      box_.assign(bins_, 0);
      for (int x = 0; x < 2 * radius_; ++x) add_column(x);
      for (int x = radius_; x < image_.width - radius_; ++x) {
        add_column(x + radius_);
        *result.at(x, y, channel_) = static_cast<std::byte>(std::lround(mean_for(value(x, y))));
        take_column(x - radius_);
      }
      take_row(y - radius_);
    }
  }

 private:
  int value(int x, int y) const { return std::to_integer<int>(*image_.at(x, y, channel_)); }
  std::span<std::uint32_t> column(int x) {
    return std::span(columns_).subspan(bins_ * static_cast<std::size_t>(x), bins_);
  }
  std::uint32_t& count(int x, int y) {
    return column(x)[static_cast<std::size_t>(value(x, y) / width_)];
  }
  void add_row(int y) {
    for (int x = 0; x < image_.width; ++x) ++count(x, y);
  }
  void take_row(int y) {
    for (int x = 0; x < image_.width; ++x) --count(x, y);
  }
  void add_column(int x) {
    const auto counts = column(x);
    for (std::size_t bin = 0; bin < bins_; ++bin) box_[bin] += counts[bin];
  }
  void take_column(int x) {
    const auto counts = column(x);
    for (std::size_t bin = 0; bin < bins_; ++bin) box_[bin] -= counts[bin];
  }

  // A bin that is far away weighs nothing; with fewer bins than values even the own one weighs less
  // than 1, but never nothing unless sigma is far below a bin.
  float mean_for(int value) const {
    const float* const weights = weights_.data() + bins_ * static_cast<std::size_t>(value);
    float sum = 0.0F, total = 0.0F;
    for (std::size_t bin = 0; bin < bins_; ++bin) {
      const float weight = weights[bin] * static_cast<float>(box_[bin]);
      sum += weight * middles_[bin];
      total += weight;
    }
    return total > 0.0F ? sum / total : static_cast<float>(value);
  }

  ConstImageView image_;
  int channel_, radius_;
  std::size_t bins_;
  int width_;                                       // of a bin, levels
  std::vector<float> middles_ = {}, weights_ = {};  // of each bin; of each value and bin
  Counts columns_, box_;
};

}  // namespace

Image histogram_filtered(const ConstImageView& image, const Window& window, int bins) {
  Image result(PixelType::u8, image.width, image.height, 3);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < 3; ++c) *result.view().at(x, y, c) = *image.at(x, y, c);
  for (int c = 0; c < 3; ++c) BoxHistograms(image, c, window, bins).filter(result.view());
  return result;
}

}  // namespace selvage::studies::larsson
