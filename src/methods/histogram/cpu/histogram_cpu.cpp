// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "backends/cpu/kernel.hpp"
#include "backends/cpu/tile_tasks.hpp"
#include "core/checked.hpp"
#include "core/stopwatch.hpp"
#include "methods/histogram/binning.hpp"
#include "methods/histogram/cpu/histogram_rows.hpp"

namespace selvage::cpu {
namespace {

class CpuCounts final : public Pipeline {
 public:
  CpuCounts(const planner::Decision& decision, const Frame& frame, const ExecutionContext& context)
      : filter_(std::get<Histogram>(decision.offer.passes.front().step)),
        name_(decision.offer.passes.front().name),
        type_(decision.problem.type),
        frame_(frame),
        tiles_(decision.offer.tuning.tile(), frame_.compute.width, frame_.compute.height,
               decision.problem.batch),
        runner_(context.runner) {
    const int channels = counted_channels(filter_, decision.problem.channels);
    workers_.resize(static_cast<std::size_t>(context.threads),
                    {.counter = SampleCounter(type_, filter_.bins, channels)});
    totals_.resize(static_cast<std::size_t>(channels) * workers_.front().counter.slots());
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
           Report& report) override {
    const Stopwatch pass;
    const Rect& c = frame_.compute;
    const ConstImageView part = counted_part(filter_, inputs.image)
                                    .region({c.x - frame_.x, c.y - frame_.y, c.width, c.height});
    // f16 finds its range among the counted values.
    const bool finds = type_ == PixelType::f32 && finds_range(filter_, type_);
    Progress progress(controls, std::int64_t{finds ? 2 : 1} * tiles_.count());
    const Binning binning =
        make_binning(filter_, type_, finds ? find_range(part, controls, progress) : FoundRange{});
    count(part, binning, controls, progress);
    if (type_ == PixelType::f32)
      count_slots(binning, totals_, *outputs.counts);
    else
      count_values(filter_, type_, totals_, *outputs.counts);
    report.stages.push_back({std::string(name_), pass.seconds()});
    report.kernel_seconds = report.seconds();
  }

 private:
  struct Worker {
    SampleCounter counter;
    FoundRange found = {};
  };

  // Calls work(tile's samples, worker) for all tiles.
  template <class F>
  void for_each_tile(const ConstImageView& part, const Controls& controls, Progress& progress,
                     F work) {
    runner_.run(tiles_.count(), [&](int tile, int worker) {
      stop_if_asked(controls);
      work(part.image(tiles_.image(tile)).region(tiles_.rect(tile)),
           workers_[static_cast<std::size_t>(worker)]);
      progress.tile_done();
    });
  }

  FoundRange find_range(const ConstImageView& part, const Controls& controls, Progress& progress) {
    for (Worker& worker : workers_) worker.found = {};
    for_each_tile(part, controls, progress, [](const ConstImageView& tile, Worker& worker) {
      worker.found.include(worker.counter.find(tile));
    });
    FoundRange found;
    for (const Worker& worker : workers_) found.include(worker.found);
    return found;
  }

  void count(const ConstImageView& part, const Binning& binning, const Controls& controls,
             Progress& progress) {
    // Clears the counts of a run that was stopped.
    for (Worker& worker : workers_) worker.counter.add_to(totals_);
    std::ranges::fill(totals_, 0);
    std::mutex adding;
    for_each_tile(part, controls, progress, [&](const ConstImageView& tile, Worker& worker) {
      if (worker.counter.is_full(checked_mul(tile.width, tile.height, tile.channels))) {
        const std::scoped_lock lock(adding);
        worker.counter.add_to(totals_);
      }
      worker.counter.count(tile, binning);
    });
    for (Worker& worker : workers_) worker.counter.add_to(totals_);
  }

  Histogram filter_;
  std::string_view name_;
  PixelType type_;
  Frame frame_;
  TileTasks tiles_;
  TaskRunner& runner_;
  std::vector<Worker> workers_;
  std::vector<std::uint64_t> totals_;  // [channel][slot]
};

}  // namespace

Factory make_histogram;

std::unique_ptr<Pipeline> make_histogram(const planner::Decision& decision, const Frame& frame,
                                         const ExecutionContext& context) {
  return std::make_unique<CpuCounts>(decision, frame, context);
}

}  // namespace selvage::cpu
