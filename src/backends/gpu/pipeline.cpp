// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "backends/gpu/parts.hpp"
#include "backends/gpu/staging.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "core/stopwatch.hpp"
#include "core/views.hpp"
#include "planner/gpu_tiles.hpp"
#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

std::size_t bytes_of(const ConstImageView& dense) {
  return checked_mul(sample_bytes(dense.type), dense.width, dense.height, dense.channels,
                     dense.batch);
}

// Returns the slices of one image as images of a batch.
template <class View>
View slices_as_batch(View view) {
  view.batch = std::exchange(view.depth, 1);
  view.stride.batch = view.stride.slice;
  return view;
}

// Returns whether the samples are interleaved without gaps.
bool is_dense(const ConstImageView& v) {
  const Strides dense = interleaved_strides(v.type, v.width, v.height, v.channels);
  return rows_are_solid(v) && (v.height == 1 || v.stride.row == dense.row) &&
         (v.batch == 1 || v.stride.batch == dense.batch);
}

bool is_page_locked(const Device& device, const ConstImageView& view) {
  const Extent extent = extent_of("image", view);
  return device.is_page_locked(view.data + extent.first,
                               static_cast<std::size_t>(extent.last - extent.first));
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
  std::array<bool, device_ports.size()> page_locked = {};  // the images that were given
  // The share reported; it never falls, though a run may start again with smaller tiles.
  double told = 0.0;
  std::int64_t certified = 0, recomputed = 0;  // of the tiles that are done

  // Returns whether the device copies this part of the image itself.
  bool in_place(std::size_t port, const ConstImageView& part) const {
    return page_locked[port] && is_dense(part);
  }

  void tell(double share) {
    if (!controls.progress || share <= told) return;
    told = share;
    controls.progress(share);
  }
};

// Returns where a tile's result belongs; no data: the output is not wanted.
ImageView GpuPipeline::place_of(const Job& job, std::size_t port, const GridTile& tile) const {
  const ImageView& whole = job.outputs.*image_outputs[port - input_ports].view;
  if (!whole) return {};
  const Rect place = relative(tile.compute, frame_.compute.x, frame_.compute.y);
  return part_of(whole.region(place), tile, relative(tile.slices, frame_.slices.first));
}

template <class View>
View GpuPipeline::part_of(const View& view, const GridTile& tile, const Slices& slices) const {
  if (has_slices())
    return slices_as_batch(
        view.image(view.batch > 1 ? tile.image : 0).slices(slices.first, slices.count));
  return view.batch > 1 ? images_of(view, tile.image, tile.images) : view;
}

int GpuPipeline::result_images(const GridTile& tile) const {
  return has_slices() ? tile.slices.count : tile.images;
}

// What the host copies at a time: results of one tile, inputs of another.
class GpuPipeline::CopyList {
 public:
  void add(const StagingCopy& copy) {
    copies_.at(count_++) = copy;
    (copy.is_upload ? in_ : out_) += static_cast<double>(bytes_of(copy.to));
  }
  // Blocks.
  void run(TaskRunner& runner) {
    if (count_ == 0) return;
    const Stopwatch copying;
    copy_staged(runner, {copies_.data(), count_});
    seconds_ = copying.seconds();
  }
  // Shares of the time, by bytes.
  double gather_seconds() const { return count_ > 0 ? seconds_ * in_ / (in_ + out_) : 0.0; }
  double scatter_seconds() const { return count_ > 0 ? seconds_ * out_ / (in_ + out_) : 0.0; }

 private:
  std::array<StagingCopy, device_ports.size()> copies_ = {};
  std::size_t count_ = 0;
  double in_ = 0.0, out_ = 0.0;  // bytes
  double seconds_ = 0.0;
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
            tile_shape(decision.offer.tuning.tile(), frame_.compute,
                       has_slices() ? 1 : problem_.batch, frame_.slices.count),
            frame_.slices) {
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
  const std::size_t count = std::min(planner::tiles_in_flight, grid_.size());
  const std::size_t needed = checked_mul(bytes.on_device(), count);
  const std::size_t usable = device_.facts().gpu.memory_bytes;
  if (usable > 0 && needed > usable)
    throw OutOfMemory(fmt::format("{} bytes of {}", needed, usable));
  slots_ = store_.take(count, bytes);
}

