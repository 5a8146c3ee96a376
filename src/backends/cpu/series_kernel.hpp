// SPDX-License-Identifier: Apache-2.0
#pragma once
// What surrounds the inner loops of candidate "series".

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/series_loops.hpp"
#include "backends/cpu/vector_rows.hpp"
#include "backends/cpu/workers.hpp"
#include "core/problem.hpp"

namespace selvage::cpu {

struct SeriesParts {
  Pass pass;
  Problem problem;
  Tuning tuning;
  SeriesLoops loops;
  VectorRows vectors;
};

std::unique_ptr<Kernel> make_series_kernel(const SeriesParts& parts, const Crew& crew);

}  // namespace selvage::cpu
