// SPDX-License-Identifier: Apache-2.0
#pragma once
// The frame of linear filters on the CPU that work row by row: tiles, rows, borders and results.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/images/row_convert.hpp"
#include "backends/cpu/kernel.hpp"
#include "filters/linear_step.hpp"
#include "methods/convolution/cpu/window_sums.hpp"
#include "methods/convolution/line_shape.hpp"
#include "methods/convolution/tuning.hpp"

namespace selvage::cpu {

// Returns the kernel of one pass with the given sums over a window.
template <class Number>
struct LineParts {
  Pass pass;
  Problem problem;
  LineTuning tuning;
  LinearStep step;
  LineShape shape;
  RowConvert<Number> convert;
  std::unique_ptr<WindowSums<Number>> window;
};

// Returns the parts of a pass without `convert` and `window`. `rows_first`: see LineShape.
template <class Number>
LineParts<Number> line_parts(const Pass& pass, const planner::Decision& decision, LinearStep step,
                             bool rows_first = false) {
  const auto& tuning = decision.offer.tuning.as<LineTuning>();
  const LineShape shape(step, decision.problem, tuning.tile, rows_first);
  return {.pass = pass,
          .problem = decision.problem,
          .tuning = tuning,
          .step = std::move(step),
          .shape = shape,
          .convert = {},
          .window = nullptr};
}

template <class Number>
std::unique_ptr<Kernel> make_line_kernel(LineParts<Number> parts, const ExecutionContext& context);

}  // namespace selvage::cpu
