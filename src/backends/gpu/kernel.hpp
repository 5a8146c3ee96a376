// SPDX-License-Identifier: Apache-2.0
#pragma once
// One pass on images that lie in a device's memory.

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "backends/gpu/device.hpp"
#include "selvage/engine.hpp"

namespace selvage::gpu {

// An image in a device's memory.
struct DeviceView {
  const Buffer* buffer = nullptr;  // null: no image
  std::ptrdiff_t offset = 0;       // bytes from the buffer's start to sample (0, 0, 0)
  ConstImageView shape = {};       // without data

  explicit operator bool() const { return buffer != nullptr; }
};

// What a pass reads and writes, by the names of the ports.
struct DeviceImages {
  DeviceView image = {}, guide = {}, mask = {}, normals = {}, depth = {};
  DeviceView output = {}, flags = {};
};
// All of them, inputs first.
inline constexpr std::array device_ports{
    &DeviceImages::image, &DeviceImages::guide,  &DeviceImages::mask, &DeviceImages::normals,
    &DeviceImages::depth, &DeviceImages::output, &DeviceImages::flags};
inline constexpr std::size_t input_ports = 5;
inline constexpr std::size_t image_port = 0, output_port = 5, flags_port = 6;
inline constexpr std::span device_inputs(device_ports.data(), input_ports);

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Device memory that one run on images of this size needs beside them; 0: none.
  virtual std::size_t scratch_bytes(int width, int height, int batch) const = 0;
  // Enqueues; with `controls` that can be cancelled it blocks between pieces of at most 50 ms.
  // Computes frame.compute into images.output. `scratch` holds scratch_bytes of the image's size.
  virtual void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch,
                       const Frame& frame, const Controls& controls) = 0;
};

// Turns a program's text and options into code: the runtime's cache.
class ProgramSource {
 public:
  virtual ~ProgramSource() = default;
  // Blocks. Throws Error{device} with the compiler's log and the options.
  virtual std::shared_ptr<Program> program(const std::string& source,
                                           std::span<const std::string> options) = 0;
};

// The kernel of a candidate ("tile", "plain") for one pass. Blocks: compiles.
std::unique_ptr<Kernel> make_direct(std::string_view candidate, const Pass& pass,
                                    const Problem& problem, const Tuning& tuning, Device& device,
                                    ProgramSource& programs);

}  // namespace selvage::gpu
