// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contract between the engine and a place where filters run.
//
//   Runtime -- facts -->  what the planner decides by
//           -- scratch --> Scratch  what the passes of one plan share
//           -- make  -->  Kernel   one pass made ready: tables built, scratch reserved
//
// Adding a backend is one folder with these classes and one line in engine/engine.cpp.

#include <memory>
#include <string_view>

#include "core/problem.hpp"
#include "selvage/engine.hpp"

namespace selvage {

// Buffers that the passes of one plan share, since they run one after another.
class Scratch {
 public:
  virtual ~Scratch() = default;
};

// One pass of a plan, made ready for images of one shape.
class Kernel {
 public:
  virtual ~Kernel() = default;
  // Blocks. Computes frame.compute into outputs.image. Inputs and outputs do not overlap; the
  // views, the frame and the filter were validated. Allocates nothing.
  virtual void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
                   const Controls& controls) = 0;
};

class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual DeviceFacts facts() const = 0;
  virtual std::unique_ptr<Scratch> scratch() const = 0;
  // The kernel of the candidate of that name, for a pass of `problem`. Reserves its share of
  // `scratch`, which must outlive it. Blocks, may be slow.
  virtual std::unique_ptr<Kernel> make(std::string_view candidate, const Pass& pass,
                                       const Problem& problem, const Tuning& tuning,
                                       Scratch& scratch) const = 0;
};

}  // namespace selvage
