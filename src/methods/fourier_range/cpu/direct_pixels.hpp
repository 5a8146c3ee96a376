// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pixels of floats that candidate "fourier_multirate" leaves to candidate "simd": those whose
// window has a sample without a level (outside 0..1, or not finite without holes).

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "backends/cpu/images/tile_loader.hpp"
#include "backends/cpu/kernel.hpp"
#include "filters/problem.hpp"
#include "methods/fourier_range/direct_shape.hpp"

namespace selvage::cpu {

// Those of one tile after another, of one worker. Whether a pixel is one of them depends on its
// window alone.
class DirectPixels {
 public:
  DirectPixels(const Pass& pass, const Problem& problem, const Tile& tile,
               const ExecutionContext& context);

  // Returns room for a flag of each pixel of a loaded row of the tile and its halo. 1: the pixel
  // has a sample without a level.
  std::uint8_t* row(int i) { return flags_.data() + std::ptrdiff_t{i} * shape_.pixels; }

  // Finds them from the flags.
  void find(const Rect& rect);
  int count() const { return count_; }
  // Returns whether a pixel of the whole image, in the tile, is one of them.
  bool has(int x, int y) const {
    return count_ > 0 &&
           found_[static_cast<std::size_t>(y - rect_.y) * static_cast<std::size_t>(rect_.width) +
                  static_cast<std::size_t>(x - rect_.x)] != 0;
  }
  // Returns the smallest rectangle that holds all other pixels; its width is 0 if there are none.
  Rect others() const;

  // Computes them into the tile's target.
  void filter(const Source& source, const ImageView& target, const std::stop_token& cancel);

 private:
  void find_row(int y);
  int columns_with(int y, int first, int last, int& left, int& right) const;
  void filter_block(const Source& source, const Rect& block, int count, const ImageView& target,
                    const std::stop_token& cancel);

  int radius_x_, radius_y_;
  bool alpha_;
  PixelType type_;
  int channels_;
  DirectPixelsShape shape_;
  std::unique_ptr<SerialRunner> runner_;
  std::unique_ptr<Kernel> kernel_;
  std::vector<std::uint8_t> flags_;    // [rows][pixels]
  std::vector<std::int32_t> columns_;  // [pixels]: flags of a column of the window
  std::vector<std::uint8_t> found_;    // [height][width] of rect_
  std::vector<std::byte> image_;       // results of a block
  Rect rect_ = {};
  int count_ = 0;
};

}  // namespace selvage::cpu
