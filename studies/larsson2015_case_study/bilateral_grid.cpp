// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/bilateral_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "larsson2015_case_study/fft.hpp"

namespace selvage::studies::larsson {
namespace {

using Complex = std::complex<double>;  // the sum of a cell's samples, and i times their number

constexpr double reach = 4.0;  // sigmas, where the Gaussian ends

std::vector<double> gaussian_kernel(double sigma) {
  const int radius = static_cast<int>(std::ceil(reach * sigma));
  std::vector<double> kernel;
  for (int d = -radius; d <= radius; ++d)
    kernel.push_back(std::exp(-d * d / (2.0 * sigma * sigma)));
  return kernel;
}

class Grid {
 public:
  Grid(const ConstImageView& image, int channel, const Window& window, const GridSampling& sampling)
      : sampling_(sampling),
        cell_space_(window.sigma_space / sampling.space),
        cell_range_(window.sigma_range / sampling.range),
        // One cell more than the last index, one more that reading between cells needs.
        sizes_{cells(image.width - 1, cell_space_), cells(image.height - 1, cell_space_),
               cells(255, cell_range_)},
        cells_(sizes_[0] * sizes_[1] * sizes_[2]) {
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const double value = static_cast<double>(*image.at(x, y, channel));
        cells_[place(nearest(x, cell_space_), nearest(y, cell_space_),
                     nearest(value, cell_range_))] += Complex(value, 1.0);
      }
  }

  void smooth(GridBlur blur) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto kernel = gaussian_kernel(axis < 2 ? sampling_.space : sampling_.range);
      if (blur == GridBlur::direct) {
        for_each_line(axis, [&](std::span<Complex> line) { convolve(line, kernel); });
      } else {
        // The transform along three axes and the kernel both are products of one for each axis.
        FftConvolution convolution(sizes_[axis], kernel);
        for_each_line(axis, [&](std::span<Complex> line) { convolution.convolve(line); });
      }
    }
  }

  // Between the eight cells around.
  double mean_at(int x, int y, double value) const {
    const std::array at{x / cell_space_, y / cell_space_, value / cell_range_};
    std::array<std::size_t, 3> low{};
    std::array<double, 3> share{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      low[axis] = static_cast<std::size_t>(at[axis]);
      share[axis] = at[axis] - static_cast<double>(low[axis]);
    }
    Complex sum;
    for (std::size_t corner = 0; corner < 8; ++corner) {
      double weight = 1.0;
      std::array<std::size_t, 3> cell = low;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool upper = (corner >> axis & 1) != 0;
        weight *= upper ? share[axis] : 1.0 - share[axis];
        cell[axis] += upper ? 1 : 0;
      }
      if (weight > 0.0) sum += weight * cells_[place(cell[0], cell[1], cell[2])];
    }
    return sum.real() / sum.imag();
  }

 private:
  static std::size_t nearest(double at, double cell) {
    return static_cast<std::size_t>(std::lround(at / cell));
  }
  static std::size_t cells(double last, double cell) {
    return static_cast<std::size_t>(std::ceil(last / cell)) + 2;
  }
  std::size_t place(std::size_t x, std::size_t y, std::size_t z) const {
    return (z * sizes_[1] + y) * sizes_[0] + x;
  }

  // Zeros lie outside.
  void convolve(std::span<Complex> line, std::span<const double> kernel) {
    result_.assign(line.size(), {});
    const std::size_t radius = kernel.size() / 2;
    for (std::size_t i = 0; i < line.size(); ++i)
      for (std::size_t k = i < radius ? radius - i : 0;
           k < std::min(kernel.size(), line.size() + radius - i); ++k)
        result_[i] += kernel[k] * line[i + k - radius];
    std::ranges::copy(result_, line.begin());
  }

  template <class Change>
  void for_each_line(std::size_t axis, Change change) {
    const std::array steps{std::size_t{1}, sizes_[0], sizes_[0] * sizes_[1]};
    const std::size_t step = steps[axis], length = sizes_[axis];
    std::vector<Complex> line(length);
    for (std::size_t first = 0; first < cells_.size(); ++first) {
      if (first / step % length != 0) continue;
      for (std::size_t i = 0; i < length; ++i) line[i] = cells_[first + i * step];
      change(std::span(line));
      for (std::size_t i = 0; i < length; ++i) cells_[first + i * step] = line[i];
    }
  }

  GridSampling sampling_;
  double cell_space_, cell_range_;    // pixels; of 255
  std::array<std::size_t, 3> sizes_;  // cells
  std::vector<Complex> cells_, result_;
};

}  // namespace

Image grid_filtered(const ConstImageView& image, const Window& window, const GridSampling& sampling,
                    GridBlur blur) {
  Image result(PixelType::u8, image.width, image.height, 3);
  for (int c = 0; c < 3; ++c) {
    Grid grid(image, c, window, sampling);
    grid.smooth(blur);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const double mean = grid.mean_at(x, y, static_cast<double>(*image.at(x, y, c)));
        *result.view().at(x, y, c) =
            static_cast<std::byte>(std::lround(std::clamp(mean, 0.0, 255.0)));
      }
  }
  return result;
}

}  // namespace selvage::studies::larsson
