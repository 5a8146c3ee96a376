// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/fft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numbers>
#include <stdexcept>

namespace selvage::studies::larsson {

using Complex = std::complex<double>;

Fft::Fft(std::size_t size) : order_(size), roots_(size / 2) {
  if (!std::has_single_bit(size))
    throw std::logic_error(fmt::format("a transform of {} elements", size));
  for (std::size_t i = 1; i < size; ++i)
    order_[i] = order_[i / 2] / 2 + (i % 2 == 1 ? size / 2 : 0);
  for (std::size_t k = 0; k < size / 2; ++k)
    roots_[k] = std::polar(
        1.0, -2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size));
}

void Fft::forward(std::span<Complex> line) const {
  for (std::size_t i = 0; i < size(); ++i)
    if (order_[i] > i) std::swap(line[i], line[order_[i]]);
  // Transforms of `half` elements become transforms of twice as many.
  for (std::size_t half = 1; half < size(); half *= 2)
    for (std::size_t first = 0; first < size(); first += 2 * half)
      for (std::size_t k = 0; k < half; ++k) {
        const Complex even = line[first + k];
        const Complex odd = line[first + half + k] * roots_[k * (size() / (2 * half))];
        line[first + k] = even + odd;
        line[first + half + k] = even - odd;
      }
}

void Fft::backward(std::span<Complex> line) const {
  for (Complex& x : line) x = std::conj(x);
  forward(line);
  for (Complex& x : line) x = std::conj(x) / static_cast<double>(size());
}

FftConvolution::FftConvolution(std::size_t length, std::span<const double> kernel)
    : fft_(std::bit_ceil(length + kernel.size() / 2)), padded_(fft_.size()) {
  // The kernel's middle lies at 0, its left half at the end: indices count in a circle.
  const std::size_t radius = kernel.size() / 2;
  std::vector<Complex> around(fft_.size());
  for (std::size_t i = 0; i < kernel.size(); ++i)
    around[(i + fft_.size() - radius) % fft_.size()] += kernel[i];
  fft_.forward(around);
  for (const Complex& x : around) spectrum_.push_back(x.real());
}

void FftConvolution::convolve(std::span<Complex> line) {
  std::ranges::copy(line, padded_.begin());
  std::fill(padded_.begin() + static_cast<std::ptrdiff_t>(line.size()), padded_.end(), Complex{});
  fft_.forward(padded_);
  for (std::size_t k = 0; k < padded_.size(); ++k) padded_[k] *= spectrum_[k];
  fft_.backward(padded_);
  std::copy_n(padded_.begin(), line.size(), line.begin());
}

}  // namespace selvage::studies::larsson
