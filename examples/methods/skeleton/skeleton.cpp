// SPDX-License-Identifier: Apache-2.0
#include "methods/skeleton/skeleton.hpp"

#include "filters/mean_passes.hpp"
#include "planner/error_terms.hpp"

namespace selvage::planner {
bool is_skeleton(const Filter& filter) {
  return std::holds_alternative<Box>(filter);
}

std::string skeleton_unsupported(const Problem& p) {
  const Box& box = std::get<Box>(p.filter);
  if (!is_integer(p.type)) return "it serves integers alone";
  if (p.mask || box.invalid) return "it needs all taps";
  if (step_count(p) > 1) return "it serves one iteration";
  if (weighs_alpha(p)) return "it does not weight colours by alpha";
  if (box.radius > largest_skeleton_radius) return "the window is too large";
  return {};
}

// Every tap goes through at most as many additions as there are taps, each of which rounds once.
// The quotient errs by 3 units on a GPU, and samples are rounded when they are read and written.
double skeleton_error(const Problem& p) {
  return (skeleton_taps(p) + 5.0) * ulp;
}

double skeleton_taps(const Problem& p) {
  const double side = 2.0 * std::get<Box>(p.filter).radius + 1.0;
  return side * side;
}

}  // namespace selvage::planner
