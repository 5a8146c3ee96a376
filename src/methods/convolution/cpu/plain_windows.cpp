// SPDX-License-Identifier: Apache-2.0
// The windows of candidates "plain_separable" and "plain_stencil". The separable one keeps the sums
// along loaded rows, so that any radius needs little memory, and then sums columns of these.

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "methods/convolution/cpu/line_kernel.hpp"

namespace selvage::cpu {
namespace {

// sum[i] += weight * row[i]
template <class Sum>
void add_row(const double* row, double weight, std::ptrdiff_t numbers, Sum* sum) {
  if (weight == 0.0) return;
  for (std::ptrdiff_t i = 0; i < numbers; ++i) sum[i] += weight * row[i];
}

class PlainSeparable final : public WindowSums<double> {
 public:
  explicit PlainSeparable(SeparableWeights weights) : weights_(std::move(weights)) {}

  bool rows_first() const override { return true; }

  void row(const double* loaded, int pixels, int channels, double* kept) const override {
    const std::ptrdiff_t numbers = std::ptrdiff_t{pixels} * channels;
    std::fill_n(kept, numbers, 0.0);
    for (std::size_t i = 0; i < weights_.row.size(); ++i)
      add_row(loaded + static_cast<std::ptrdiff_t>(i) * channels, weights_.row[i], numbers, kept);
  }

  void sums(const double* const* rows, const Segment& segment, double* out) override {
    const std::ptrdiff_t numbers = std::ptrdiff_t{segment.last - segment.first} * segment.channels;
    std::fill_n(out, numbers, 0.0);
    for (std::size_t i = 0; i < weights_.column.size(); ++i)
      add_row(rows[i] + std::ptrdiff_t{segment.first} * segment.channels, weights_.column[i],
              numbers, out);
  }

  void weights(const double* const* parts, int pixels, double* out, int worker) override {
    sums(parts, {.last = pixels, .worker = worker}, out);
  }

 private:
  SeparableWeights weights_;
};

class PlainStencil final : public WindowSums<double> {
 public:
  explicit PlainStencil(Stencil matrix) : matrix_(std::move(matrix)) {}

  void sums(const double* const* rows, const Segment& segment, double* out) override {
    const std::ptrdiff_t numbers = std::ptrdiff_t{segment.last - segment.first} * segment.channels;
    std::fill_n(out, numbers, 0.0);
    for (int y = 0; y < matrix_.height; ++y)
      for (int x = 0; x < matrix_.width; ++x)
        add_row(rows[y] + std::ptrdiff_t{segment.first + x} * segment.channels, matrix_.at(x, y),
                numbers, out);
  }

  void weights(const double* const*, int, double*, int) override {
    throw std::logic_error("a convolution is not renormalised");
  }

 private:
  Stencil matrix_;
};

std::unique_ptr<WindowSums<double>> plain_window(const LinearStep& step) {
  if (step.separable) return std::make_unique<PlainSeparable>(*step.separable);
  return std::make_unique<PlainStencil>(step.stencil);
}

}  // namespace

Factory make_plain_separable, make_plain_stencil;

std::unique_ptr<Pipeline> make_plain_separable(const planner::Decision& decision,
                                               const Frame& frame,
                                               const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    const LinearStep step = linear_step(pass.step);
    auto parts = line_parts<double>(pass, decision, step, step.separable.has_value());
    parts.convert = plain_convert(pass.reads, pass.writes);
    parts.window = plain_window(step);
    return make_line_kernel(std::move(parts), context);
  });
}

std::unique_ptr<Pipeline> make_plain_stencil(const planner::Decision& decision, const Frame& frame,
                                             const ExecutionContext& context) {
  return make_plain_separable(decision, frame, context);
}

}  // namespace selvage::cpu
