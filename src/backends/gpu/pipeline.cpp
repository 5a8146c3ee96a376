// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "backends/gpu/parts.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "core/stopwatch.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

std::size_t bytes_of(const ConstImageView& dense) {
  return checked_mul(sample_bytes(dense.type), dense.width, dense.height, dense.channels,
                     dense.batch);
}

// Returns the view of the same samples in staging memory.
ImageView staged(HostBuffer& staging, const ConstImageView& dense) {
  return {.data = staging.data(),
          .type = dense.type,
          .width = dense.width,
          .height = dense.height,
          .channels = dense.channels,
          .batch = dense.batch,
          .stride = dense.stride};
}

template <class View>
View images_of(View view, int first, int count) {
  view.data += first * view.stride.batch;
  view.batch = count;
  return view;
}

// Returns `rect` relative to pixel (x, y).
Rect relative(const Rect& rect, int x, int y) {
  return {rect.x - x, rect.y - y, rect.width, rect.height};
}

[[noreturn]] void refuse(const OutOfMemory& why, std::string_view what) {
  throw Error(Errc::device,
              fmt::format("not enough memory on the device for {}: {}", what, why.what()),
              "close other programs that use it, or filter on the CPU");
}

PassChain make_chain(SlotStore& store, const planner::Decision& decision, const Frame& frame,
                     const MakeKernel& make_kernel) try {
  return store.with_room([&] { return PassChain(decision, frame, make_kernel); });
} catch (const OutOfMemory& why) {
  refuse(why, "the kernels' own data");
}

}  // namespace

// The arguments of run() and its progress.
struct GpuPipeline::Job {
  const Inputs& inputs;
  const Outputs& outputs;
  const Controls& controls;
  double told =
      0.0;  // share reported; never falls, though a run may start again with smaller tiles

  void tell(double share) {
    if (!controls.progress || share <= told) return;
    told = share;
    controls.progress(share);
  }
};

GpuPipeline::GpuPipeline(SlotStore& store, const planner::Decision& decision, const Frame& frame,
                         const MakeKernel& make_kernel)
    : store_(store),
      device_(store.device()),
      problem_(decision.problem),
      frame_(frame),
      chain_(make_chain(store, decision, frame, make_kernel)),
      times_(decision.offer.passes.size()),
      grid_(frame_.compute, problem_.batch,
            tile_shape(decision.offer.tuning.tile(), frame_.compute, problem_.batch)) {
  reserve();
}

GpuPipeline::~GpuPipeline() {
  store_.give(std::move(slots_));
}

void GpuPipeline::reserve() {
  while (slots_.empty()) {
    try {
      reserve_slots();
    } catch (const OutOfMemory& why) {
      halve_tiles(why);
    }
  }
}

void GpuPipeline::reserve_slots() {
  const SlotBytes bytes = slot_bytes(chain_, grid_, problem_);
  const std::size_t count = std::min(most_slots, grid_.size());
  const std::size_t needed = checked_mul(bytes.on_device(), count);
  const std::size_t usable = device_.facts().gpu.memory_bytes;
  if (usable > 0 && needed > usable)
    throw OutOfMemory(fmt::format("{} bytes of {}", needed, usable));
  std::vector<TileSlot> slots = store_.take(count, bytes);
  for (const TileSlot& slot : slots) {
    times_.marks().all(*slot.stream);
    slot.stream->wait();
  }
  slots_ = std::move(slots);
}

// Releases the slots first, because their memory is needed.
void GpuPipeline::halve_tiles(const OutOfMemory& why) {
  slots_.clear();
  const TileShape smaller = halved(grid_.shape());
  if (halvings_ == most_halvings || smaller == grid_.shape())
    refuse(why, fmt::format("tiles of {}x{} pixels", grid_.shape().width, grid_.shape().height));
  ++halvings_;
  grid_ = TileGrid(frame_.compute, problem_.batch, smaller);
}

void GpuPipeline::run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
                      Report& report) {
  Job job{inputs, outputs, controls};
  times_.start();
  for (bool done = false; !done;) {
    reserve();
    try {
      run_tiles(job);
      done = true;
    } catch (const OutOfMemory& why) {  // some drivers allocate only when a kernel starts
      drain();
      halve_tiles(why);
    } catch (...) {
      drain();
      slots_.clear();  // no other pipeline may get the slots that failed
      throw;
    }
  }
  times_.write(chain_.passes(), report);
}

void GpuPipeline::run_tiles(Job& job) {
  times_.start_tiles();
  for (TileSlot& slot : slots_) {
    times_.marks().run_begins(*slot.stream);
    slot.stream->flush();
  }
  const std::size_t tiles = grid_.size();
  for (std::size_t i = 0; i < tiles + slots_.size(); ++i) {
    TileSlot& slot = slots_[i % slots_.size()];
    if (slot.tile) finish(slot, job);
    if (i < tiles) start(slot, i, job);
  }
}

