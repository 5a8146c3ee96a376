// SPDX-License-Identifier: Apache-2.0
#pragma once
// Engines and plans: validate a filter, plan it, run it.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "selvage/api.h"
#include "selvage/device.hpp"
#include "selvage/filters.hpp"
#include "selvage/frame.hpp"
#include "selvage/image.hpp"
#include "selvage/names.hpp"

namespace selvage {

struct DeviceRun;       // interop.hpp
struct Gradients;       // gradient.hpp
struct GradientReport;  // gradient.hpp
struct DeviceForward;   // interop.hpp
struct DeviceGradient;  // interop.hpp
struct ForwardBytes;    // interop.hpp

// The images that a filter reads, named after its ports. Unused ports stay empty.
struct Inputs {
  ConstImageView image = {};
  ConstImageView guide = {};    // batch 1 or the image's batch, like all ports below
  ConstImageView mask = {};     // u8, 1 channel, the image's width and height; 0 = invalid
  ConstImageView normals = {};  // 3 channels
  ConstImageView depth = {};    // 1 channel
};

// The result of a Histogram.
struct Counts {
  std::vector<std::vector<std::uint64_t>> bins = {};  // [counted channel][bin]
  std::vector<std::uint64_t> not_numbers = {};        // NaN samples of each counted channel
  double low = 0.0, high = 1.0;                       // the range used, samples' unit

  friend bool operator==(const Counts&, const Counts&) = default;
};

// The outputs of a filter. An output may be the same view as an input; other overlaps are errors.
struct Outputs {
  ImageView image = {};  // type, channels and batch as result_shape (filters.hpp); width and height
                         // of Frame::compute
  ImageView flags = {};  // u8, 1 channel; width, height and batch of the output image
  Counts* counts = nullptr;  // overwritten
};

enum class Method {
  automatic,  // the fastest candidate that meets the request
  direct,     // sums every tap
  bounded,    // Bilateral, JointBilateral: a Fourier range kernel with a proved error bound
  separable,  // Bilateral: rows, then columns, an approximation without an error bound
};
template <>
inline constexpr auto names_of<Method> =
    std::to_array<Named<Method>>({{Method::automatic, "auto"},
                                  {Method::direct, "direct"},
                                  {Method::bounded, "bounded"},
                                  {Method::separable, "separable"}});

// The accuracy to reach. The default is 0.5 LSB for integer images, so that the rounded result is
// within 1 LSB of the true one, and `exact` for float images.
struct Request {
  // Largest error before rounding, samples' unit, > 0. For floats it depends on the image's
  // samples: plan() reads them, or without data takes `sample_extent`.
  std::optional<double> max_error = {};
  // u8 0.02 LSB, u16 0.2 LSB, floats 4e-6 (see Report::error_bound), by sums of every tap:
  // Method::bounded serves only if `method` or `use` asks for it.
  bool exact = false;
  Method method = Method::automatic;
  std::string use = {};  // a candidate's name; empty: the planner chooses
  // Of floats without data, >= 0: the largest |sample|, or the range of samples of both signs. What
  // a constant border adds counts, too.
  double sample_extent = 1.0;
};

// Cancellation and progress of a run, checked at every tile.
struct Controls {
  std::stop_token cancel = {};                // on a stop request run throws Error{cancelled}
  std::function<void(double)> progress = {};  // gets the fraction done, 0..1, increasing; called
                                              // from worker threads, one at a time
};

// One timed step of a run: a pass, or a copy to or from a device.
struct Stage {
  std::string name = {};
  double seconds = 0.0;
};

// A description of a finished run.
struct Report {
  std::string device = {};     // the device it ran on: "cpu", "cuda:0"
  std::string candidate = {};  // the candidate that ran: "simd"
  // Upper bound of the candidate's error before rounding. For integers it is in the samples' unit.
  // For floats it is a fraction of the window's largest |sample| (including V outside a constant
  // border), of the window's range if it has both signs and its range is larger, or of a
  // convolution's |offset| if that is larger. For Method::bounded that reference is at least 1.
  double error_bound = 0.0;
  std::vector<Stage> stages = {};  // the passes, and the copies to and from a device
  double seconds() const {         // the sum of the stages
    double sum = 0.0;
    for (const Stage& stage : stages) sum += stage.seconds;
    return sum;
  }
  double kernel_seconds = 0.0;  // the passes only; on a GPU by the device's clock
  // The samples whose error bound was checked one by one (docs/filters/bounded.md; also "int16"
  // without AVX-512), and those of them that failed and were computed again. 0 for candidates whose
  // bound holds for every image, and for runs in buffers of the device (selvage/interop.hpp).
  std::int64_t certified = 0, recomputed = 0;
  int terms = 0;  // of the range kernel's series, Method::bounded; 0 for other methods
  std::vector<std::string> notes = {};  // "cuda:0 failed (...); continued on cpu"
};

// Why a plan takes or rejects a candidate.
struct Reason {
  std::string candidate = {};  // "cuda:0/tile"
  bool taken = false;
  std::string text = {};  // "predicted 12.1 ms", "not accurate enough: ..."
};

// A tuning parameter of a plan.
struct TuningParameter {
  std::string name = {};  // "tile_width"
  int value = 0;

