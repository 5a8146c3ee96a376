// SPDX-License-Identifier: Apache-2.0
#pragma once
// One pass on the CPU, and the factories that prepare a candidate's passes.

#include <cstdint>
#include <memory>

#include "backends/backend.hpp"
#include "backends/cpu/executor.hpp"
#include "backends/cpu/simd_target.hpp"
#include "planner/decision.hpp"
#include "selvage/engine.hpp"

namespace selvage::cpu {

// Report::certified and Report::recomputed.
struct CertifiedSamples {
  std::int64_t certified = 0, recomputed = 0;

  CertifiedSamples& operator+=(const CertifiedSamples& more) {
    certified += more.certified;
    recomputed += more.recomputed;
    return *this;
  }
};

// One pass of a plan, prepared for images of one shape.
class Kernel {
 public:
  virtual ~Kernel() = default;
  // Blocks. Computes frame.compute into outputs.image. Inputs and outputs do not overlap; the
  // views, the frame and the filter were validated. Allocates nothing.
  virtual void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
                   const Controls& controls) = 0;
  // Returns counts of the last run.
  virtual CertifiedSamples certified_samples() const { return {}; }
};

// The threads that run kernels, and their instruction set.
struct ExecutionContext {
  TaskRunner& runner;
  int threads = 1;
  SimdTarget simd = {};
};

// Prepares a decision for a CPU candidate to run on frames like this one.
using Factory = std::unique_ptr<Pipeline>(const planner::Decision& decision, const Frame& frame,
                                          const ExecutionContext& context);
using FactoryOf = Factory*(const planner::Candidate& candidate);

}  // namespace selvage::cpu
