// SPDX-License-Identifier: Apache-2.0
// The geometry-guided mean on a GPU: discontinuities, then rows, then columns, then the requested
// flags.

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <vector>

#include "backends/gpu/kernel.hpp"
#include "core/checked.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"
#include "methods/edge_stopping/gpu/edge_stopping_code.hpp"
#include "methods/edge_stopping/tuning.hpp"

namespace selvage::gpu {
namespace {

bool is_dense(const DeviceView& view) {
  return !view || rows_are_solid(view.shape);
}

Group launched(const WorkGroup& group) {
  return {.width = group.width, .height = group.height, .rows = group.rows};
}

class EdgeStoppingKernel final : public Kernel {
 public:
  EdgeStoppingKernel(const Problem& problem, const EdgeStoppingGpuTuning& tuning, Device& device,
                     ProgramSource& programs)
      : filter_(std::get<GeometryGuided>(problem.filter)),
        blocks_(channel_blocks(problem)),
        averaged_(averaged_at_a_time(problem)),
        tuning_(tuning),
        arguments_(geometry_arguments(problem)),
        marks_group_(launched(tuning.marks)),
        flags_group_(launched(tuning.flags)),
        rows_group_(launched(tuning.along_rows)),
        columns_group_(launched(tuning.along_columns)) {
    marks_group_.local_bytes = 768;  // three words for each of 64 rows or columns
    const GpuFacts gpu = device.facts().gpu;
    const bool tiled = tuning.along_rows.rows > 1;
    const auto code = [&](const char* file, const char* function, const Group& group, int block,
                          bool columns = false) {
      const GeometryText text{.file = file,
                              .function = function,
                              .group = group,
                              .rows_find_holes = tiled && rows_may_find_holes(problem),
                              .columns = columns,
                              .block = block};
      return DeviceCode([=](bool dense) { return geometry_code(text, problem, gpu, dense); },
                        programs);
    };
    flags_ = code("geometry_flags", "geometry_flags", flags_group_, 0);
    if (tiled)
      rows_group_.local_bytes =
          edge_stopping_tile_bytes(averaged_, filter_.radius, tuning.along_rows);
    const int last = static_cast<int>(blocks_.size()) - 1;
    for (const int block : std::set<int>{0, std::min(1, last), last}) {
      BlockCode& made = codes_.emplace_back();
      if (marks_read(problem, block))
        made.marks = code("geometry_marks", "geometry_marks", marks_group_, block);
      made.rows = tiled ? code("geometry_tile", "geometry_rows", rows_group_, block)
                        : code("geometry_taps", "geometry_taps", rows_group_, block);
      made.columns = tiled ? code("geometry_tile", "geometry_columns", columns_group_, block)
                           : code("geometry_taps", "geometry_taps", columns_group_, block, true);
    }
    const std::vector<float> tables = tiled ? reciprocal_tables(filter_) : weight_tables(filter_);
    tables_ = uploaded(device, std::as_bytes(std::span(tables)));
  }

  std::size_t scratch_bytes(int width, int height, int batch) const override {
    return EdgeStoppingScratch(averaged_, width, height, batch).total;
  }

  void enqueue(Stream& stream, const DeviceImages& images, Buffer* scratch, const Frame& frame,
               const Controls& controls) override {
    const DeviceView& image = images.image;
    const Rect& c = frame.compute;
    check_sizes(frame, image.shape.batch);
    const int halo = edge_stopping_halo(filter_);
    const Rect held = needed_rect(frame, Border::shrink, {halo, halo});
    const SelvageGeometry a = arguments(images, frame, held);
    const Launches common{.stream = stream,
                          .controls = controls,
                          .batch = image.shape.batch,
                          .dense = is_dense(image) && is_dense(images.normals) &&
                                   is_dense(images.depth) && is_dense(images.output),
                          .height = tuning_.launch_height,
                          .programmatic = true};
    const std::array<const Buffer*, 7> buffers{
        image.buffer, images.normals.buffer, images.depth.buffer, tables_.get(),
        scratch,      images.output.buffer,  images.flags.buffer};
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (DeviceCode& marks = code_of(i).marks)
        run_in_rows(common, marks, marks_group_, buffers, of_block(a, i), held);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const SelvageGeometry own = of_block(a, i);
      run_in_rows(common, code_of(i).rows, rows_group_, buffers, own,
                  {c.x, held.y, c.width, held.height});
      run_in_rows(common, code_of(i).columns, columns_group_, buffers, own, c);
    }
    if (images.flags) run_in_rows(common, flags_, flags_group_, buffers, a, c);
  }

 private:
  // Of the first block, those in the middle and the last one.
  struct BlockCode {
    DeviceCode marks, rows, columns;  // no marks: they need not read the block
  };

  BlockCode& code_of(std::size_t block) {
    const bool last = block > 0 && block + 1 == blocks_.size();
    return last ? codes_.back() : codes_.at(std::min<std::size_t>(block, 1));
  }

  SelvageGeometry of_block(SelvageGeometry a, std::size_t block) const {
    a.in.offset += blocks_[block].first * a.in.channel;
    a.out.offset += blocks_[block].first * a.out.channel;
    return a;
  }

  SelvageGeometry arguments(const DeviceImages& images, const Frame& frame,
                            const Rect& held) const {
    const Rect& c = frame.compute;
    SelvageGeometry a = arguments_;
    set_layouts(images, frame, a);
    if (images.normals) a.normals = layout_at(images.normals, frame.x, frame.y);
    if (images.depth) a.depth = layout_at(images.depth, frame.x, frame.y);
    if (images.flags) a.flags = layout_at(images.flags, c.x, c.y);
    a.held_x0 = held.x;
    a.held_y0 = held.y;
    a.held_x1 = held.x + held.width;
    a.held_y1 = held.y + held.height;
    const EdgeStoppingScratch s(averaged_, held.width, held.height, images.image.shape.batch);
    const auto layout = [](std::size_t offset, std::size_t image, std::size_t row) {
      return SelvageLayout{.offset = static_cast<i64>(offset),
                           .batch = static_cast<i64>(image),
                           .channel = 0,
                           .row = step_of(static_cast<std::ptrdiff_t>(row)),
                           .pixel = 4};
    };
    a.means = layout(0, s.means_image, s.means_row);
    a.right = layout(s.right, s.right_image, s.right_row);
    a.down = layout(s.down, s.down_image, s.down_row);
    a.holes = layout(s.holes, s.down_image, s.down_row);
    return a;
  }

  GeometryGuided filter_;
  std::vector<ChannelBlock> blocks_;
  int averaged_;  // channels at a time
  EdgeStoppingGpuTuning tuning_;
  SelvageGeometry arguments_;
  Group marks_group_, flags_group_, rows_group_, columns_group_;
  std::vector<BlockCode> codes_;
  DeviceCode flags_;
  std::unique_ptr<Buffer> tables_;
};

std::unique_ptr<Kernel> make_edge_stopping_kernel(const Pass&, const planner::Decision& decision,
                                                  Device& device, ProgramSource& programs) {
  return std::make_unique<EdgeStoppingKernel>(
      decision.problem, decision.offer.tuning.as<EdgeStoppingGpuTuning>(), device, programs);
}

}  // namespace

Factory edge_stopping_factory() {
  return {.kernel = make_edge_stopping_kernel};
}

}  // namespace selvage::gpu
