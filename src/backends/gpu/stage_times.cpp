// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/stage_times.hpp"

#include <algorithm>
#include <string>

namespace selvage::gpu {

TileMarks::TileMarks(std::size_t passes)
    // The run, the tile, the upload and the download have a slot each.
    : passes_(passes), groups_(std::min<std::size_t>(passes, slots - 4)) {}

void TileMarks::passed(Stream& stream, std::size_t pass) const {
  const std::size_t group = pass * groups_ / passes_;
  if (pass + 1 == group_begin(group + 1)) stream.record(slot_after(group));
}

void TileMarks::all(Stream& stream) {
  for (int slot = 0; slot < slots; ++slot) stream.record(slot);
}

void StageTimes::start() {
  begin_ = std::chrono::steady_clock::now();
}

void StageTimes::start_tiles() {
  std::ranges::fill(passes_, 0.0);
  upload_ = download_ = kernels_end_ = 0.0;
}

void StageTimes::add_tile(Stream& stream, double gather_seconds, double scatter_seconds) {
  const TileMarks& m = marks_;
  upload_ += gather_seconds + stream.seconds_between(TileMarks::tile_mark, TileMarks::upload_mark);
  const int last = m.slot_after(m.groups_ - 1);
  download_ += scatter_seconds + stream.seconds_between(last, m.slot_after(m.groups_));

  // This tile's kernels may have waited for the previous tile's, in another stream. Time that was
  // counted already does not count again.
  for (std::size_t group = 0; group < m.groups_; ++group) {
    const double from = stream.seconds_between(TileMarks::run_mark, m.slot_after(group) - 1);
    const double to = stream.seconds_between(TileMarks::run_mark, m.slot_after(group));
    const double seconds = std::max(0.0, to - std::max(from, kernels_end_));
    kernels_end_ = std::max(kernels_end_, to);
    const std::size_t first = m.group_begin(group), end = m.group_begin(group + 1);
    for (std::size_t pass = first; pass < end; ++pass)
      passes_[pass] += seconds / static_cast<double>(end - first);
  }
}

void StageTimes::write(std::span<const Pass> passes, Report& report) const {
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin_;
  double kernels = 0.0;
  for (const double seconds : passes_) kernels += seconds;
  const double rest = std::max(0.0, whole.count() - kernels);
  const double copies = upload_ + download_;
  const double upload_share = copies > 0.0 ? upload_ / copies : 0.5;

  report.stages.push_back({"upload", rest * upload_share});
  for (std::size_t i = 0; i < passes.size(); ++i)
    report.stages.push_back({std::string(passes[i].name), passes_[i]});
  report.stages.push_back({"download", rest * (1.0 - upload_share)});
  report.kernel_seconds = kernels;
}

}  // namespace selvage::gpu
