// SPDX-License-Identifier: Apache-2.0
#include "methods/histogram/gpu/histogram_gpu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <variant>

#include "backends/gpu/parts.hpp"
#include "backends/gpu/pass_chain.hpp"
#include "backends/gpu/staging.hpp"
#include "core/checked.hpp"
#include "core/stopwatch.hpp"
#include "planner/gpu_tiles.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {

// The arguments of a run, kept until it succeeds or gives up.
struct GpuCounts::Job {
  ConstImageView part;  // the counted channels
  const Controls& controls;
  std::size_t bands_done = 0, bands = 0;  // in all steps
  double told = 0.0;  // reported fraction; it never falls, even if a run restarts

  void tell() {
    const double share = static_cast<double>(++bands_done) / static_cast<double>(bands);
    if (!controls.progress || share <= told) return;
    told = share;
    controls.progress(share);
  }
};

GpuCounts::GpuCounts(const planner::Decision& decision, const Frame& frame,
                     const ExecutionContext& context, std::int64_t most_counted)
    : device_(context.device),
      runner_(context.runner),
      filter_(std::get<Histogram>(decision.offer.passes.front().step)),
      passes_(decision.offer.passes),
      problem_(decision.problem),
      frame_(frame),
      most_counted_(most_counted),
      channels_(counted_channels(filter_, problem_.channels)),
      finds_(finds_range(filter_, problem_.type)),
      kernels_(filter_, problem_.type, channels_, decision.offer.tuning.as<HistogramGpuTuning>(),
               device_.facts().gpu, context.programs),
      times_(passes_.size()),
      grid_(frame_.compute, problem_.batch,
            tile_shape(decision.offer.tuning.tile(), frame_.compute, problem_.batch)),
      totals_(kernels_.counters()) {
  if (!finds_) {
    binning_ = make_binning(filter_, problem_.type, {});
    kernels_.set_range(*binning_);
  }
  reserve();
}

void GpuCounts::reserve() {
  while (slots_.empty()) {
    try {
      reserve_bands();
    } catch (const OutOfMemory& why) {
      make_room(why);
    }
  }
}

void GpuCounts::reserve_bands() {
  const TileShape& shape = grid_.shape();
  const std::size_t band =
      checked_mul(sample_bytes(problem_.type), shape.width, shape.height, shape.images, channels_);
  const std::size_t slots = std::min(planner::tiles_in_flight, grid_.size());
  const std::size_t bands = finds_ && may_stay_ ? grid_.size() : slots;
  const std::size_t counters = kernels_.counters() * sizeof(std::uint32_t);
  const std::size_t edges = kernels_.edges().size_bytes();
  const std::size_t needed =
      checked_add(checked_mul(band, bands), counters, edges, sizeof(FoundRange));
  const GpuFacts& gpu = device_.facts().gpu;
  if (gpu.memory_bytes > 0 && needed > gpu.memory_bytes)
    throw OutOfMemory(fmt::format("{} bytes of {}", needed, gpu.memory_bytes));
  if (gpu.largest_buffer_bytes > 0 && band > gpu.largest_buffer_bytes)
    throw OutOfMemory(fmt::format("a buffer of {} bytes; the device's largest has {}", band,
                                  gpu.largest_buffer_bytes));
  for (std::size_t i = 0; i < bands; ++i) bands_.push_back(device_.buffer(band));
  range_ = device_.buffer(sizeof(FoundRange));
  edges_ = device_.buffer(edges);
  counters_ = device_.buffer(counters);
  staging_ = device_.host_buffer(std::max({counters, edges, sizeof(FoundRange)}));
  std::vector<Slot> made(slots);
  for (Slot& slot : made) {
    slot.host = device_.host_buffer(band);
    slot.stream = device_.stream();
    TileMarks::all(*slot.stream);
    slot.stream->wait();
  }
  slots_ = std::move(made);
}

// Releases memory first, since that is the shortage.
void GpuCounts::make_room(const OutOfMemory& why) {
  slots_.clear();
  bands_.clear();
  if (finds_ && may_stay_ && grid_.size() > planner::tiles_in_flight) {
    may_stay_ = false;  // bands are uploaded twice
    return;
  }
  const TileShape smaller = halved(grid_.shape());
  if (halvings_ == most_halvings || smaller == grid_.shape())
    throw Error(Errc::device,
                fmt::format("not enough memory on the device for bands of {}x{} pixels: {}",
                            grid_.shape().width, grid_.shape().height, why.what()),
                "close other programs that use it, or count on the CPU");
  ++halvings_;
  grid_ = TileGrid(frame_.compute, problem_.batch, smaller);
}

void GpuCounts::run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
                    Report& report) {
  const Rect& c = frame_.compute;
  Job job{.part = counted_part(filter_, inputs.image)
                      .region({c.x - frame_.x, c.y - frame_.y, c.width, c.height}),
          .controls = controls};
  times_.start();
  for (bool done = false; !done;) {
    reserve();
    try {
      count_all(job);
      done = true;
    } catch (const OutOfMemory& why) {  // some drivers allocate only when a kernel starts
      drain();
      make_room(why);
    } catch (...) {
      drain();
      throw;
    }
  }
  if (problem_.type == PixelType::u8)
    count_values(filter_, problem_.type, totals_, *outputs.counts);
  else
    count_slots(*binning_, totals_, *outputs.counts);
  times_.write(passes_, report);
}