// Releases the slots first, because their memory is needed.
void GpuPipeline::halve_tiles(const OutOfMemory& why) {
  slots_.clear();
  const TileGrid smaller = smaller_tiles(chain_, grid_, problem_);
  if (halvings_ == most_halvings || smaller.shape() == grid_.shape())
    refuse(why, fmt::format("tiles of {}x{} pixels", grid_.shape().width, grid_.shape().height));
  ++halvings_;
  grid_ = smaller;
}

void GpuPipeline::run(const Inputs& inputs, const Outputs& outputs, const Controls& controls,
                      Report& report) {
  Job job{inputs, outputs, controls};
  for (std::size_t i = 0; i < input_ports; ++i)
    if (const ConstImageView& given = inputs.*image_inputs[i].view)
      job.page_locked[i] = is_page_locked(device_, given);
  for (std::size_t i = 0; i < image_outputs.size(); ++i)
    if (const ImageView& given = outputs.*image_outputs[i].view)
      job.page_locked[input_ports + i] = is_page_locked(device_, given);
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
  report.certified += job.certified;
  report.recomputed += job.recomputed;
}

// While the host copies one tile's results and the pixels of the next one for the same slot, the
// other slots keep the device busy.
void GpuPipeline::run_tiles(Job& job) {
  times_.start_tiles();
  job.certified = job.recomputed = 0;
  for (TileSlot& slot : slots_) {
    times_.marks().run_begins(*slot.stream);
    slot.stream->flush();
  }
  const std::size_t tiles = grid_.size(), slots = slots_.size();
  for (std::size_t i = 0; i < tiles + slots; ++i) {
    throw_if_cancelled(job.controls);
    TileSlot& slot = slots_[i % slots];
    const bool ends = i >= slots, begins = i < tiles;
    CopyList copies;
    ChainRun run{.frame = frame_};
    if (i == slots && !job.page_locked[output_port]) populate(store_.runner(), job.outputs.image);
    if (ends) {
      slot.stream->wait();
      add_results(slot, job, copies);
    }
    if (begins) {
      slot.tile = grid_.at(i);
      add_inputs(slot, job, copies, run);
    }
    copies.run(store_.runner());
    if (ends) finish(slot, i - slots, copies.scatter_seconds(), job);
    slot.gather_seconds = copies.gather_seconds();
    if (begins) start(slot, i, job, run);
  }
}

// Adds the copies of a finished tile's results to their places.
void GpuPipeline::add_results(const TileSlot& slot, const Job& job, CopyList& copies) const {
  for (std::size_t i = input_ports; i < device_ports.size(); ++i) {
    const ImageView place = place_of(job, i, slot.tile);
    if (!place || job.in_place(i, place)) continue;
    const ConstImageView dense =
        dense_shape(place.type, slot.tile.compute, place.channels, place.batch);
    copies.add({.from = view_at(slot.ports[i].host->data(), dense), .to = place});
  }
}

// Sets the run's frame and inputs. Adds the copies of what the tile reads, unless the device can
// read it in place.
void GpuPipeline::add_inputs(TileSlot& slot, const Job& job, CopyList& copies,
                             ChainRun& run) const {
  const GridTile& tile = slot.tile;
  const Rect needed = chain_.rects(tile.compute).front();
  run.frame.x = needed.x;
  run.frame.y = needed.y;
  run.frame.compute = tile.compute;
  run.frame.slices = tile.slices;
  const Slices slices = chain_.slices(tile.slices).front();
  run.frame.z = slices.first;
  for (std::size_t i = 0; i < input_ports; ++i) {
    const ConstImageView& whole = job.inputs.*image_inputs[i].view;
    if (!whole) continue;
    const Rect held = reads_whole_inputs(problem_.filter) ? Rect{0, 0, whole.width, whole.height}
                                                          : relative(needed, frame_.x, frame_.y);
    const ConstImageView part = part_of(whole.region(held), tile, relative(slices, frame_.z));
    TileSlot::Port& port = slot.ports[i];
    DeviceView view{.buffer = port.device.get(),
                    .shape = dense_shape(whole.type, held, whole.channels, part.batch)};
    view.shape.alpha = whole.alpha;
    run.images.*device_ports[i] = view;
    const bool in_place = job.in_place(i, part);
    port.source = in_place ? part.data : port.host->data();
    if (!in_place)
      copies.add({.from = part, .to = view_at(port.host->data(), view.shape), .is_upload = true});
  }
}