  friend bool operator==(const TuningParameter&, const TuningParameter&) = default;
};

enum class Executor {
  automatic,  // tbb, or this build's default
  tbb,        // oneTBB: composes with its other users
  threads,    // std::jthread, started for each run
  serial,     // the calling thread
};
template <>
inline constexpr auto names_of<Executor> =
    std::to_array<Named<Executor>>({{Executor::automatic, "auto"},
                                    {Executor::tbb, "tbb"},
                                    {Executor::threads, "threads"},
                                    {Executor::serial, "serial"}});

struct EngineOptions {
  int threads = 0;  // 0: all cores available to this process
  Executor executor = Executor::automatic;
  std::string simd = {};  // one of Device::simd; empty: the best. Results differ between
                          // instruction sets within the error bound; on the same one they are equal
  std::size_t device_memory = 0;  // bytes of GPU memory that plans may use; 0: all free memory
  int expected_runs = 1;  // runs over which an automatic device spreads the GPU driver's start-up
};

// A filter prepared for images of one shape: the candidate that will run, why, and the predicted
// time. A plan is made once and run many times, by one thread at a time (a second one gets
// Error{invalid_argument}); it may outlive its Engine.
// Running allocates nothing, except a copy of the input the first time an output is the same view.
// Move-only.
class SELVAGE_API Plan {
 public:
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;
  ~Plan();

  const std::string& device() const;  // the device it will run on: "cpu", "cuda:0"
  const std::string& candidate() const;
  double error_bound() const;                  // see Report::error_bound
  double predicted_seconds() const;            //
  std::size_t scratch_bytes() const;           // host memory beyond the images
  std::size_t device_bytes() const;            // GPU memory, images included
  const std::vector<Reason>& reasons() const;  // one for each candidate of each device
  // Pixels around Frame::compute that a part of the image must hold on each side, where the image
  // goes on. It may be larger than halo() of the filter.
  int halo() const;
  // The largest error that the request allows: Request::max_error if it was given, else as
  // Report::error_bound. Infinite for Method::separable.
  double max_error() const;
  std::vector<TuningParameter> tuning() const;  // tiles, work-groups and so on, for people

  // Allocates scratch_bytes() and prepares the code of the CPU or the device. If it is not called,
  // the first run does this.
  void reserve();

  // Filters `inputs` into `outputs`. Blocks. The views must have the shapes that the plan was made
  // for; data and strides are free.
  Report run(const Inputs& inputs, const Outputs& outputs, const Controls& controls = {});

  // Returns a plan for another part of the same image, such as a band of rows, with this plan's
  // candidate and device, so that all parts are bit-identical to those of one result. It may be
  // called while another thread runs this plan. `shapes` are the inputs of later runs; their data
  // may be null. Throws as Engine::plan does.
  Plan part(const Inputs& shapes, const Frame& frame) const;

 private:
  friend class Engine;
  friend void enqueue(Plan& plan, const DeviceRun& run);
  friend void* native_context(const Plan& plan);
  struct Impl;
  explicit Plan(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// A device, or the automatic choice of one, with its threads and caches. May be used from any
// thread. A child process may use it if no plan ran while it was forked; otherwise it makes an
// engine of its own with Executor::serial or Executor::threads. On a GPU the memory of a destroyed
// plan is kept for the next one, up to 256 MiB on the device and as much page-locked host memory;
// it is freed with the engine and its last plan.
class SELVAGE_API Engine {
 public:
  explicit Engine(const Device& device = Device::best(), const EngineOptions& options = {});
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  const Device& device() const;

  // Returns a plan. `shapes` are the inputs of later runs; their data may be null.
  // Throws Error{invalid_argument} for a bad filter, frame or shape, and Error{unsupported} with
  // all reasons if no candidate can serve.
  Plan plan(const Filter& filter, const Inputs& shapes, const Frame& frame,
            const Request& request = {}) const;

  // Filters `inputs` into `outputs`. Blocks.
  Report run(const Filter& filter, const Inputs& inputs, const Outputs& outputs, const Frame& frame,
             const Request& request = {}, const Controls& controls = {}) const;
  Report run(const Filter& filter, const Inputs& inputs, const Outputs& outputs) const;

  // Filters a whole image into a new one of the same type. Blocks.
  Image run(const Filter& filter, const ConstImageView& image, const Request& request = {}) const;

 private:
  friend GradientReport gradient(const Engine& engine, const Filter& filter, const Inputs& inputs,
                                 const ConstImageView& d_output, Gradients& gradients,
                                 const Controls& controls);
  friend ForwardBytes forward_bytes(const Engine& engine, const Filter& filter,
                                    const Inputs& shapes);
  friend void enqueue_forward(const Engine& engine, const Filter& filter, const DeviceForward& run);
  friend std::size_t gradient_scratch_bytes(const Engine& engine, const Filter& filter,
                                            const Inputs& shapes);
  friend double enqueue_gradient(const Engine& engine, const Filter& filter,
                                 const DeviceGradient& run);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace selvage
