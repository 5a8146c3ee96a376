// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters on the CPU, row by row: what surrounds the inner loops.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/row_convert.hpp"
#include "backends/cpu/window_sums.hpp"
#include "backends/cpu/workers.hpp"
#include "core/line_shape.hpp"
#include "core/linear_step.hpp"

namespace selvage::cpu {

// Makes the kernel of one pass around the sums over a window.
template <class Number>
struct LineParts {
  Pass pass;
  Problem problem;
  Tuning tuning;
  LinearStep step;
  LineShape shape;
  RowConvert<Number> convert;
  std::unique_ptr<WindowSums<Number>> window;
};

template <class Number>
std::unique_ptr<Kernel> make_line_kernel(LineParts<Number> parts, const Crew& crew);

}  // namespace selvage::cpu
