// SPDX-License-Identifier: Apache-2.0
#pragma once
// The contract between the engine and a place where filters run.
//
//   Runtime -- facts --> what the planner decides by
//           -- make  --> Pipeline   a plan made ready: tables built, code compiled, scratch
//           reserved
//
// Adding a backend is one folder with these classes and one line in engine/runtimes.cpp.

#include <memory>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"
#include "selvage/interop.hpp"

namespace selvage {

// What a plan decided.
struct Work {
  std::string_view candidate = {};
  std::vector<Pass> passes = {};  // at least one
  Problem problem = {};
  Tuning tuning = {};
  Frame frame = {};  // of the runs to come
};

// The passes of a plan, made ready for images of one shape.
class Pipeline {
 public:
  virtual ~Pipeline() = default;
  // Blocks. Computes the frame's rectangle into outputs.image, and adds stages and kernel time to
  // the report. Inputs and outputs do not overlap; the views were validated. Allocates nothing.
  virtual void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
                   Report& report) = 0;
  // Enqueues the passes in a stream of the user's, on buffers of theirs. Throws Error{unsupported}
  // where there are no such things.
  virtual void enqueue_native(const DeviceRun& run);
};

class Runtime {
 public:
  virtual ~Runtime() = default;
  virtual DeviceFacts facts() const = 0;
  // Blocks, may be slow. The runtime must outlive the pipeline.
  virtual std::unique_ptr<Pipeline> make(const Work& work) const = 0;
  // What the user's buffers and streams must belong to, a driver's handle; null: there is none.
  virtual void* native_context() const { return nullptr; }
};

inline void Pipeline::enqueue_native(const DeviceRun&) {
  throw Error(Errc::unsupported, "the plan runs on the CPU, where there are no buffers of a device",
              "make it with an engine of a GPU: Engine(find_device(\"cuda\"))");
}

}  // namespace selvage
