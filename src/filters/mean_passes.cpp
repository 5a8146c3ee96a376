// SPDX-License-Identifier: Apache-2.0
#include "filters/mean_passes.hpp"

#include <optional>
#include <stdexcept>
#include <type_traits>

#include "core/samples.hpp"
#include "filters/passes.hpp"

namespace selvage::planner {
namespace {

template <class F>
constexpr bool is_mean = std::is_constructible_v<WindowMean, const F&>;

// Returns the value that a mean between passes must not have: `step`, the next pass, would take it
// for a hole.
std::optional<float> sentinel_for(const Problem& p, const WindowMean& step) {
  if (!step.invalid || guided_by_previous(step)) return {};
  return static_cast<float>(stored_value(*step.invalid, p.type, PixelType::f32));
}

// The first pass reads the image's type and the last one writes it.
std::vector<Pass> passes_of(const Problem& p, const std::vector<WindowMean>& steps) {
  std::vector<Pass> passes;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool reads_image = i == 0 || guided_by_previous(steps[i]);
    const bool last = i + 1 == steps.size();
    passes.push_back({.name = name(p.filter),
                      .step = steps[i],
                      .reads = reads_image ? p.type : PixelType::f32,
                      .writes = last ? p.type : PixelType::f32,
                      .sentinel = last ? std::nullopt : sentinel_for(p, steps[i + 1])});
  }
  return passes;
}

}  // namespace

bool is_window_mean(const Filter& filter) {
  return std::visit([]<class F>(const F&) { return is_mean<F>; }, filter);
}

bool is_bilateral(const Filter& filter) {
  return std::holds_alternative<Bilateral>(filter);
}

bool is_bilateral_or_joint(const Filter& filter) {
  return is_bilateral(filter) || std::holds_alternative<JointBilateral>(filter);
}

WindowMean main_step(const Problem& p) {
  return std::visit(
      [&p]<class F>(const F& f) -> WindowMean {
        if constexpr (is_mean<F>)
          return p.whole_depth > 1 ? with_depth(WindowMean(f), p.filter) : WindowMean(f);
        throw std::logic_error("the filter is not a mean over a window");
      },
      p.filter);
}

int step_count(const Problem& p) {
  return std::visit(
      []<class F>(const F& f) {
        if constexpr (std::is_same_v<F, RollingGuidance>)
          return f.iterations + 1;
        else if constexpr (requires { f.iterations; })
          return f.iterations;
        else
          return 1;
      },
      p.filter);
}

std::vector<Pass> direct_passes(const Problem& p) {
  std::vector<WindowMean> steps(static_cast<std::size_t>(step_count(p)), main_step(p));
  if (const auto* rolling = std::get_if<RollingGuidance>(&p.filter))
    steps.front() = first_step(*rolling);
  return passes_of(p, steps);
}

std::vector<Pass> separable_passes(const Problem& p) {
  const WindowMean step = main_step(p);
  std::vector<WindowMean> steps;
  for (int i = 0; i < step_count(p); ++i) {
    steps.push_back(row_of(step));
    steps.push_back(column_of(step));
  }
  return passes_of(p, steps);
}

}  // namespace selvage::planner
