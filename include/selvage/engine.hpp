// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs filters: validate, plan, run.

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

namespace selvage {

struct DeviceRun;  // interop.hpp

// What a filter reads, by the names of its ports. Unused ports stay empty.
struct Inputs {
  ConstImageView image = {};
  ConstImageView guide = {};    // batch 1, or the image's; so for all that follow
  ConstImageView mask = {};     // u8, 1 channel, the image's width and height; 0 = invalid
  ConstImageView normals = {};  // 3 channels
  ConstImageView depth = {};    // 1 channel
};

// What a Histogram counted.
struct Counts {
  std::vector<std::vector<std::uint64_t>> bins = {};  // of each counted channel
  std::vector<std::uint64_t> not_numbers = {};        // likewise: NaN
  double low = 0.0, high = 1.0;                       // the range, samples' unit

  friend bool operator==(const Counts&, const Counts&) = default;
};

// What a filter writes. An output may be the same view as an input; other overlaps are errors.
struct Outputs {
  ImageView image = {};  // type, channels, batch of the input (result_shape in filters.hpp); width,
                         // height of Frame::compute
  ImageView flags = {};  // u8, 1 channel, width, height and batch of the output image
  Counts* counts = nullptr;  // filled in, whatever it held
};

enum class Method {
  automatic,  // the fastest candidate within the request
  direct,     // sums every tap
  bounded,    // an approximation with a proved bound
  separable,  // an approximation without a bound
};

// How close the result must be. The default is 0.5 LSB for integer images, so that the rounded
// result is within 1 LSB of the true one, and exact for float images.
struct Request {
  // Largest error before rounding, samples' unit, > 0. For floats the image's data must be there
  // when the plan is made, else samples are taken to lie within 0..1.
  std::optional<double> max_error = {};
  bool exact = false;  // u8 0.02 LSB, u16 0.2 LSB, floats 4e-6 (see Report::error_bound)
  Method method = Method::automatic;
  std::string use = {};  // a candidate's name; empty: the planner chooses
};

// What a caller may do while a filter runs. Looked at for every tile.
struct Controls {
  std::stop_token cancel = {};                // stop requested: run throws Error{cancelled}
  std::function<void(double)> progress = {};  // share done, 0..1, growing; called from worker
                                              // threads, one at a time
};

struct Stage {
  std::string name = {};
  double seconds = 0.0;
};

// What was done.
struct Report {
  std::string device = {};     // where it ran: "cpu", "cuda:0"
  std::string candidate = {};  // "simd"
  // Largest error before rounding that the candidate can make: samples' unit for integers; for
  // floats a fraction of the largest |sample| of the window (V outside of a constant border is one
  // of them), or of its range where it has both signs and that is larger, or of a convolution's
  // |offset| where that is.
  double error_bound = 0.0;
  std::vector<Stage> stages = {};  // time of each pass, and of copies to and from a device
  double seconds() const {         // their sum
    double sum = 0.0;
    for (const Stage& stage : stages) sum += stage.seconds;
    return sum;
  }
  double kernel_seconds = 0.0;          // of the passes alone; on a GPU by the device's clock
  std::vector<std::string> notes = {};  // "cuda:0 failed (out of memory): cpu was taken instead"
};

// One line of a plan's argument.
struct Reason {
  std::string candidate = {};  // "cuda:0/tile"
  bool taken = false;
  std::string text = {};  // "predicted 12.1 ms", "not accurate enough: ..."
};

enum class Executor {
  automatic,  // tbb, or what this build was made for
  tbb,        // oneTBB: composes with other users of it, safe after fork
  threads,    // std::jthread, made for each run
  serial,     // the calling thread
};

struct EngineOptions {
  int threads = 0;  // 0: all cores that this process may use
  Executor executor = Executor::automatic;
  std::string simd = {};  // one of Device::simd; empty: the best. Results differ between
                          // instruction sets within the error bound, and on one of them not at all
  std::size_t device_memory = 0;  // bytes of a GPU that plans may use; 0: what is free
  int expected_runs = 1;  // that an automatic device spreads the start of a GPU's driver over
};

// A filter made ready for images of one shape: what will run, why, how long it may take. Made once,
// run many times, by one thread at a time; it may outlive its Engine. Running allocates nothing,
// but for a copy of the input when an output is the same view for the first time. Move-only.
class SELVAGE_API Plan {
 public:
  Plan(Plan&&) noexcept;
  Plan& operator=(Plan&&) noexcept;
  ~Plan();

  const std::string& device() const;  // where it will run: "cpu", "cuda:0"
  const std::string& candidate() const;
  double error_bound() const;                  // as Report::error_bound
  double predicted_seconds() const;            //
  std::size_t scratch_bytes() const;           // host memory beside the images
  std::size_t device_bytes() const;            // memory of a GPU, images included
  const std::vector<Reason>& reasons() const;  // one for each candidate of each device

  // Makes ready all that running needs: scratch_bytes() and what the processor's or the device's
  // code needs. The first run does it, if this did not.
  void reserve();

  // Blocks until the outputs hold the result. The views must have the shapes that the plan was made
  // for; data and strides are free.
  Report run(const Inputs& inputs, const Outputs& outputs, const Controls& controls = {});

  // A plan for another part of the same image, such as a band of its rows: by the same candidate on
  // the same device, which were chosen for the part that this plan is of, so that all parts are
  // those of one result, to the bit. May be called while another thread runs this plan. `shapes`:
  // the inputs of the runs to come; their data may be null. Throws as Engine::plan.
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
// thread. On a GPU the memory of a plan that is gone serves the next one, up to 256 MiB of the
// device and as much page-locked memory of the host; it goes with the engine and its last plan.
class SELVAGE_API Engine {
 public:
  explicit Engine(const Device& device = Device::best(), const EngineOptions& options = {});
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;
  ~Engine();

  const Device& device() const;

  // `shapes` are the inputs of the runs to come; their data may be null.
  // Throws Error{invalid_argument} for a bad filter, frame or shape, Error{unsupported} with all
  // reasons when no candidate can serve.
  Plan plan(const Filter& filter, const Inputs& shapes, const Frame& frame,
            const Request& request = {}) const;

  // Filters `inputs` into `outputs`. Blocks.
  Report run(const Filter& filter, const Inputs& inputs, const Outputs& outputs, const Frame& frame,
             const Request& request = {}, const Controls& controls = {}) const;
  Report run(const Filter& filter, const Inputs& inputs, const Outputs& outputs) const;

  // The short form: a whole image into a new one of the same type.
  Image run(const Filter& filter, const ConstImageView& image, const Request& request = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace selvage
