// SPDX-License-Identifier: Apache-2.0
#pragma once
// One pass on images in device memory.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "backends/backend.hpp"
#include "backends/gpu/device.hpp"
#include "backends/task_runner.hpp"
#include "core/ports.hpp"
#include "planner/decision.hpp"
#include "selvage/engine.hpp"

namespace selvage::gpu {

// An image in device memory.
struct DeviceView {
  const Buffer* buffer = nullptr;  // null: no image
  std::ptrdiff_t offset = 0;       // bytes from the buffer's start to sample (0, 0, 0)
  ConstImageView shape = {};       // without data

  explicit operator bool() const { return buffer != nullptr; }
};

// The images that a pass reads and writes, by port.
struct DeviceImages {
  DeviceView image = {}, guide = {}, mask = {}, normals = {}, depth = {};
  DeviceView output = {}, flags = {};
};
// All ports: inputs in the order of image_inputs, then image_outputs (core/ports.hpp).
inline constexpr std::array device_ports{
    &DeviceImages::image, &DeviceImages::guide,  &DeviceImages::mask, &DeviceImages::normals,
    &DeviceImages::depth, &DeviceImages::output, &DeviceImages::flags};
inline constexpr std::size_t input_ports = image_inputs.size();
static_assert(device_ports.size() == image_inputs.size() + image_outputs.size());
inline constexpr std::size_t image_port = 0, output_port = 5, flags_port = 6;
inline constexpr std::span device_inputs(device_ports.data(), input_ports);

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Returns the bytes of device memory that a run needs besides images of this size; 0: none.
  virtual std::size_t scratch_bytes(int width, int height, int batch) const = 0;
  // Returns how many samples of a run have their error bound checked one by one
  // (Report::certified). If there are any, the run leaves the number of those that it computed
  // again (Report::recomputed) in the first recomputed_bytes of scratch.
  virtual std::int64_t certified(const Rect& /*compute*/, int /*images*/) const { return 0; }
  static constexpr std::size_t recomputed_bytes = sizeof(std::int64_t);
  // Enqueues the computation of frame.compute into images.output. If `controls` can be cancelled,
  // blocks between launches of at most 50 ms each. `scratch` has scratch_bytes() of the image's
  // size.
  virtual void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch,
                       const Frame& frame, const Controls& controls) = 0;
};

// Compiles programs, or finds them in the runtime's cache.
class ProgramSource {
 public:
  virtual ~ProgramSource() = default;
  // Blocks. Throws Error{device} with the compiler's log and the options.
  virtual std::shared_ptr<Program> program(const std::string& source,
                                           std::span<const std::string> options) = 0;
};

class SlotStore;

// The device that kernels run on, and what its pipelines share.
struct ExecutionContext {
  Device& device;
  ProgramSource& programs;
  SlotStore& slots;
  TaskRunner& runner;  // of the host's copies
};

// Prepares a GPU candidate. One of the two is given.
struct Factory {
  // Makes the kernel of one pass. Blocks: compiles.
  std::unique_ptr<Kernel> (*kernel)(const Pass& pass, const planner::Decision& decision,
                                    Device& device, ProgramSource& programs) = nullptr;
  // Makes all passes, for candidates whose result is not an image. Blocks: compiles.
  std::unique_ptr<Pipeline> (*pipeline)(const planner::Decision& decision, const Frame& frame,
                                        const ExecutionContext& context) = nullptr;
};
using FactoryOf = const Factory&(const planner::Candidate& candidate);
using MakeGradients = std::unique_ptr<GradientRunner>(const ExecutionContext& context);

}  // namespace selvage::gpu
