// SPDX-License-Identifier: Apache-2.0
#pragma once
// The launches of gradient.cl, and the scratch between them.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "backends/gpu/kernel.hpp"
#include "methods/direct_gradient/direct_gradient.hpp"

namespace selvage::gpu {

// The images of a gradient in device memory, of one batch, or of a forward pass, which has no
// d_output. Those to be written may be missing.
struct GradientImages {
  DeviceView image = {}, guide = {}, mask = {}, d_output = {};
  DeviceView d_image = {}, d_guide = {};
};

// Where scratch has what, in floats from its start. All are multiples of four.
struct GradientScratch {
  // For `images` images at a time out of a batch.
  GradientScratch(const planner::GradientProblem& problem, int images, int batch);

  std::size_t samples = 0, sent = 0, collected = 0, partials = 0, sigmas = 0, end = 0;
  std::size_t means = 0;  // the floats of the means, which lie elsewhere

  std::size_t bytes() const { return end * sizeof(float); }
  // Of a forward pass, which has nothing but samples.
  std::size_t forward_bytes() const { return sent * sizeof(float); }
  std::size_t means_bytes() const { return means * sizeof(float); }
};

// Memory of two floats or more, and where they begin, in bytes.
struct DeviceFloats {
  const Buffer* buffer = nullptr;
  std::ptrdiff_t offset = 0;
};

// Scratch, and the means that a forward pass leaves for the gradient, if there is one.
struct GradientMemory {
  DeviceFloats scratch = {}, means = {};
};

// Thread-safe. Keeps what it compiled.
class GradientKernels {
 public:
  GradientKernels(Device& device, ProgramSource& programs) : device_(device), programs_(programs) {}

  // Enqueues the filter itself, of an image of floats, and keeps its means. Blocks to compile.
  void enqueue_forward(Stream& stream, const planner::GradientProblem& problem,
                       const GradientImages& images, const DeviceView& output,
                       const GradientMemory& memory, const GradientScratch& layout);
  // Enqueues the derivatives of the images from `first` on, and with `sigmas` the sums of their
  // sigmas, which stay in scratch. If `controls` can be cancelled, blocks between launches. Blocks
  // to compile.
  void enqueue_images(Stream& stream, const planner::GradientProblem& problem,
                      const GradientImages& images, const GradientMemory& memory,
                      const GradientScratch& layout, int first, bool sigmas,
                      const Controls& controls);
  // Enqueues the derivatives of the sigmas, two floats, from the sums of all images.
  void enqueue_sigmas(Stream& stream, const planner::GradientProblem& problem,
                      const DeviceFloats& scratch, const GradientScratch& layout, int batch,
                      const DeviceFloats& sigmas);

 private:
  struct Functions {
    std::shared_ptr<Program> program;
    Function *samples = nullptr, *means = nullptr, *places = nullptr, *results = nullptr,
             *sigmas = nullptr;
  };
  // Throws Error{unsupported} where it must compile and the stream is captured into a graph.
  const Functions& functions(Stream& stream, const planner::GradientProblem& problem, bool sigmas);
  int rows(const planner::GradientProblem& problem) const;  // of an item

  Device& device_;
  ProgramSource& programs_;
  std::mutex mutex_;
  // By channels, the guide's channels, the norm, whether the window is a disc, its radius (0: any),
  // and whether sigmas have sums.
  std::map<std::tuple<int, int, int, bool, int, bool>, Functions> made_;
};

}  // namespace selvage::gpu
