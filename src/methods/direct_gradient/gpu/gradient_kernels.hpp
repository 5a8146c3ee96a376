// SPDX-License-Identifier: Apache-2.0
#pragma once
// The launches of gradient.cl, and the scratch between them.

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "backends/gpu/kernel.hpp"
#include "methods/direct_gradient/gpu/gradient_code.hpp"

namespace selvage::gpu {

// The images of a gradient in device memory, of one batch, or of a forward pass, which has no
// d_output. Those to be written may be missing.
struct GradientImages {
  DeviceView image = {}, guide = {}, mask = {}, d_output = {};
  DeviceView d_image = {}, d_guide = {};
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
             *sigmas = nullptr, *valid = nullptr;
  };
  // What the launches of a block of channels share.
  struct Run;

  // Throws Error{unsupported} where it must compile and the stream is captured into a graph.
  const Functions& functions(Stream& stream, const planner::GradientProblem& problem,
                             bool in_blocks, bool sigmas);
  int rows(const planner::GradientProblem& problem) const;  // of an item
  // Enqueues a mask of the pixels that are valid in all channels, and returns it. It is a kernel of
  // the block's program.
  DeviceView enqueue_valid(const Run& run, const GradientProblem& problem,
                           const planner::GradientBlock& block, bool sigmas,
                           const GradientImages& images);
  void enqueue_samples(const Run& run, const Functions& functions, const GradientProblem& problem,
                       const GradientImages& images, const SelvageGradient& a);
  void enqueue_means(const Run& run, const Functions& functions, const GradientProblem& problem,
                     const GradientImages& images, const DeviceView& output,
                     const SelvageGradient& a);
  void enqueue_block(const Run& run, const Functions& functions, const GradientProblem& problem,
                     const GradientImages& images, const SelvageGradient& a);

  Device& device_;
  ProgramSource& programs_;
  std::mutex mutex_;
  std::map<GradientCode::Key, Functions> made_;
};

}  // namespace selvage::gpu
