// SPDX-License-Identifier: Apache-2.0
#include "entrants/approximations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace selvage::bench {
namespace {

float level(const ConstImageView& image, int x, int y) {
  return static_cast<float>(*image.at(x, y, 0));
}

std::byte rounded(float value) {
  return static_cast<std::byte>(std::lround(std::clamp(value, 0.0f, 255.0f)));
}

// Where a coordinate lies on an axis of the grid.
struct Between {
  std::ptrdiff_t low = 0;  // the cell before it
  float upper = 0;         // the weight of the cell after it
};

class GridAxis {
 public:
  // `count` coordinates, from 0.
  GridAxis(int count, double cell) {
    for (int i = 0; i < count; ++i) {
      const double at = i / cell;
      const auto low = static_cast<std::ptrdiff_t>(at);
      between_.push_back({low, static_cast<float>(at - static_cast<double>(low))});
    }
  }

  const Between& operator[](int i) const { return between_.data()[i]; }
  std::ptrdiff_t nearest(int i) const {
    return (*this)[i].low + ((*this)[i].upper >= 0.5f ? 1 : 0);
  }
  std::ptrdiff_t cells() const { return between_.back().low + 2; }

 private:
  std::vector<Between> between_;
};

class BilateralGrid {
 public:
  BilateralGrid(const ConstImageView& image, double cell_space, double cell_range)
      : x_(image.width, cell_space),
        y_(image.height, cell_space),
        level_(256, cell_range),
        numbers_(static_cast<std::size_t>(2 * x_.cells() * y_.cells() * level_.cells())) {
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const auto value = static_cast<int>(*image.at(x, y, 0));
        float* const cell = &at(y_.nearest(y), x_.nearest(x), level_.nearest(value));
        cell[0] += static_cast<float>(value);
        cell[1] += 1.0f;
      }
  }

  // A Gaussian of `sigma` cells along each axis.
  void smooth(double sigma) {
    const std::ptrdiff_t levels = 2 * level_.cells();
    smooth(1, y_.cells(), x_.cells() * levels, sigma);
    smooth(y_.cells(), x_.cells(), levels, sigma);
    smooth(y_.cells() * x_.cells(), level_.cells(), 2, sigma);
  }

  float mean(int x, int y, int value) const {
    const Between px = x_[x], py = y_[y], pv = level_[value];
    float sum = 0.0f, count = 0.0f;
    for (int dy = 0; dy < 2; ++dy)
      for (int dx = 0; dx < 2; ++dx) {
        const float weight = (dy ? py.upper : 1.0f - py.upper) * (dx ? px.upper : 1.0f - px.upper);
        const float* const cell = &at(py.low + dy, px.low + dx, pv.low);
        sum += weight * ((1.0f - pv.upper) * cell[0] + pv.upper * cell[2]);
        count += weight * ((1.0f - pv.upper) * cell[1] + pv.upper * cell[3]);
      }
    return sum / count;
  }

 private:
  std::size_t index(std::ptrdiff_t y, std::ptrdiff_t x, std::ptrdiff_t value) const {
    return static_cast<std::size_t>(2 * ((y * x_.cells() + x) * level_.cells() + value));
  }
  float& at(std::ptrdiff_t y, std::ptrdiff_t x, std::ptrdiff_t value) {
    return numbers_.data()[index(y, x, value)];
  }
  const float& at(std::ptrdiff_t y, std::ptrdiff_t x, std::ptrdiff_t value) const {
    return numbers_.data()[index(y, x, value)];
  }

  // Along the middle axis of numbers that lie as [outer][length][inner].
  void smooth(std::ptrdiff_t outer, std::ptrdiff_t length, std::ptrdiff_t inner, double sigma) {
    const auto radius = static_cast<std::ptrdiff_t>(std::ceil(3.0 * sigma));
    std::vector<float> result(numbers_.size());
    for (std::ptrdiff_t o = 0; o < outer; ++o)
      for (std::ptrdiff_t i = 0; i < length; ++i) {
        float* const to = result.data() + (o * length + i) * inner;
        for (std::ptrdiff_t k = std::max(-radius, -i); k <= std::min(radius, length - 1 - i); ++k) {
          const double d = static_cast<double>(k) / sigma;
          const auto weight = static_cast<float>(std::exp(-0.5 * d * d));
          const float* const from = numbers_.data() + (o * length + i + k) * inner;
          for (std::ptrdiff_t j = 0; j < inner; ++j) to[j] += weight * from[j];
        }
      }
    numbers_ = std::move(result);
  }

  GridAxis x_, y_, level_;
  std::vector<float> numbers_;  // sum and count of each cell [y][x][level]
};

// Weighted sums of samples, and of weights.
struct Sums {
  float value = 0.0f, weight = 0.0f;
};

// Adds to the sums of each pixel of a line those of all others before and behind it. `step(i)` is
// the weight between the pixels i - 1 and i; `at(i)` is a pixel's sums.
template <class Step, class At>
void add_both_ways(int count, const Step& step, const At& at, std::vector<Sums>& before) {
  Sums run;
  for (int i = 0; i < count; ++i) {
    const float w = i > 0 ? step(i) : 0.0f;
    before.data()[i] = {w * run.value, w * run.weight};
    run = {at(i).value + w * run.value, at(i).weight + w * run.weight};
  }
  run = {};
  for (int i = count - 1; i >= 0; --i) {
    const float w = i + 1 < count ? step(i + 1) : 0.0f;
    const Sums own = at(i), behind{w * run.value, w * run.weight};
    run = {own.value + behind.value, own.weight + behind.weight};
    const Sums& ahead = before.data()[i];
    at(i) = {run.value + ahead.value, run.weight + ahead.weight};
  }
}

}  // namespace

void bilateral_grid(const ConstImageView& from, const ImageView& to, double sigma_space,
                    double sigma_range, double cells) {
  BilateralGrid grid(from, sigma_space / cells, 255.0 * sigma_range / cells);
  grid.smooth(cells);
  for (int y = 0; y < from.height; ++y)
    for (int x = 0; x < from.width; ++x)
      *to.at(x, y, 0) = rounded(grid.mean(x, y, static_cast<int>(*from.at(x, y, 0))));
}

void recursive_bilateral(const ConstImageView& from, const ImageView& to, double sigma_space,
                         double sigma_range) {
  std::array<float, 256> weights{};
  for (int d = 0; d < 256; ++d)
    weights[static_cast<std::size_t>(d)] = static_cast<float>(
        std::exp(-std::numbers::sqrt2 / sigma_space - d / (255.0 * sigma_range)));
  const auto weight = [&](float a, float b) {
    return weights[static_cast<std::size_t>(std::fabs(a - b))];
  };
  const int width = from.width, height = from.height;
  std::vector<Sums> sums(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const auto sums_at = [&](int x, int y) -> Sums& {
    return sums.data()[std::ptrdiff_t{y} * width + x];
  };
  std::vector<Sums> before(static_cast<std::size_t>(std::max(width, height)));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) sums_at(x, y) = {level(from, x, y), 1.0f};
    add_both_ways(
        width, [&](int x) { return weight(level(from, x - 1, y), level(from, x, y)); },
        [&](int x) -> Sums& { return sums_at(x, y); }, before);
  }
  for (int x = 0; x < width; ++x)
    add_both_ways(
        height, [&](int y) { return weight(level(from, x, y - 1), level(from, x, y)); },
        [&](int y) -> Sums& { return sums_at(x, y); }, before);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      *to.at(x, y, 0) = rounded(sums_at(x, y).value / sums_at(x, y).weight);
}

}  // namespace selvage::bench
