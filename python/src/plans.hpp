// SPDX-License-Identifier: Apache-2.0
#pragma once
// Engines and plans for arrays.

#include <nanobind/nanobind.h>

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "cuda.hpp"
#include "fork.hpp"
#include "running.hpp"
#include "selvage/engine.hpp"
#include "selvage/interop.hpp"

namespace selvage::python {

// The inputs of a filter, in the order in which Python passes them.
struct InputPort {
  const char* name;
  ConstImageView Inputs::* view;
};
inline constexpr std::array input_ports{
    InputPort{"image", &Inputs::image}, InputPort{"guide", &Inputs::guide},
    InputPort{"mask", &Inputs::mask}, InputPort{"normals", &Inputs::normals},
    InputPort{"depth", &Inputs::depth}};
using InputArrays = std::array<nb::handle, input_ports.size()>;

// What the caller says about the axes of arrays.
struct Layout {
  std::optional<int> channel_axis = {};
  std::vector<int> batch_axes = {};
  bool has_alpha = false;
  std::optional<int> guide_channel_axis = {};
  bool guide_has_alpha = false;
  std::optional<int> normals_channel_axis = {};
  std::optional<int> depth_axis = {};
};

// The axes of all arrays of a plan, and how often it runs.
struct PlannedAxes {
  std::array<Axes, input_ports.size()> inputs = {};
  Axes output = {}, flags = {};
  std::vector<int> outer = {};  // sizes of all batch axes but the last
  bool has_alpha = false, guide_has_alpha = false;
};

// Inputs that are kept alive.
struct BoundInputs {
  std::array<std::optional<Reader>, input_ports.size()> readers;
  std::array<Samples, input_ports.size()> inputs;
};
BoundInputs bind_inputs(const InputArrays& arrays);
// Returns the image in device memory, in a buffer that begins at its lowest address.
DeviceImage device_image(const ConstImageView& view);
// Returns the views of the first index of inputs.
Inputs views_of(const BoundInputs& bound, const PlannedAxes& axes);
// Returns the sizes of all of the image's batch axes but the last.
std::vector<int> outer_sizes(const BoundInputs& bound, const PlannedAxes& axes);

// All arrays of a run, which are kept alive.
struct BoundArrays : BoundInputs {
  std::optional<Writer> output, flags;
  Samples output_samples, flags_samples;
};

// A plan for arrays of one shape.
class ArrayPlan {
 public:
  ArrayPlan(Plan plan, Filter filter, const Inputs& shapes, const ConstImageView& result,
            PlannedAxes axes);

  void run(const InputArrays& arrays, nb::handle output, nb::handle flags, const Watch& watch);
  Counts count(nb::handle image, const Watch& watch);
  // Runs in a stream of CUDA, without waiting. The arrays are on the plan's device.
  void enqueue(const InputArrays& arrays, nb::handle output, nb::handle flags,
               std::uintptr_t stream);
  // Returns a plan for another part of the image, whose arrays have these shapes.
  std::unique_ptr<ArrayPlan> part(const InputArrays& arrays, const Frame& frame);
  // Waits until the stream has executed all that was enqueued.
  void wait();

  bool is_usable() const { return plan_.is_usable(); }  // not in a child of the process
  const Plan& plan() const { return *plan_; }
  std::vector<int> shape() const;        // of the result's array
  std::vector<int> flags_shape() const;  // of the flags' array
  std::optional<Report> report() const;  // of the last run
  // Memory that it may keep between runs, with the copy of the image that runs in place make.
  std::size_t held_bytes() const { return held_bytes_; }

 private:
  BoundArrays bind(const InputArrays& arrays, nb::handle output, nb::handle flags) const;
  template <class Run>
  void for_each_index(const BoundArrays& arrays, const Run& run) const;
  template <class Run>
  void run_each(const BoundArrays& arrays, Watch watch, const Run& run);
  Plan& usable_plan();

  OfThisProcess<Plan> plan_;
  OfThisProcess<InFlight> in_flight_;  // after plan_: it is destroyed, and waits, before it
  Filter filter_;
  ConstImageView result_;
  PlannedAxes axes_;
  std::size_t held_bytes_;
  mutable std::mutex mutex_ = {};  // of report_
  std::optional<Report> report_ = {};
};

// Engine, Plan
void add_plans(nb::module_& module);

}  // namespace selvage::python
