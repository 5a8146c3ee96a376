// SPDX-License-Identifier: Apache-2.0
#include "compare/ssim.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "compare/samples.hpp"

namespace selvage::cli {
namespace {

constexpr double sigma = 1.5;                         // pixels
constexpr double c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;  // (K L)^2 with L = 1
constexpr int window = ssim_window;

using Weights = std::array<double, window>;

Weights gaussian_weights() {
  Weights w{};
  double sum = 0.0;
  for (int k = 0; k < window; ++k) {
    const int distance = k - window / 2;
    sum += w[k] = std::exp(-(distance * distance) / (2.0 * sigma * sigma));
  }
  for (double& weight : w) weight /= sum;
  return w;
}

// out[x] = sum_k w[k] line[x + k]
void blur_across(const Weights& w, const std::vector<double>& line, std::vector<double>& out) {
  const std::size_t count = out.size();
  for (std::size_t x = 0; x < count; ++x) {
    double sum = 0.0;
    for (int k = 0; k < window; ++k) sum += w[k] * line[x + k];
    out[x] = sum;
  }
}

// The sums of a window in one line of one channel. One sum of both squares suffices, since only the
// sum of both variances is needed.
struct Moments {
  explicit Moments(int width = 0)
      : a(width), b(width), squares(width), product(width) {}  // a^2 + b^2, a b
  std::vector<double> a, b, squares, product;
};

// Lines blurred across, of which the last ones are blurred down.
class Windows {
 public:
  explicit Windows(int width)
      : lines_(window, Moments(width - window + 1)), sums_(width - window + 1) {}

  void add_line(const Moments& line) {
    Moments& to = lines_[count_++ % window];
    blur_across(weights_, line.a, to.a);
    blur_across(weights_, line.b, to.b);
    blur_across(weights_, line.squares, to.squares);
    blur_across(weights_, line.product, to.product);
  }

  bool complete() const { return count_ >= window; }

  // Returns the sum of the index over the windows that end with the last added line.
  double sum() {
    blur_down(&Moments::a);
    blur_down(&Moments::b);
    blur_down(&Moments::squares);
    blur_down(&Moments::product);
    double total = 0.0;
    for (std::size_t x = 0; x < sums_.a.size(); ++x) {
      const double a = sums_.a[x], b = sums_.b[x];
      // With a large mean, rounding must not make variances negative or exceed their bounds.
      const double variances = std::max(0.0, sums_.squares[x] - (a * a + b * b));
      const double covariance2 =
          std::clamp(2.0 * (sums_.product[x] - a * b), -variances, variances);
      total += (2.0 * a * b + c1) / (a * a + b * b + c1) * ((covariance2 + c2) / (variances + c2));
    }
    return total;
  }

 private:
  void blur_down(std::vector<double> Moments::* part) {
    std::vector<double>& out = sums_.*part;
    std::fill(out.begin(), out.end(), 0.0);
    for (int k = 0; k < window; ++k) {
      const std::vector<double>& line = lines_[(count_ + k) % window].*part;
      const double weight = weights_[k];
      for (std::size_t x = 0; x < out.size(); ++x) out[x] += weight * line[x];
    }
  }

  Weights weights_ = gaussian_weights();
  std::vector<Moments> lines_;
  Moments sums_;
  std::size_t count_ = 0;
};

// Reads row y of a channel in samples' unit. Returns false if a sample is not finite.
bool read_line(const ConstImageView& image, int y, int channel, std::vector<double>& line) {
  const SampleReader read = sample_reader(image.type);
  const double scale = full_scale(image.type);
  bool finite = true;
  for (int x = 0; x < image.width; ++x) {
    line[x] = read(image.at(x, y, channel)) / scale;
    finite = finite && std::isfinite(line[x]);
  }
  return finite;
}

}  // namespace

std::optional<double> ssim(const ConstImageView& a, const ConstImageView& b) {
  if (a.width < window || a.height < window) return {};
  double sum = 0.0;
  Moments line(a.width);
  for (int c = 0; c < a.channels; ++c) {
    Windows windows(a.width);
    for (int y = 0; y < a.height; ++y) {
      if (!read_line(a, y, c, line.a) || !read_line(b, y, c, line.b)) return {};
      for (int x = 0; x < a.width; ++x) {
        line.squares[x] = line.a[x] * line.a[x] + line.b[x] * line.b[x];
        line.product[x] = line.a[x] * line.b[x];
      }
      windows.add_line(line);
      if (windows.complete()) sum += windows.sum();
    }
  }
  const double columns = a.width - window + 1, rows = a.height - window + 1;
  return sum / (columns * rows * a.channels);
}

}  // namespace selvage::cli
