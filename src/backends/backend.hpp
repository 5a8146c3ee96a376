// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contract between the engine and the platforms that run filters.
//
//   Runtime -- facts --> what the planner decides by
//           -- make  --> Pipeline   a prepared decision: tables built, code compiled, scratch
//                                   reserved
//
// A new backend is one folder with these classes and one line in engine/runtimes.cpp.

#include <cstddef>
#include <memory>

#include "planner/decision.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"
#include "selvage/interop.hpp"

namespace selvage {

// The passes of a plan, prepared for images of one shape.
class Pipeline {
 public:
  virtual ~Pipeline() = default;
  // Blocks. Computes the frame's rectangle into outputs.image, and adds stages and kernel time to
  // the report. Inputs and outputs do not overlap; the views were validated. Allocates nothing.
  virtual void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
                   Report& report) = 0;
  // Enqueues the passes in the user's stream, on the user's buffers. Throws Error{unsupported} on
  // the CPU, which has neither.
  virtual void enqueue_native(const DeviceRun& run);
};

// Computes the gradients of filters on a GPU (selvage/gradient.hpp). Thread-safe. Views were
// validated, and none overlap. Throws Error{unsupported} for a filter without a gradient.
class GradientRunner {
 public:
  virtual ~GradientRunner() = default;
  // Blocks. Returns GradientReport::error_bound.
  virtual double run(const Filter& filter, const Inputs& inputs, const ConstImageView& d_output,
                     Gradients& gradients, const Controls& controls) = 0;
  // Returns the bytes that DeviceGradient::scratch must have.
  virtual std::size_t scratch_bytes(const Filter& filter, const Inputs& shapes) = 0;
  // Returns the bytes that DeviceForward::scratch and DeviceForward::means must have.
  virtual ForwardBytes forward_bytes(const Filter& filter, const Inputs& shapes) = 0;
  // Enqueues.
  virtual void enqueue_forward(const Filter& filter, const DeviceForward& run) = 0;
  // Enqueues. Returns GradientReport::error_bound.
  virtual double enqueue(const Filter& filter, const DeviceGradient& run) = 0;
};

class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual DeviceFacts facts() const = 0;
  // Blocks, possibly for seconds. `frame` is that of the later runs. The runtime must outlive the
  // pipeline.
  virtual std::unique_ptr<Pipeline> make(const planner::Decision& decision,
                                         const Frame& frame) const = 0;
  // Returns the driver's context that the user's buffers and streams must belong to; null: none.
  virtual void* native_context() const { return nullptr; }
  // Returns null on the CPU, whose gradients need no runtime.
  virtual GradientRunner* gradients() const { return nullptr; }
};

inline void Pipeline::enqueue_native(const DeviceRun&) {
  throw Error(Errc::unsupported, "the plan runs on the CPU, which has no device buffers",
              "make the plan with a GPU engine: Engine(find_device(\"cuda\"))");
}

}  // namespace selvage
