// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "count" of GPUs: bands of an image go to the device while others are counted there.
//
//   slot 0   gather, upload | count    gather, upload | count ...
//   slot 1                    gather, upload | count ...
//
// Counters stay on the device until all bands are counted. Where the range must be found first, all
// bands are looked at before any is counted; they stay on the device if there is room for all.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "backends/backend.hpp"
#include "backends/gpu/histogram_code.hpp"
#include "backends/gpu/stage_times.hpp"
#include "backends/gpu/tiles.hpp"

namespace selvage::gpu {

class GpuCounts final : public Pipeline {
 public:
  // Blocks: compiles and reserves memory. When there is not enough, bands are halved, up to six
  // times; then throws Error{device}. The device must outlive the pipeline. Before `most_counted`
  // samples are passed, the device's counters, of 32 bits, are added to those of the host.
  GpuCounts(Device& device, const Work& work, ProgramSource& programs,
            std::int64_t most_counted = UINT32_MAX);

  void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
           Report& report) override;
  // Throws Error{unsupported}.
  void enqueue_native(const DeviceRun& run) override;

 private:
  struct Job;
  // What is done with each band.
  enum class Step { find, count };

  // A stream with staging.
  struct Slot {
    std::unique_ptr<HostBuffer> host;
    std::unique_ptr<Stream> stream;  // the last to come and the first to go
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

  // Small copies to and from the device; each blocks.
  FoundRange found_range();
  void put(Buffer& to, std::size_t bytes);
  void use_range(const FoundRange& found);
  void clear_counters();
  void collect_counters();

  Device& device_;
  Histogram filter_;
  std::vector<Pass> passes_;
  Problem problem_;
  Frame frame_;
  std::int64_t most_counted_;
  int channels_;  // that are counted
  bool finds_;    // the range
  CountKernels kernels_;
  StageTimes times_;
  TileGrid grid_;
  int halvings_ = 0;
  bool may_stay_ = true;  // there is room for all bands

  std::vector<Slot> slots_;                     // used in turn; empty: to be reserved
  std::vector<std::unique_ptr<Buffer>> bands_;  // of each band, or of each slot
  std::unique_ptr<Buffer> range_, edges_, counters_;
  std::unique_ptr<HostBuffer> staging_;  // of those three
  std::optional<Binning> binning_;       // none: it is found in each run
  std::int64_t counted_ = 0;             // samples in the device's counters
  std::vector<std::uint64_t> totals_;    // [channel][slot]
};

}  // namespace selvage::gpu