void GpuCounts::count_all(Job& job) {
  times_.start_tiles();
  for (Slot& slot : slots_) {
    times_.marks().run_begins(*slot.stream);
    slot.stream->flush();
  }
  job.bands_done = 0;
  job.bands = grid_.size() * (finds_ ? 2 : 1);
  FoundRange found;
  if (finds_) {
    std::memcpy(staging_->data(), &found, sizeof found);
    put(*range_, sizeof found);
    for_each_band(Step::find, job);
    found = found_range();
  }
  use_range(found);
  std::ranges::fill(totals_, 0);
  clear_counters();
  for_each_band(Step::count, job);
  collect_counters();
}

void GpuCounts::for_each_band(Step step, Job& job) {
  const std::size_t bands = grid_.size();
  for (std::size_t i = 0; i < bands + slots_.size(); ++i) {
    Slot& slot = slots_[i % slots_.size()];
    if (slot.busy) finish(slot, job);
    if (i < bands) start(slot, i, step, job);
  }
}

// Enqueues all work for a band.
void GpuCounts::start(Slot& slot, std::size_t index, Step step, Job& job) {
  throw_if_cancelled(job.controls);
  const GridTile tile = grid_.at(index);
  const std::int64_t samples =
      std::int64_t{tile.compute.width} * tile.compute.height * tile.images * channels_;
  if (step == Step::count && counted_ + samples > most_counted_) {
    for (Slot& other : slots_)
      if (other.busy) finish(other, job);
    collect_counters();
    clear_counters();
  }
  Stream& stream = *slot.stream;
  const bool stays = bands_.size() == grid_.size();
  slot.gather_seconds = 0.0;
  if (step == Step::count && finds_ && stays)
    times_.marks().tile_begins(stream);
  else
    upload(slot, index, job);
  times_.marks().uploaded(stream);
  const Buffer& band = *bands_[index % bands_.size()];
  if (step == Step::find) {
    kernels_.find(stream, band, samples, *range_);
  } else {
    kernels_.count(stream, band, samples, edges_.get(), *counters_);
    counted_ += samples;
  }
  times_.marks().passed(stream, 0);
  times_.marks().downloaded(stream);
  stream.flush();
  slot.busy = true;
}

// Gathers a band's samples and enqueues their upload.
void GpuCounts::upload(Slot& slot, std::size_t index, const Job& job) {
  const GridTile tile = grid_.at(index);
  const Rect& c = frame_.compute;
  const ConstImageView part = job.part.region(relative(tile.compute, c.x, c.y));
  const ConstImageView from = images_of(part, tile.image, tile.images);
  const ConstImageView dense = dense_shape(from.type, tile.compute, channels_, tile.images);
  const Stopwatch gathering;
  const StagingCopy copy{.from = from, .to = view_at(slot.host->data(), dense), .is_upload = true};
  copy_staged(runner_, {&copy, 1});
  slot.gather_seconds = gathering.seconds();
  times_.marks().tile_begins(*slot.stream);
  slot.stream->upload(*bands_[index % bands_.size()], 0, slot.host->data(),
                      checked_mul(sample_bytes(from.type), tile.compute.width, tile.compute.height,
                                  channels_, tile.images));
}

void GpuCounts::finish(Slot& slot, Job& job) {
  throw_if_cancelled(job.controls);
  slot.stream->wait();
  slot.busy = false;
  times_.add_tile(*slot.stream, slot.gather_seconds, 0.0);
  job.tell();
}

// Waits after a failure, since work in flight still reads and writes the slots' memory.
void GpuCounts::drain() noexcept {
  for (Slot& slot : slots_) {
    try {
      slot.stream->wait();
    } catch (...) {  // the first failure is the one to report
    }
    slot.busy = false;
  }
}

// Uploads the contents of the staging buffer.
void GpuCounts::put(Buffer& to, std::size_t bytes) {
  Stream& stream = *slots_.front().stream;
  stream.upload(to, 0, staging_->data(), bytes);
  stream.wait();
}

FoundRange GpuCounts::found_range() {
  Stream& stream = *slots_.front().stream;
  FoundRange found;
  stream.download(staging_->data(), *range_, 0, sizeof found);
  stream.wait();
  std::memcpy(&found, staging_->data(), sizeof found);
  return found;
}

void GpuCounts::use_range(const FoundRange& found) {
  if (finds_) {
    binning_ = make_binning(filter_, problem_.type, found);
    kernels_.set_range(*binning_);
  }
  const auto edges = std::as_bytes(kernels_.edges());
  if (edges.empty()) return;
  std::ranges::copy(edges, staging_->data());
  put(*edges_, edges.size());
}

void GpuCounts::clear_counters() {
  const std::size_t bytes = kernels_.counters() * sizeof(std::uint32_t);
  std::fill_n(staging_->data(), bytes, std::byte{0});
  put(*counters_, bytes);
  counted_ = 0;
}

void GpuCounts::collect_counters() {
  Stream& stream = *slots_.front().stream;
  const std::size_t bytes = kernels_.counters() * sizeof(std::uint32_t);
  stream.download(staging_->data(), *counters_, 0, bytes);
  stream.wait();
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    std::uint32_t count = 0;
    std::memcpy(&count, staging_->data() + i * sizeof count, sizeof count);
    totals_[i] += count;
  }
}

void GpuCounts::enqueue_native(const DeviceRun&) {
  throw Error(Errc::unsupported,
              "a histogram cannot run on device buffers: its result is counts, not an image",
              "run its plan, or the engine, on images of the host");
}

namespace {

std::unique_ptr<Pipeline> make_histogram_pipeline(const planner::Decision& decision,
                                                  const Frame& frame,
                                                  const ExecutionContext& context) {
  return std::make_unique<GpuCounts>(decision, frame, context);
}

}  // namespace

Factory histogram_factory() {
  return {.pipeline = make_histogram_pipeline};
}

}  // namespace selvage::gpu
