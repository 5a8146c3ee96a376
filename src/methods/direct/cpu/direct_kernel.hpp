// SPDX-License-Identifier: Apache-2.0
#pragma once
// Weighted means over windows on the CPU: the kernel that cuts an image into tiles and calls the
// inner loops.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/images/vector_rows.hpp"
#include "backends/cpu/kernel.hpp"
#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "methods/direct/cpu/byte_loader.hpp"
#include "methods/direct/cpu/int16_loader.hpp"
#include "methods/direct/cpu/row_filter.hpp"
#include "methods/direct/cpu/workers.hpp"
#include "methods/direct/tuning.hpp"

namespace selvage::cpu {

// The scales between samples and the planes that an inner loop reads. An exponent is -|d|^2 if
// planes are multiplied by distance_scale, else -range_scale |d|^2; planes of a guide are never
// multiplied. Without distances it is 0 or, for holes, far below.
struct RangeScales {
  double distance_scale = 1.0;
  double range_scale = 1.0;
};
RangeScales range_scales(const Pass& pass, const Problem& problem, const PlaneLayout& layout,
                         bool prescaled);

// Makes the kernel of one pass around an inner loop on tiles of Sample.
template <class Sample>
struct DirectParts {
  Pass pass;
  Problem problem;
  DirectTuning tuning;
  RangeScales scale;
  std::unique_ptr<RowFilter<Sample>> filter = {};
  bool split = false;            // distance planes have twice the precision
  VectorRows vectors = {};       // empty: samples are read and stored one by one
  Int16Row int16_row = nullptr;  // for tiles of 16-bit integers
  ByteRows byte_rows = nullptr;  // for tiles of bytes
};

// Makes the kernel of one pass. All passes of a plan share `workers`.
template <class Sample>
std::unique_ptr<Kernel> make_direct_kernel(DirectParts<Sample> parts,
                                           const ExecutionContext& context,
                                           std::shared_ptr<Workers> workers);

// Makes a pipeline of direct passes that share their workers. `kernel` is called as
//   kernel(pass, decision, context, workers)
template <class MakeKernel>
std::unique_ptr<Pipeline> make_direct_pipeline(const planner::Decision& decision,
                                               const Frame& frame, const ExecutionContext& context,
                                               const MakeKernel& kernel) {
  const auto workers = std::make_shared<Workers>();
  return make_pipeline(decision, frame,
                       [&](const Pass& pass) { return kernel(pass, decision, context, workers); });
}

}  // namespace selvage::cpu
