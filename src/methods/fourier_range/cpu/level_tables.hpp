// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables of levels for a Fourier range kernel.

#include <complex>
#include <cstddef>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/fourier_range/range_series.hpp"

namespace selvage::cpu {

inline constexpr std::size_t level_count = 256, level_rows = level_count + 1;

// Tables by level of u8: its cosines and sines, and their factors in D^ and N^ at a pixel of that
// level. Those of a hole, row 256, are 0.
struct LevelTables {
  AlignedNumbers<float> waves, weights, differences;

  explicit LevelTables(const RangeSeries& series) {
    const std::size_t terms = series.cosine.size(), numbers = 2 * terms;
    for (AlignedNumbers<float>* table : {&waves, &weights, &differences})
      *table = AlignedNumbers<float>(level_rows * numbers);
    // A level's wave is that of the level before, turned by its frequency: 255 turns in double
    // precision err by less than 2^-40, which the bound's 1.01 roundings of a cosine hold.
    std::vector<std::complex<double>> turns, wave(terms, {1.0, 0.0});
    for (std::size_t k = 0; k < terms; ++k)
      turns.push_back(std::polar(1.0, series.frequency * (series.lowest + static_cast<double>(k))));
    for (std::size_t level = 0; level < level_count; ++level)
      for (std::size_t k = 0; k < terms; ++k) {
        const double cosine = wave[k].real(), sine = wave[k].imag();
        const std::complex<double>& turn = turns[k];
        wave[k] = {cosine * turn.real() - sine * turn.imag(),
                   cosine * turn.imag() + sine * turn.real()};
        const std::size_t c = level * numbers + k, s = c + terms;
        const auto put = [&](AlignedNumbers<float>& table, double of_cosine, double of_sine) {
          table.data()[c] = static_cast<float>(of_cosine);
          table.data()[s] = static_cast<float>(of_sine);
        };
        put(waves, cosine, sine);
        put(weights, series.cosine[k] * cosine, series.cosine[k] * sine);
        put(differences, -series.sine[k] * sine, series.sine[k] * cosine);
      }
  }
};

// Tables of u16, a number of two bytes: of 256 times the upper byte, and of the lower one. With
// number i the cosine or sine c_i(f) of a level, and q_i(f) = c_i(f + a quarter of its period),
//   c_i(u + l) = c_i(u) cos(l) + q_i(u) sin(l)
//   q_i(u + l) = q_i(u) cos(l) - c_i(u) sin(l)
// and the factors of c_i in D^ and N^ are weights[i] c_i and differences[i] q_i.
struct WordTables {
  AlignedNumbers<float> upper;                 // [257][2][numbers]: unit c_i, unit q_i
  AlignedNumbers<float> lower;                 // [256][2][numbers]: cos, sin
  AlignedNumbers<float> weights, differences;  // [numbers]: a_k / unit, b_k / unit

  WordTables(const RangeSeries& series, double unit, int steps)
      : upper(level_rows * 4 * series.cosine.size()),
        lower(level_count * 4 * series.cosine.size()),
        weights(2 * series.cosine.size()),
        differences(2 * series.cosine.size()) {
    const std::size_t terms = series.cosine.size();
    for (std::size_t k = 0; k < terms; ++k) {
      const double step = series.frequency * (series.lowest + static_cast<double>(k)) / steps;
      for (std::size_t byte = 0; byte < level_count; ++byte) {
        const auto n = static_cast<double>(byte);
        const std::complex<double> high = std::polar(unit, 256.0 * n * step);
        const std::complex<double> low = std::polar(1.0, n * step);
        put(upper, byte, k, terms, {high.real(), high.imag(), -high.imag(), high.real()});
        put(lower, byte, k, terms, {low.real(), low.real(), low.imag(), low.imag()});
      }
      for (const std::size_t i : {k, k + terms}) {
        weights.data()[i] = static_cast<float>(series.cosine[k] / unit);
        differences.data()[i] = static_cast<float>(series.sine[k] / unit);
      }
    }
  }

 private:
  struct Entry {
    double first_cosine, first_sine, second_cosine, second_sine;
  };
  static void put(AlignedNumbers<float>& table, std::size_t row, std::size_t k, std::size_t terms,
                  const Entry& entry) {
    float* const to = table.data() + row * 4 * terms + k;
    to[0] = static_cast<float>(entry.first_cosine);
    to[terms] = static_cast<float>(entry.first_sine);
    to[2 * terms] = static_cast<float>(entry.second_cosine);
    to[3 * terms] = static_cast<float>(entry.second_sine);
  }
};

}  // namespace selvage::cpu
