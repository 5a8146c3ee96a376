// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs a plan's passes on a device. Some tiles are copied while others are computed.
//
//   slot 0   gather, upload | kernels | download, scatter   gather, upload | kernels | ...
//   slot 1                    gather, upload | kernels        | download, scatter ...
//
// Each slot has its own stream and memory, so that the host's copies, the bus and the kernels
// overlap. The result does not depend on the tiles, not even by a bit.

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
  // Blocks: compiles kernels and reserves memory. If there is not enough, halves tiles up to six
  // times, then throws Error{device}. The store, which lends the slots, must outlive the pipeline.
  GpuPipeline(SlotStore& store, const planner::Decision& decision, const Frame& frame,
              const MakeKernel& make_kernel);
  GpuPipeline(const GpuPipeline&) = delete;
  GpuPipeline& operator=(const GpuPipeline&) = delete;
  ~GpuPipeline() override;

  // Blocks.
  void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
           Report& report) override;

  // Enqueues all passes on images in device memory; neither copies nor waits. The views have the
  // plan's shapes; a view without a buffer counts as absent. The first call blocks to reserve
  // memory between the passes, so only one stream may be in use at a time. Throws Error{device} if
  // there is not enough memory.
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
  std::vector<TileSlot> slots_;        // used in turn; empty: not reserved yet
  std::unique_ptr<Between> resident_;  // for the user's images on the device
};

}  // namespace selvage::gpu
