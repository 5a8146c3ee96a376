// SPDX-License-Identifier: Apache-2.0
#pragma once
// The passes of a plan on a device: tiles are copied there and back while others are computed.
//
//   slot 0   gather, upload | kernels | download, scatter   gather, upload | kernels | ...
//   slot 1                    gather, upload | kernels        | download, scatter ...
//
// A slot has a stream and memory of its own, so that the host's copies, the bus and the kernels
// overlap. Whatever the tiles are, the result is the same to the bit.

#include <functional>
#include <memory>
#include <vector>

#include "backends/backend.hpp"
#include "backends/gpu/pass_chain.hpp"
#include "backends/gpu/slot_store.hpp"
#include "backends/gpu/stage_times.hpp"
#include "backends/gpu/tiles.hpp"

namespace selvage::gpu {

class GpuPipeline final : public Pipeline {
 public:
  // Blocks: makes kernels and reserves memory. When there is not enough, tiles are halved, up to
  // six times; then throws Error{device}. The store, which slots come from and go back to, must
  // outlive the pipeline.
  GpuPipeline(SlotStore& store, const Work& work, const MakeKernel& make_kernel);
  GpuPipeline(const GpuPipeline&) = delete;
  GpuPipeline& operator=(const GpuPipeline&) = delete;
  ~GpuPipeline() override;

  void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
           Report& report) override;

  // Enqueues all passes on images that are on the device already; nothing is copied and nothing
  // waited for. The views have the plan's shapes; one without a buffer is none. Memory between
  // the passes is reserved by the first call: one stream at a time. Throws Error{device} when there
  // is not enough.
  void enqueue(const DeviceImages& images, Stream& stream);
  void enqueue_native(const DeviceRun& run) override;

  const TileShape& largest_tile() const { return grid_.shape(); }

 private:
  struct Job;

  void reserve();
  void reserve_slots();
  void halve_tiles(const OutOfMemory& why);
  void run_tiles(Job& job);
  void start(TileSlot& slot, std::size_t index, Job& job);
  void upload(TileSlot& slot, const Rect& needed, const Job& job, ChainRun& run);
  void finish(TileSlot& slot, Job& job);
  void drain() noexcept;

  SlotStore& store_;
  Device& device_;
  Problem problem_;
  Frame frame_;
  PassChain chain_;
  StageTimes times_;
  TileGrid grid_;
  int halvings_ = 0;
  std::vector<TileSlot> slots_;        // used in turn; empty: to be reserved
  std::unique_ptr<Between> resident_;  // for images of the user's on the device
};

}  // namespace selvage::gpu
