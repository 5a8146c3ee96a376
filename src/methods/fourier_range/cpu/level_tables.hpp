// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tables of the 256 levels for a Fourier range kernel.

#include <complex>
#include <cstddef>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "methods/fourier_range/range_series.hpp"

namespace selvage::cpu {

inline constexpr std::size_t level_count = 256;

// Tables by level: its cosines and sines, and their factors in D^ and N^ at a pixel of that level.
struct LevelTables {
  AlignedNumbers<float> waves, weights, differences;

  explicit LevelTables(const RangeSeries& series) {
    const std::size_t terms = series.cosine.size(), numbers = 2 * terms;
    for (AlignedNumbers<float>* table : {&waves, &weights, &differences})
      *table = AlignedNumbers<float>(level_count * numbers);
    // A level's wave is that of the level before, turned by its frequency: 255 turns in double
    // precision err by less than 2^-40, which the bound's 1.01 roundings of a cosine hold.
    std::vector<std::complex<double>> turns, wave(terms, {1.0, 0.0});
    for (std::size_t k = 0; k < terms; ++k)
      turns.push_back(std::polar(1.0, series.frequency * static_cast<double>(k + 1)));
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

}  // namespace selvage::cpu
