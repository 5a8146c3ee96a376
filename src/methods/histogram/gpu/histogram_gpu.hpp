// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "histogram" of GPUs: uploads bands of an image while the device counts others.
//
//   slot 0   gather, upload | count    gather, upload | count ...
//   slot 1                    gather, upload | count ...
//
// Counters stay on the device until all bands are counted. If the range must be found first, all
// bands are searched before any is counted; they stay on the device if there is room for all.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "backends/backend.hpp"
#include "backends/gpu/stage_times.hpp"
#include "backends/gpu/tiles.hpp"
#include "methods/histogram/gpu/histogram_code.hpp"

namespace selvage::gpu {

class GpuCounts final : public Pipeline {
 public:
  // Blocks to compile and to reserve memory. If memory is short, halves the bands up to six times,
  // then throws Error{device}. The context's parts must outlive the pipeline. Before the device's
  // 32-bit counters exceed `most_counted` samples, they are added to the host's counters.
  GpuCounts(const planner::Decision& decision, const Frame& frame, const ExecutionContext& context,
            std::int64_t most_counted = UINT32_MAX);

  void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
           Report& report) override;
  // Throws Error{unsupported}.
  void enqueue_native(const DeviceRun& run) override;

 private:
  struct Job;
  // The step to run on each band.
  enum class Step { find, count };

  // A stream with its staging buffer.
  struct Slot {
    std::unique_ptr<HostBuffer> host;
    std::unique_ptr<Stream> stream;  // constructed last and destroyed first
    bool busy = false;
    double gather_seconds = 0.0;
  };

  void reserve();
  void reserve_bands();
  void make_room(const OutOfMemory& why);
  void count_all(Job& job);
  void for_each_band(Step step, Job& job);
  void start(Slot& slot, std::size_t index, Step step, Job& job);
  void upload(Slot& slot, std::size_t index, const Job& job);
  void finish(Slot& slot, Job& job);
  void drain() noexcept;

  // Small copies to and from the device. Each blocks.
  FoundRange found_range();
  void put(Buffer& to, std::size_t bytes);
  void use_range(const FoundRange& found);
  void clear_counters();
  void collect_counters();

  Device& device_;
  TaskRunner& runner_;
  Histogram filter_;
  std::vector<Pass> passes_;
  Problem problem_;
  Frame frame_;
  std::int64_t most_counted_;
  int channels_;  // counted channels
  bool finds_;    // whether it finds the range
  CountKernels kernels_;
  StageTimes times_;
  TileGrid grid_;
  int halvings_ = 0;
  bool may_stay_ = true;  // whether all bands may stay on the device

  std::vector<Slot> slots_;                     // used in turn; empty until reserved
  std::vector<std::unique_ptr<Buffer>> bands_;  // one for each band, or for each slot
  std::unique_ptr<Buffer> range_, edges_, counters_;
  std::unique_ptr<HostBuffer> staging_;  // staging for those three
  std::optional<Binning> binning_;       // none if each run finds it
  std::int64_t counted_ = 0;             // samples in the device's counters
  std::vector<std::uint64_t> totals_;    // [channel][slot]
};

}  // namespace selvage::gpu
