// SPDX-License-Identifier: Apache-2.0
#pragma once
// The memory of candidate "fourier_range" on GPUs, which the planner counts and the kernels use.
// gpu/fourier.h and the kernels describe the parts.

#include <algorithm>
#include <cstddef>

#include "core/checked.hpp"
#include "filters/window_mean.hpp"
#include "methods/fourier_range/byte_fit.hpp"
#include "methods/fourier_range/tuning.hpp"

namespace selvage {

namespace fourier {

inline constexpr int warp = 32, repair_height = 16;  // work-items
inline constexpr int matrix_words = 512, centre_words = 1024, level_count = 256;

inline std::size_t round_up(std::size_t n, int unit) {
  const auto u = static_cast<std::size_t>(unit);
  return (n + u - 1) / u * u;
}

}  // namespace fourier

// Scratch for an image of this size: planes of bytes, then a count and a list of pixels.
struct FourierScratch {
  std::size_t pitch = 0, rows = 0, plane = 0, list = 0, bytes = 0;

  FourierScratch(const WindowMean& step, int terms, const FourierGpuTuning& tuning, int width,
                 int height) {
    const int band = std::min(height, tuning.launch_height);
    const int beside = fourier::warp * (byte_blocks(step.radius_x) - 1);
    pitch = fourier::round_up(static_cast<std::size_t>(width), 32 * tuning.across);
    pitch = 2 * fourier::round_up(checked_add(pitch, beside), 16 * tuning.across);
    rows = fourier::round_up(static_cast<std::size_t>(band), 32 * tuning.down);
    plane = checked_mul(pitch, rows);
    list = checked_mul(plane, 2 * terms);
    bytes =
        checked_add(list, checked_mul(sizeof(unsigned), checked_add(1, checked_mul(width, band))));
  }
};

// The terms of a group of the first kernel.
inline int terms_together(int terms, const FourierGpuTuning& tuning) {
  return (terms + tuning.term_groups - 1) / tuning.term_groups;
}

// Dynamic local memory, bytes. Without GpuFacts::byte_products a warp also needs the words of two
// matrices, which its items then multiply through local memory.
inline std::size_t fourier_products_bytes(const FourierGpuTuning& tuning, bool byte_products) {
  return byte_products
             ? 0
             : checked_mul(sizeof(unsigned) * 6 * fourier::warp, tuning.across, tuning.down);
}
inline std::size_t fourier_columns_bytes(const WindowMean& step, int terms,
                                         const FourierGpuTuning& tuning, bool byte_products) {
  const int blocks = byte_blocks(step.radius_y);
  const std::size_t levels = checked_mul(16 * tuning.across, 8 * (blocks + tuning.down - 1) + 2);
  return checked_add(
      checked_mul(sizeof(unsigned),
                  checked_add(checked_mul(fourier::matrix_words, blocks), levels,
                              checked_mul(fourier::level_count, terms_together(terms, tuning)))),
      fourier_products_bytes(tuning, byte_products));
}
inline std::size_t fourier_rows_bytes(const WindowMean& step, const FourierGpuTuning& tuning,
                                      bool byte_products) {
  return checked_add(
      checked_mul(sizeof(unsigned),
                  checked_add(checked_mul(fourier::matrix_words, byte_blocks(step.radius_x)),
                              checked_mul(fourier::centre_words, tuning.row_terms))),
      fourier_products_bytes(tuning, byte_products));
}
inline std::size_t fourier_repair_bytes(const WindowMean& step) {
  const int taps_x = 2 * step.radius_x + 1, taps_y = 2 * step.radius_y + 1;
  return checked_mul(sizeof(float), checked_add(2 * fourier::warp * fourier::repair_height,
                                                fourier::level_count, 2 * taps_x, taps_y));
}

}  // namespace selvage
