// SPDX-License-Identifier: Apache-2.0
#pragma once
// Linear filters on the CPU, row by row: what surrounds the inner loops.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/images/row_convert.hpp"
#include "backends/cpu/kernel.hpp"
#include "filters/linear_step.hpp"
#include "methods/convolution/cpu/window_sums.hpp"
#include "methods/convolution/line_shape.hpp"

namespace selvage::cpu {

// Makes the kernel of one pass around the sums over a window.
template <class Number>
struct LineParts {
  Pass pass;
  Problem problem;
  Tile tile;
  LinearStep step;
  LineShape shape;
  RowConvert<Number> convert;
  std::unique_ptr<WindowSums<Number>> window;
};

// The parts of a pass, but for `convert` and `window`. `rows_first`: LineShape's.
template <class Number>
LineParts<Number> line_parts(const Pass& pass, const planner::Decision& decision, LinearStep step,
                             bool rows_first = false) {
  const Tile& tile = decision.offer.tuning.tile();
  const LineShape shape(step, decision.problem, tile, rows_first);
  return {.pass = pass,
          .problem = decision.problem,
          .tile = tile,
          .step = std::move(step),
          .shape = shape,
          .convert = {},
          .window = nullptr};
}

template <class Number>
std::unique_ptr<Kernel> make_line_kernel(LineParts<Number> parts, const ExecutionContext& context);

}  // namespace selvage::cpu
