// SPDX-License-Identifier: Apache-2.0
// Candidate "stencil": convolutions with any kernel in single precision. Sums every tap whose
// coefficient is not 0; kernels of 3x3 and 5x5 with few such coefficients sum all taps.

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "methods/convolution/cpu/line_kernel.hpp"

namespace selvage::cpu {
namespace {

// Keeps the centre whatever its coefficient: if it is not finite, neither may the sum be.
bool is_centre(const Stencil& m, int x, int y) {
  return x == m.width / 2 && y == m.height / 2;
}

// Returns the radius of a kernel whose rows of results are computed in groups, or 0. Sums of all
// taps are faster then, unless most coefficients are 0.
int grouped_radius(const Stencil& m) {
  if (m.width != m.height || (m.width != 3 && m.width != 5)) return 0;
  const auto taps = std::ssize(m.coefficients);
  return 2 * std::ranges::count(m.coefficients, 0.0) < taps ? m.width / 2 : 0;
}

class FloatStencil final : public WindowSums<float> {
 public:
  FloatStencil(const LinearStep& step, const LineSums& sums, int workers) : sums_(sums) {
    const Stencil& m = step.stencil;
    if (const int radius = grouped_radius(m); radius > 0) {
      const auto which = static_cast<std::size_t>(radius - 1);
      row_ = sums.groups.stencil_row.at(which);
      group_ = sums.groups.stencil.at(which);
      weights_.assign(m.coefficients.begin(), m.coefficients.end());
      at_.resize(static_cast<std::size_t>(workers),
                 std::vector<const float*>(static_cast<std::size_t>(m.height)));
      return;
    }
    for (int y = 0; y < m.height; ++y)
      for (int x = 0; x < m.width; ++x)
        if (m.at(x, y) != 0.0 || is_centre(m, x, y)) {
          places_.push_back({x, y});
          weights_.push_back(static_cast<float>(m.at(x, y)));
        }
    at_.resize(static_cast<std::size_t>(workers), std::vector<const float*>(places_.size()));
  }

  void sums(const float* const* rows, const Segment& segment, float* out) override {
    std::vector<const float*>& at = at_[static_cast<std::size_t>(segment.worker)];
    if (row_) {
      for (std::size_t y = 0; y < at.size(); ++y)
        at[y] = rows[y] + std::ptrdiff_t{segment.first} * segment.channels;
      return row_(at.data(), weights_.data(), segment.channels,
                  std::ptrdiff_t{segment.last - segment.first} * segment.channels, out);
    }
    for (std::size_t i = 0; i < places_.size(); ++i)
      at[i] = rows[places_[i].y] + std::ptrdiff_t{segment.first + places_[i].x} * segment.channels;
    sums_.taps({at.data(), weights_.data(), static_cast<int>(at.size())},
               std::ptrdiff_t{segment.last - segment.first} * segment.channels, out);
  }

  bool grouped() const override { return row_ != nullptr; }

  bool group(const RowGroup& group, int) override {
    return group_.at(static_cast<std::size_t>(group.channels - 1))(group, weights_.data());
  }

  void weights(const float* const*, int, double*, int) override {
    throw std::logic_error("a convolution is not renormalised");
  }

 private:
  struct Place {
    int x, y;
  };
  std::vector<Place> places_;
  std::vector<float> weights_;
  std::vector<std::vector<const float*>> at_;  // per worker
  LineSums sums_;
  decltype(RowGroups::stencil_row)::value_type row_ = nullptr;  // null: kernels without groups
  decltype(RowGroups::stencil)::value_type group_ = {};
};

}  // namespace

std::unique_ptr<Pipeline> make_stencil(const planner::Decision& decision, const Frame& frame,
                                       const ExecutionContext& context) {
  const LineSums sums = line_sums(context.simd.target);
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    auto parts = line_parts<float>(pass, decision, linear_step(pass.step));
    parts.convert = sums.convert(pass.reads, pass.writes);
    parts.window = std::make_unique<FloatStencil>(parts.step, sums, context.threads);
    return make_line_kernel(std::move(parts), context);
  });
}

}  // namespace selvage::cpu