// Enqueues all work on a tile.
void GpuPipeline::start(TileSlot& slot, std::size_t index, Job& job, ChainRun& run) {
  const auto target = [&](const ConstImageView& whole, std::size_t port) {
    DeviceView view{.buffer = slot.ports[port].device.get(),
                    .shape = dense_shape(whole.type, slot.tile.compute, whole.channels,
                                         result_images(slot.tile))};
    view.shape.alpha = whole.alpha;
    return view;
  };
  run.images.output = target(job.outputs.image, output_port);
  run.images.output.shape.alpha = run.images.image.shape.alpha;
  if (job.outputs.flags) run.images.flags = target(job.outputs.flags, flags_port);

  const TileMarks& marks = times_.marks();
  Stream& stream = *slot.stream;
  marks.tile_begins(stream);
  for (std::size_t i = 0; i < input_ports; ++i)
    if (const DeviceView& view = run.images.*device_ports[i])
      stream.upload(*slot.ports[i].device, 0, slot.ports[i].source, bytes_of(view.shape));
  marks.uploaded(stream);
  const auto tell = [&](double done) {
    job.tell((static_cast<double>(index) + done) / static_cast<double>(grid_.size()));
  };
  Controls controls{.cancel = job.controls.cancel};
  if (job.controls.progress) controls.progress = std::ref(tell);  // std::ref avoids an allocation
  chain_.enqueue(stream, run, slot.between, controls,
                 [&](std::size_t pass) { marks.passed(stream, pass); });
  download(slot, job, run);
  marks.downloaded(stream);
  stream.flush();
}

// Enqueues the copies of the results to staging memory, or in place.
void GpuPipeline::download(TileSlot& slot, const Job& job, const ChainRun& run) const {
  for (std::size_t i = input_ports; i < device_ports.size(); ++i) {
    const DeviceView& view = run.images.*device_ports[i];
    if (!view) continue;
    const ImageView place = place_of(job, i, slot.tile);
    std::byte* const to = job.in_place(i, place) ? place.data : slot.ports[i].host->data();
    slot.stream->download(to, *slot.ports[i].device, 0, bytes_of(view.shape));
  }
  slot.download_count();
}

// Accounts for a tile whose results are in place.
void GpuPipeline::finish(TileSlot& slot, std::size_t index, double scatter_seconds, Job& job) {
  times_.add_tile(*slot.stream, slot.gather_seconds, scatter_seconds);
  const GridTile tile = grid_.at(index);  // slot.tile is the next one
  job.certified += chain_.certified(tile.compute, result_images(tile));
  job.recomputed += slot.count();
  job.tell(static_cast<double>(index + 1) / static_cast<double>(grid_.size()));
}

// Blocks after a failure, while commands in flight still use the slots' memory.
void GpuPipeline::drain() noexcept {
  for (TileSlot& slot : slots_) {
    try {
      slot.stream->wait();
    } catch (...) {  // report only the failure that led here
    }
  }
}

// Slices come as images of a batch, so images with depth come one at a time.
void GpuPipeline::enqueue(const DeviceImages& images, Stream& stream) {
  if (!has_slices()) return enqueue_images(images, stream);
  for (int i = 0; i < problem_.batch; ++i) {
    DeviceImages image = images;
    for (const auto port : device_ports) {
      DeviceView& view = image.*port;
      if (!view) continue;
      if (view.shape.batch > 1) view.offset += i * view.shape.stride.batch;
      view.shape = slices_as_batch(view.shape);
    }
    enqueue_images(image, stream);
  }
}

void GpuPipeline::enqueue_images(const DeviceImages& images, Stream& stream) try {
  if (!resident_) {
    std::vector<Rect> rects(chain_.passes().size() + 1);
    std::ranges::copy(chain_.rects(frame_.compute), rects.begin());
    const ConstImageView& image = images.image.shape;
    // An upsampling's image is not as large as what its result needs.
    if (!reads_whole_inputs(problem_.filter))
      rects.front() = {frame_.x, frame_.y, image.width, image.height};
    resident_ = store_.with_room([&] {
      return std::make_unique<Between>(
          make_between(device_, chain_.between_bytes(rects, image.batch)));
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
