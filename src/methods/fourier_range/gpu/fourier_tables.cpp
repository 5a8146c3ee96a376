// SPDX-License-Identifier: Apache-2.0
#include "methods/fourier_range/gpu/fourier_tables.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdlib>
#include <iterator>

#include "methods/fourier_range/fit.hpp"
#include "methods/fourier_range/fit_parts.hpp"
#include "methods/fourier_range/gpu_shape.hpp"
#include "methods/fourier_range/joint_level.hpp"

namespace selvage::gpu {
namespace {

std::uint32_t bits_of(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

std::uint32_t weight_at(const ByteAxis& axis, int t) {
  const auto at = static_cast<std::size_t>(std::abs(t));
  return at < axis.weights.size() ? static_cast<std::uint32_t>(axis.weights[at]) : 0;
}

// The bytes, 8 for the upper ones or 0 for the lower ones, of the weights of taps first .. first
// + 3.
std::uint32_t four_weights(const ByteAxis& axis, int first, int shift) {
  std::uint32_t bytes = 0;
  for (int j = 0; j < 4; ++j) bytes |= (weight_at(axis, first + j) >> shift & 255u) << 8 * j;
  return bytes;
}

// The cosine and the sine of a level, in the bytes of a word: the upper byte of either before the
// lower one.
std::uint32_t wave_word(double angle) {
  const std::uint32_t c = wave_integer(std::cos(angle)), s = wave_integer(std::sin(angle));
  return c >> 8 | (c & 255u) << 8 | (s >> 8) << 16 | (s & 255u) << 24;
}

using Complex = std::complex<double>;

void append(Complex value, std::vector<std::uint32_t>& words) {
  words.push_back(bits_of(value.real()));
  words.push_back(bits_of(value.imag()));
}

// Appends the waves of every 256th step of 16 bits, with this factor, then those of steps 0..255.
void append_waves_of_bytes(double angle, Complex factor, std::vector<std::uint32_t>& words) {
  for (int byte = 0; byte < fourier::byte_count; ++byte)
    append(factor * std::polar(1.0, 256.0 * byte * angle), words);
  for (int byte = 0; byte < fourier::byte_count; ++byte)
    append(std::polar(1.0, byte * angle), words);
}

// Appends the tables of 16 bits, for columns and for rows (gpu/fourier.h).
void append_word_tables(const ByteFit& fit, std::vector<std::uint32_t>& words) {
  const RangeSeries& series = fit.series;
  const auto angle = [&](int term) {
    return series.frequency * (series.lowest + term) / fit.form.steps();
  };
  for (int k = 0; k < fit.series.terms(); ++k) append_waves_of_bytes(angle(k), largest_wave, words);
  for (int k = 0; k < fit.series.terms(); ++k)
    append_waves_of_bytes(angle(k), fit.weights * series.cosine[static_cast<std::size_t>(k)],
                          words);
}

// Appends those of bytes.
void append_byte_tables(const ByteFit& fit, std::vector<std::uint32_t>& words) {
  const RangeSeries& series = fit.series;
  const auto each_wave = [&](const auto& visit) {
    for (int k = 0; k < series.terms(); ++k)
      for (int level = 0; level < fourier::byte_count; ++level)
        visit(static_cast<std::size_t>(k), series.frequency * (series.lowest + k) * level);
  };
  each_wave([&](std::size_t, double angle) {
    if (fit.form.joint())
      append(std::polar(largest_joint_wave / value_one, angle), words);
    else
      words.push_back(wave_word(angle));
  });
  each_wave([&](std::size_t k, double angle) {
    append(std::polar(fit.weights * series.cosine[k], angle), words);
  });
}

void append_spatial_weights(double sigma, int radius, std::vector<std::uint32_t>& words) {
  const std::vector<double> half = fourier_weights(sigma, radius);
  for (int t = -radius; t <= radius; ++t)
    words.push_back(bits_of(half[static_cast<std::size_t>(std::abs(t))]));
}

}  // namespace

std::vector<std::uint32_t> weight_band(const ByteAxis& axis) {
  const int blocks = byte_blocks(axis.radius), before = 16 * (blocks - 2);
  std::vector<std::uint32_t> words;
  for (const int shift : {8, 0})
    for (int piece = 0; piece < fourier::band_pieces(axis); ++piece)
      for (int sum = 0; sum < 8; ++sum)
        for (int tap = 0; tap < 16; tap += 4)
          words.push_back(
              four_weights(axis, tap - sum - before - 8 * (piece - 2 - 4 * (blocks - 1)), shift));
  return words;
}

std::vector<std::uint32_t> fourier_tables(const ByteFit& fit, const WindowMean& step) {
  std::vector<std::uint32_t> words = weight_band(fit.across);
  std::ranges::copy(weight_band(fit.down), std::back_inserter(words));
  if (fit.form.words)
    append_word_tables(fit, words);
  else
    append_byte_tables(fit, words);
  const double sigma = fourier::levels * double{step.sigma_range};
  for (int d = 0; d < fourier::range_weights(fit.form); ++d)
    words.push_back(bits_of(std::exp(-0.5 * d * d / (sigma * sigma))));
  append_spatial_weights(step.sigma_space, step.radius_x, words);
  append_spatial_weights(step.sigma_space, step.radius_y, words);
  return words;
}

}  // namespace selvage::gpu
