// SPDX-License-Identifier: Apache-2.0
#pragma once
// Discrete Fourier transforms of lines whose length is a power of two [cooley1965].

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace selvage::studies::larsson {

class Fft {
 public:
  // Throws std::logic_error for a size that is no power of two.
  explicit Fft(std::size_t size);

  std::size_t size() const { return order_.size(); }

  // In place, X_k = sum_n x_n exp(-2 pi i k n / size); `line` has `size` elements.
  void forward(std::span<std::complex<double>> line) const;
  // Back from it, with the division by the size.
  void backward(std::span<std::complex<double>> line) const;

 private:
  std::vector<std::size_t> order_;           // of the elements, by their bits in reverse
  std::vector<std::complex<double>> roots_;  // exp(-2 pi i k / size), half a turn
};

// Convolves lines of a length with a kernel that is symmetric about its middle; zeros lie outside.
class FftConvolution {
 public:
  FftConvolution(std::size_t length, std::span<const double> kernel);

  void convolve(std::span<std::complex<double>> line);

 private:
  Fft fft_;
  std::vector<double> spectrum_;              // of the kernel: real, since it is symmetric
  std::vector<std::complex<double>> padded_;  // a line, and zeros that keep its ends apart
};

}  // namespace selvage::studies::larsson
