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

inline constexpr int warp = 32;  // work-items
inline constexpr int team = 4 * warp;
inline constexpr int team_sums = 64, lines = 32;
inline constexpr int chunk_words = 16 * lines;  // of 16 taps of a tile
inline constexpr int byte_count = 256;

// The pieces and the words of the weights of an axis (gpu/fourier_products.h).
inline int band_pieces(const ByteAxis& axis) {
  return 4 * byte_blocks(axis.radius) + 6;
}
inline int band_words(const ByteAxis& axis) {
  return 2 * 32 * band_pieces(axis);
}

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
// Rows of levels in a word, and words beside those of a line.
inline int rows_of_word(const LevelForm& form) {
  return form.words ? 2 : form.joint() ? 1 : 4;
}
inline constexpr int spare_words = 4;

inline std::size_t round_up(std::size_t n, int unit) {
  const auto u = static_cast<std::size_t>(unit);
  return (n + u - 1) / u * u;
}

// Groups that compute failing pixels on a multiprocessor, which has room for 32 of their warps.
inline int repairing_groups(const FourierGpuTuning& tuning) {
  return std::max(32 / tuning.repair_height, 1);
}

// The rows of whole groups of both kernels.
inline int rows_together(const FourierGpuTuning& tuning) {
  return team_sums * tuning.column_teams;
}

}  // namespace fourier

// Scratch for an image of this size: the number of pixels that all launches computed again, planes
// of bytes, of floats a plane of marks, of a joint filter planes of D^ and N^, then a count and a
// list of the pixels of all channels of one launch.
struct FourierScratch {
  static constexpr std::size_t planes = 256;  // bytes before them
  std::size_t columns = 0, rows = 0;
  std::size_t pitch = 0, plane = 0;  // bytes of 32 rows, and of all rows, of a term
  std::size_t marks = 0, list = 0, bytes = 0;
  std::size_t sums = 0, sums_pitch = 0, sums_plane = 0;
  int sets = 1;  // of planes of bytes

  FourierScratch(const ByteFit& fit, const FourierGpuTuning& tuning, int width, int height) {
    const int band = std::min(height, tuning.launch_height);
    const std::size_t whole =
        fourier::round_up(static_cast<std::size_t>(width), fourier::team_sums * tuning.row_teams);
    sets = fit.form.joint() ? fit.form.sets() : tuning.channels;
    columns = checked_add(whole, 32 * (byte_blocks(fit.across.radius) - 2));
    rows = fourier::round_up(static_cast<std::size_t>(band), fourier::rows_together(tuning));
    pitch = checked_mul(4 * fourier::lines, columns);
    plane = checked_mul(pitch, rows / fourier::lines);
    marks = checked_add(planes, checked_mul(plane, fit.series.terms() * sets));
    sums = checked_add(marks, fit.form.floats ? checked_mul(columns / 8, rows) : 0);
    sums_pitch = checked_mul(sizeof(float), whole);
    sums_plane = checked_mul(sums_pitch, band);
    list = checked_add(sums, fit.form.joint() ? checked_mul(sums_plane, sets) : 0);
    const std::size_t listed = checked_mul(checked_mul(width, band), tuning.channels);
    bytes = checked_add(list, checked_mul(sizeof(unsigned), checked_add(1, listed)));
  }
};

// The blocks of 32 rows, or of 32 columns, that a group of the first or of the second kernel reads.
inline int blocks_down(const ByteFit& fit, const FourierGpuTuning& tuning) {
  return byte_blocks(fit.down.radius) + 2 * (tuning.column_teams - 1);
}
inline int blocks_across(const ByteFit& fit, const FourierGpuTuning& tuning) {
  return byte_blocks(fit.across.radius) + 2 * (tuning.row_teams - 1);
}

// The terms of a group of the first kernel, if so many groups share them.
inline int terms_together(int terms, int groups) {
  return (terms + groups - 1) / groups;
}

// Dynamic local memory, bytes.
inline std::size_t fourier_columns_bytes(const ByteFit& fit, const FourierGpuTuning& tuning) {
  const int rows = 32 * blocks_down(fit, tuning);
  const int words_of_line = rows / fourier::rows_of_word(fit.form) + fourier::spare_words;
  const int parts_of_line = fit.form.holes && !fit.form.joint() ? rows / 8 : 0;
  const int marks_of_line = fit.form.floats ? rows / 32 : 0;
  return checked_add(checked_mul(sizeof(std::uint32_t),
                                 checked_add(fourier::band_words(fit.down),
                                             2 * fourier::chunk_words * tuning.tile_blocks,
                                             fourier::lines * (words_of_line + marks_of_line),
                                             fourier::wave_words(fit.form), 2 * rows)),
                     fourier::lines * parts_of_line);
}
inline std::size_t fourier_rows_bytes(const ByteFit& fit, const FourierGpuTuning& tuning) {
  const int stage = 2 * fourier::chunk_words * tuning.row_blocks + fourier::centre_words(fit.form);
  return checked_mul(sizeof(std::uint32_t),
                     fourier::band_words(fit.across) + tuning.row_stages * stage);
}
inline std::size_t fourier_repair_bytes(const ByteFit& fit, const FourierGpuTuning& tuning) {
  const int taps_x = 2 * fit.across.radius + 1, taps_y = 2 * fit.down.radius + 1;
  const int results = fit.form.joint() ? fit.form.values : 1;
  return checked_mul(sizeof(float),
                     checked_add((1 + results) * fourier::warp * tuning.repair_height,
                                 fourier::range_weights(fit.form), 2 * taps_x, taps_y));
}
// The most that any of these kernels needs.
inline std::size_t fourier_local_bytes(const ByteFit& fit, const FourierGpuTuning& tuning) {
  return std::max({fourier_columns_bytes(fit, tuning), fourier_rows_bytes(fit, tuning),
                   fourier_repair_bytes(fit, tuning)});
}

}  // namespace selvage
