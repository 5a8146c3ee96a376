// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs a plan's passes on a device. Some tiles are copied while others are computed.
//
//   slot 0   gather, upload | kernels | download, scatter   gather, upload | kernels | ...
//   slot 1                    gather, upload | kernels        | download, scatter ...
//   slot 2                                     gather, upload | kernels         | download ...
//
// Each slot has its own stream and memory, so that the host's copies, the bus and the kernels
// overlap. Several threads gather and scatter. Parts of images that are page-locked and have no
// gaps are copied in place. The result does not depend on the tiles, not even by a bit.

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
  class CopyList;

  void reserve();
  void reserve_slots();
  void halve_tiles(const OutOfMemory& why);
  void run_tiles(Job& job);
  void enqueue_images(const DeviceImages& images, Stream& stream);
  // Whether the images have depth. A tile has slices as images of a batch.
  bool has_slices() const { return problem_.whole_depth > 1; }
  // Returns the images of a tile, as a batch. `slices`: those that it needs, counted in the view.
  template <class View>
  View part_of(const View& view, const GridTile& tile, const Slices& slices) const;
  int result_images(const GridTile& tile) const;
  ImageView place_of(const Job& job, std::size_t port, const GridTile& tile) const;
  void add_results(const TileSlot& slot, const Job& job, CopyList& copies) const;
  void add_inputs(TileSlot& slot, const Job& job, CopyList& copies, ChainRun& run) const;
  void start(TileSlot& slot, std::size_t index, Job& job, ChainRun& run);
  void download(TileSlot& slot, const Job& job, const ChainRun& run) const;
  void finish(TileSlot& slot, std::size_t index, double scatter_seconds, Job& job);
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