// Enqueues all work on a tile. Blocks while the host copies its pixels to staging memory.
void GpuPipeline::start(TileSlot& slot, std::size_t index, Job& job) {
  throw_if_cancelled(job.controls);
  slot.tile = grid_.at(index);
  slot.index = index;
  const GridTile& tile = *slot.tile;
  const Rect needed = chain_.rects(tile.compute).front();
  ChainRun run{.frame = frame_};
  run.frame.x = needed.x;
  run.frame.y = needed.y;
  run.frame.compute = tile.compute;
  upload(slot, needed, job, run);
  const auto target = [&](const ConstImageView& whole, std::size_t port) {
    DeviceView view{.buffer = slot.ports[port].device.get(),
                    .shape = dense_shape(whole.type, tile.compute, whole.channels, tile.images)};
    view.shape.alpha = whole.alpha;
    return view;
  };
  run.images.output = target(job.outputs.image, output_port);
  run.images.output.shape.alpha = run.images.image.shape.alpha;
  if (job.outputs.flags) run.images.flags = target(job.outputs.flags, flags_port);

  const TileMarks& marks = times_.marks();
  Stream& stream = *slot.stream;
  const auto tell = [&](double done) {
    job.tell((static_cast<double>(index) + done) / static_cast<double>(grid_.size()));
  };
  Controls controls{.cancel = job.controls.cancel};
  if (job.controls.progress) controls.progress = std::ref(tell);  // std::ref avoids an allocation
  chain_.enqueue(stream, run, slot.between, controls,
                 [&](std::size_t pass) { marks.passed(stream, pass); });
  for (std::size_t i = input_ports; i < device_ports.size(); ++i)
    if (const DeviceView& view = run.images.*device_ports[i])
      stream.download(slot.ports[i].host->data(), *slot.ports[i].device, 0, bytes_of(view.shape));
  marks.downloaded(stream);
  stream.flush();
}

// Gathers what the tile reads into staging memory, enqueues its upload and sets the run's inputs.
void GpuPipeline::upload(TileSlot& slot, const Rect& needed, const Job& job, ChainRun& run) {
  const GridTile& tile = *slot.tile;
  const bool whole_inputs = reads_whole_inputs(problem_.filter);
  const auto gather = [&](const ConstImageView& whole, TileSlot::Port& port) {
    const Rect held =
        whole_inputs ? Rect{0, 0, whole.width, whole.height} : relative(needed, frame_.x, frame_.y);
    const ConstImageView region = whole.region(held);
    const ConstImageView part =
        whole.batch > 1 ? images_of(region, tile.image, tile.images) : region;
    DeviceView view{.buffer = port.device.get(),
                    .shape = dense_shape(whole.type, held, whole.channels, part.batch)};
    view.shape.alpha = whole.alpha;
    copy_samples(part, staged(*port.host, view.shape));
    return view;
  };
  const Stopwatch gathering;
  for (std::size_t i = 0; i < input_ports; ++i)
    if (const ConstImageView& given = job.inputs.*image_inputs[i].view)
      run.images.*device_ports[i] = gather(given, slot.ports[i]);
  slot.gather_seconds = gathering.seconds();

  Stream& stream = *slot.stream;
  times_.marks().tile_begins(stream);
  for (std::size_t i = 0; i < input_ports; ++i)
    if (const DeviceView& view = run.images.*device_ports[i])
      stream.upload(*slot.ports[i].device, 0, slot.ports[i].host->data(), bytes_of(view.shape));
  times_.marks().uploaded(stream);
}

// Blocks until the slot's tile is done and copies it to the output.
void GpuPipeline::finish(TileSlot& slot, Job& job) {
  throw_if_cancelled(job.controls);
  const GridTile tile = *slot.tile;
  slot.stream->wait();
  const Stopwatch scattering;
  const auto scatter = [&](const ImageView& whole, std::size_t port) {
    const Rect place = relative(tile.compute, frame_.compute.x, frame_.compute.y);
    const ConstImageView dense = dense_shape(whole.type, tile.compute, whole.channels, tile.images);
    copy_samples(staged(*slot.ports[port].host, dense),
                 images_of(whole.region(place), tile.image, tile.images));
  };
  scatter(job.outputs.image, output_port);
  if (job.outputs.flags) scatter(job.outputs.flags, flags_port);
  slot.tile.reset();
  times_.add_tile(*slot.stream, slot.gather_seconds, scattering.seconds());
  job.tell(static_cast<double>(slot.index + 1) / static_cast<double>(grid_.size()));
}

// Blocks after a failure, while commands in flight still use the slots' memory.
void GpuPipeline::drain() noexcept {
  for (TileSlot& slot : slots_) {
    try {
      slot.stream->wait();
    } catch (...) {  // report only the failure that led here
    }
    slot.tile.reset();
  }
}

void GpuPipeline::enqueue(const DeviceImages& images, Stream& stream) try {
  if (!resident_) {
    std::vector<Rect> rects(chain_.passes().size() + 1);
    std::ranges::copy(chain_.rects(frame_.compute), rects.begin());
    const ConstImageView& image = images.image.shape;
    rects.front() = {frame_.x, frame_.y, image.width, image.height};
    resident_ = store_.with_room([&] {
      return std::make_unique<Between>(
          make_between(device_, chain_.between_bytes(rects, problem_.batch)));
    });
  }
  chain_.enqueue(stream, {.images = images, .frame = frame_}, *resident_);
} catch (const OutOfMemory& why) {
  refuse(why, "the images between the passes");
}

void GpuPipeline::enqueue_native(const DeviceRun& run) {
  std::array<std::unique_ptr<Buffer>, device_ports.size()> buffers;  // wrap the user's buffers
  DeviceImages images;
  for (std::size_t i = 0; i < device_ports.size(); ++i) {
    const DeviceImage& given = run.*native_images[i];
    if (given.buffer == 0) continue;
    buffers[i] = device_.wrap_buffer(given.buffer);
    images.*device_ports[i] = {
        .buffer = buffers[i].get(), .offset = given.offset, .shape = given.shape};
  }
  enqueue(images, *device_.wrap_stream(run.stream));
}

}  // namespace selvage::gpu
