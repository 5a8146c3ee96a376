// SPDX-License-Identifier: Apache-2.0
#pragma once
// One pass on images that lie in a device's memory.

#include <cstddef>
#include <memory>

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

class Kernel {
 public:
  virtual ~Kernel() = default;
  // Device memory that one run on images of this size needs beside them; 0: none.
  virtual std::size_t scratch_bytes(int width, int height, int batch) const = 0;
  // Enqueues; with `controls` that can be cancelled it blocks between pieces of at most 50 ms.
  // Computes frame.compute into `output`. `scratch` holds scratch_bytes of `image`'s size.
  virtual void enqueue(Stream& stream, const DeviceView& image, const DeviceView& mask,
                       const DeviceView& output, Buffer* scratch, const Frame& frame,
                       const Controls& controls) = 0;
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
