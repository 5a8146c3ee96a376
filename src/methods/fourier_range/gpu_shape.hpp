// SPDX-License-Identifier: Apache-2.0
#pragma once
// The memory of candidate "fourier_range" on GPUs, which the planner counts and the kernels use.
// gpu/fourier.h and the kernels describe the parts.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/checked.hpp"
#include "methods/fourier_range/byte_fit.hpp"
#include "methods/fourier_range/tuning.hpp"

namespace selvage {

namespace fourier {

inline constexpr int warp = 32;               // work-items
inline constexpr int least_group = 4 * warp;  // of a device that can run the kernels
inline constexpr int matrix_words = 256;      // of a block of weights
inline constexpr int byte_count = 256;

// Words of a term that the first and the second kernel look up.
inline int wave_words(const LevelForm& form) {
  return form.words ? 1024 : form.joint() ? 512 : byte_count;
}
inline int centre_words(const LevelForm& form) {
  return form.words ? 1024 : 512;
}
// Range weights that repairs look up; those of floats are computed.
inline int range_weights(const LevelForm& form) {
  return form.words ? 0 : byte_count;
}
// Rows of levels in a word, and words beside those of a column.
inline int rows_of_word(const LevelForm& form) {
  return form.words ? 2 : form.joint() ? 1 : 4;
}
inline int spare_words(const LevelForm& form) {
  return 4 / rows_of_word(form);
}

inline std::size_t round_up(std::size_t n, int unit) {
  const auto u = static_cast<std::size_t>(unit);
  return (n + u - 1) / u * u;
}

// The rows of whole groups of both kernels. Numbers of warps are powers of two.
inline int rows_together(const FourierGpuTuning& tuning) {
  return std::max(32 * tuning.column_down, 16 * tuning.down);
}

}  // namespace fourier

// Scratch for an image of this size: the number of pixels that all launches computed again, planes
// of bytes, of floats a plane of marks, of a joint filter planes of D^ and N^, then a count and a
// list of the pixels of all channels of one launch.
struct FourierScratch {
  static constexpr std::size_t planes = 256;  // bytes before them
  std::size_t pitch = 0, rows = 0, plane = 0, marks = 0, list = 0, bytes = 0;
  std::size_t sums = 0, sums_pitch = 0, sums_plane = 0;
  int sets = 1;  // of planes of bytes

  FourierScratch(const ByteFit& fit, const FourierGpuTuning& tuning, int width, int height) {
    const int band = std::min(height, tuning.launch_height);
    sets = fit.form.joint() ? fit.form.sets() : tuning.channels;
    const int beside = fourier::warp * (byte_blocks(fit.across.radius) - 1);
    pitch = fourier::round_up(static_cast<std::size_t>(width), 32 * tuning.across);
    pitch = 2 * fourier::round_up(checked_add(pitch, beside), 16 * tuning.column_across);
    rows = fourier::round_up(static_cast<std::size_t>(band), fourier::rows_together(tuning));
    plane = checked_mul(pitch, rows);
    marks = checked_add(planes, checked_mul(plane, 2 * fit.series.terms() * sets));
    sums = checked_add(marks, fit.form.floats ? plane / 16 : 0);  // a bit for each column
    sums_pitch = checked_mul(
        sizeof(float), fourier::round_up(static_cast<std::size_t>(width), 32 * tuning.across));
    sums_plane = checked_mul(sums_pitch, band);
    list = checked_add(sums, fit.form.joint() ? checked_mul(sums_plane, sets) : 0);
    const std::size_t listed = checked_mul(checked_mul(width, band), tuning.channels);
    bytes = checked_add(list, checked_mul(sizeof(unsigned), checked_add(1, listed)));
  }
};

// The blocks of 32 rows that a group of the first kernel reads.
inline int row_blocks(const ByteFit& fit, const FourierGpuTuning& tuning) {
  return byte_blocks(fit.down.radius) + tuning.column_down - 1;
}

// The terms of a group of the first kernel.
inline int terms_together(int terms, const FourierGpuTuning& tuning) {
  return (terms + tuning.term_groups - 1) / tuning.term_groups;
}

// Dynamic local memory, bytes. Without GpuFacts::byte_products a warp also needs the words of two
// matrices of weights and two of the image, which its items then multiply through local memory.
inline std::size_t fourier_products_bytes(int warps, bool byte_products) {
  return byte_products ? 0 : checked_mul(sizeof(unsigned) * 12 * fourier::warp, warps);
}
inline std::size_t fourier_columns_bytes(const ByteFit& fit, const FourierGpuTuning& tuning,
                                         bool byte_products) {
  const int blocks = byte_blocks(fit.down.radius), rows = 32 * row_blocks(fit, tuning);
  const int words_of_column = 32 * tuning.tile_blocks + rows / fourier::rows_of_word(fit.form) +
                              fourier::spare_words(fit.form);
  const int parts_of_column = fit.form.holes && !fit.form.joint() ? rows / 8 : 0;
  const int marks_of_column = fit.form.floats ? rows / 32 : 0;
  return checked_add(
      checked_mul(sizeof(std::uint32_t), checked_add(checked_mul(fourier::matrix_words, blocks),
                                                     checked_mul(16 * tuning.column_across,
                                                                 words_of_column + marks_of_column),
                                                     fourier::wave_words(fit.form), 2 * rows)),
      checked_mul(16 * tuning.column_across, parts_of_column),
      fourier_products_bytes(tuning.column_across * tuning.column_down, byte_products));
}
inline std::size_t fourier_rows_bytes(const ByteFit& fit, const FourierGpuTuning& tuning,
                                      bool byte_products) {
  const int blocks = byte_blocks(fit.across.radius), of_tile = tuning.across + blocks - 1;
  return checked_add(
      checked_mul(sizeof(std::uint32_t),
                  checked_add(checked_mul(fourier::matrix_words, blocks),
                              checked_mul(tuning.row_stages, 16 * tuning.down, 16 * (of_tile | 1)),
                              checked_mul(fourier::centre_words(fit.form), tuning.row_terms))),
      fourier_products_bytes(tuning.across * tuning.down, byte_products));
}
inline std::size_t fourier_repair_bytes(const ByteFit& fit, const FourierGpuTuning& tuning) {
  const int taps_x = 2 * fit.across.radius + 1, taps_y = 2 * fit.down.radius + 1;
  const int results = fit.form.joint() ? fit.form.values : 1;
  return checked_mul(sizeof(float),
                     checked_add((1 + results) * fourier::warp * tuning.repair_height,
                                 fourier::range_weights(fit.form), 2 * taps_x, taps_y));
}

}  // namespace selvage
