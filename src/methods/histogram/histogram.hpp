// SPDX-License-Identifier: Apache-2.0
#pragma once
// Histograms [podlozhnyuk2007]: each thread or work-group counts samples in its own table, and the
// tables are then added. Each sample costs one addition.

#include <variant>

#include "methods/histogram/binning.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

bool is_histogram(const Filter& filter);
inline const Histogram& histogram_of(const Problem& problem) {
  return std::get<Histogram>(problem.filter);
}
int counted_channels_of(const Problem& problem);
double counted_samples(const Problem& problem);
std::vector<Pass> histogram_passes(const Problem& problem);

// Counts are exact integers. The bin of a sample is computed by its definition, or found from edges
// that were.
inline constexpr double histogram_error = 0.0;

}  // namespace selvage::planner
