// SPDX-License-Identifier: Apache-2.0
#include "methods/edge_stopping/cpu/edge_stopping_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "backends/cpu/aligned_numbers.hpp"
#include "backends/cpu/tile_tasks.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/views.hpp"
#include "methods/edge_stopping/cpu/buffers.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"

namespace selvage::cpu {
namespace {

enum Flag : std::uint8_t { left = 1, right = 2, up = 4, down = 8, invalid = 16 };

// Stores the means of a row in an image, and copies the rest.
template <class T, class Real>
void store_means(const ConstImageView& from, const ImageView& to, const Real* means,
                 std::ptrdiff_t plane, int averaged, const std::uint8_t* flags) {
  for (int c = 0; c < averaged; ++c) {
    const Real* const mean = means + c * plane;
    std::byte* at = to.at(0, 0, c);
    for (int x = 0; x < to.width; ++x, at += to.stride.pixel) {
      if constexpr (is_integer_sample<T>)
        write_sample(
            at, static_cast<T>(std::lrint(std::clamp(mean[x], Real{0}, Real{sample_scale<T>}))));
      else
        write_sample(at, round_sample<T>(mean[x]));
    }
  }
  const bool holes = std::any_of(flags, flags + to.width, [](int f) { return f >= invalid; });
  for (int c = holes ? 0 : averaged; c < to.channels; ++c)
    for (int x = 0; x < to.width; ++x)
      if (c >= averaged || flags[x] >= invalid)
        std::memcpy(to.at(x, 0, c), from.at(x, 0, c), sizeof(T));
}

template <class Real>
class EdgeStoppingKernel final : public Kernel {
 public:
  EdgeStoppingKernel(const Problem& problem, const Tile& tile, EdgeStoppingTaps<Real> taps,
                     const ExecutionContext& context)
      : filter_(std::get<GeometryGuided>(problem.filter)),
        tile_(tile),
        shape_(problem, tile),
        row_(edge_stopping_weights(filter_).row),
        column_(edge_stopping_weights(filter_).column),
        loader_(problem),
        taps_(taps),
        runner_(context.runner),
        means_(shape_.mean_numbers(), Untouched{}),
        flags_(shape_.flag_bytes(), Untouched{}) {
    for (int i = 0; i < context.threads; ++i) workers_.emplace_back(shape_);
  }

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    const Rect& c = frame.compute;
    const int halo = edge_stopping_halo(filter_);
    Job job{.frame = frame, .controls = controls};
    job.held = needed_rect(frame, Border::shrink, {halo, halo});
    const TileTasks cells(tile_, c.width, c.height, 1);
    const int bands = (job.held.height + tile_.height - 1) / tile_.height;
    Progress progress(controls, (std::int64_t{bands} + cells.count()) * inputs.image.batch);
    for (int b = 0; b < inputs.image.batch; ++b) {
      job.inputs = {.image = inputs.image.image(b),
                    .normals = image_of_batch(inputs.normals, b),
                    .depth = image_of_batch(inputs.depth, b)};
      job.image = outputs.image.image(b);
      job.flags = outputs.flags ? outputs.flags.image(b) : outputs.flags;
      runner_.run(bands, [&](int band, int worker) {
        filter_rows(job, band * tile_.height, workers_[static_cast<std::size_t>(worker)]);
        progress.tile_done();
      });
      runner_.run(cells.count(), [&](int cell, int worker) {
        filter_columns(job, cells.rect(cell), workers_[static_cast<std::size_t>(worker)]);
        progress.tile_done();
      });
    }
  }

 private:
  // One image. Means and flags have the rows of `held` and the columns of frame.compute.
  struct Job {
    const Frame& frame;
    const Controls& controls;
    Rect held = {};  // the part of the inputs that is read
    Inputs inputs = {};
    ImageView image = {}, flags = {};
  };
  using Worker = EdgeStoppingWorker<Real>;

  Real* means_row(int row) { return means_.data() + row * shape_.pitch; }
  std::uint8_t* flags_row(int row) { return flags_.data() + row * shape_.pitch; }
  std::ptrdiff_t means_plane() const { return shape_.rows * shape_.pitch; }

  // Processes a band of rows: discontinuities, and means along the rows.
  void filter_rows(const Job& job, int first, Worker& w) {
    const Rect& held = job.held;
    const int last = std::min(first + shape_.tile_height, held.height);
    const auto load = [&](int row, GeometryRow<Real>& into) {
      loader_.load(job.inputs, job.frame, held.x, held.y + row, held.width, into);
    };
    load(first, w.rows[0]);
    for (int row = first; row < last; ++row) {
      GeometryRow<Real>&here = w.rows[(row - first) % 2], &next = w.rows[(row - first + 1) % 2];
      const int skipped = job.frame.compute.x - held.x, width = job.frame.compute.width;
      std::uint8_t* const after = w.edges_after();
      loader_.compare(here, 0, here, 1, held.width - 1, after);
      after[-1] = after[held.width - 1] = 1;  // the image's edges, or not examined
      if (row + 1 < held.height) {
        load(row + 1, next);
        loader_.compare(here, skipped, next, skipped, width, w.below.data());
      } else {
        std::fill_n(w.below.data(), width, std::uint8_t{1});  // likewise
      }
      mark_row(job, here, w, flags_row(row));
      reach_along(held.width, w);
      for (int x = 0; x < width; x += shape_.tile_width) {
        stop_if_asked(job.controls);
        const int from = skipped + x, pixels = std::min(shape_.tile_width, width - x);
        line_of(row_,
                {.pixels = pixels,
                 .centre = here.image_plane(0) + from,
                 .plane = here.stride,
                 .step = 1,
                 .back = w.back.data() + from,
                 .forth = w.forth.data() + from,
                 .means = means_row(row) + x,
                 .means_plane = means_plane()},
                w);
      }
    }
  }

  // Returns all flags of a row's pixels except `up`, which the row above knows.
  void mark_row(const Job& job, const GeometryRow<Real>& here, const Worker& w,
                std::uint8_t* flags) const {
    const int skipped = job.frame.compute.x - job.held.x;
    const std::uint8_t* const after = w.edges_after() + skipped;
    const std::uint8_t* const below = w.below.data();
    const std::uint8_t* const valid = here.valid_plane() + skipped;
    for (int x = 0; x < job.frame.compute.width; ++x)
      flags[x] = static_cast<std::uint8_t>(after[x - 1] * left + after[x] * right +
                                           below[x] * down + (1 - valid[x]) * invalid);
  }

  // Computes how far each pixel of a row reaches. Scans start at the ends of the row, which are the
  // image's, or a radius away from the computed pixels.
  void reach_along(int pixels, Worker& w) const {
    const std::uint8_t* const after = w.edges_after();
    Real *const back = w.back.data(), *const forth = w.forth.data();
    int run = 0;
    for (int i = 0; i < pixels; ++i) {
      run = (run + 1) & (after[i - 1] - 1);
      back[i] = static_cast<Real>(std::min(run, filter_.radius));
    }
    for (int i = pixels - 1; i >= 0; --i) {
      run = (run + 1) & (after[i] - 1);
      forth[i] = static_cast<Real>(std::min(run, filter_.radius));
    }
    std::fill_n(back + pixels, EdgeStoppingShape::margin, Real{0});
    std::fill_n(forth + pixels, EdgeStoppingShape::margin, Real{0});
  }

  void line_of(const Line<Real>& line, EdgeStoppingJob<Real> job, Worker& w) const {
    Real* const totals = w.totals.data();
    for (int i = 0; i < job.pixels; ++i) totals[i] = line.total(job.back[i], job.forth[i]);
    job.planes = shape_.averaged;
    job.weights = line.centre();
    job.totals = w.totals.data();
    taps_(job);
  }

  // Processes a tile: means along the columns of row means, and the output.
  void filter_columns(const Job& job, const Rect& tile, Worker& w) {
    const int first = job.frame.compute.y - job.held.y + tile.y;  // row of means
    const std::ptrdiff_t reach_pitch = shape_.tile_width + EdgeStoppingShape::margin;
    reach_down(job, {tile.x, first, tile.width, tile.height}, w);
    for (int i = 0; i < tile.height; ++i) {
      stop_if_asked(job.controls);
      const int row = first + i;
      line_of(column_,
              {.pixels = tile.width,
               .centre = means_row(row) + tile.x,
               .plane = means_plane(),
               .step = shape_.pitch,
               .back = w.back.data() + i * reach_pitch,
               .forth = w.forth.data() + i * reach_pitch,
               .means = w.means.data(),
               .means_plane = reach_pitch},
              w);
      store(job, {tile.x, tile.y + i, tile.width, 1}, row, w);
    }
  }

  // Computes how far each pixel of a tile of row means reaches up and down.
  void reach_down(const Job& job, const Rect& tile, Worker& w) {
    const int first = tile.y, height = tile.height;
    const Real most = static_cast<Real>(filter_.radius);
    const std::ptrdiff_t pitch = shape_.tile_width + EdgeStoppingShape::margin;
    Real* const run = w.run.data();
    const auto scan = [&](int row, const std::uint8_t* edges, std::vector<Real>& reaches) {
      if (edges == nullptr)
        std::fill_n(run, tile.width, Real{0});
      else
        for (int i = 0; i < tile.width; ++i)
          run[i] = edges[tile.x + i] & down ? Real{0} : std::min(run[i] + 1, most);
      if (row < first || row >= first + height) return;
      Real* const to = reaches.data() + (row - first) * pitch;
      std::copy_n(run, tile.width, to);
      std::fill_n(to + tile.width, EdgeStoppingShape::margin, Real{0});
    };
    const int begin = std::max(first - filter_.radius, 0);
    for (int row = begin; row < first + height; ++row)
      scan(row, row == begin ? nullptr : flags_row(row - 1), w.back);
    const int end = std::min(first + height + filter_.radius, job.held.height);
    for (int row = end - 1; row >= first; --row)
      scan(row, row + 1 == end ? nullptr : flags_row(row), w.forth);
  }

  void store(const Job& job, const Rect& rect, int row, const Worker& w) {
    const std::uint8_t* const flags = flags_row(row) + rect.x;
    const Rect here{job.frame.compute.x + rect.x - job.frame.x,
                    job.frame.compute.y + rect.y - job.frame.y, rect.width, 1};
    with_pixel_type(job.image.type, [&]<class T>() {
      store_means<T>(job.inputs.image.region(here), job.image.region(rect), w.means.data(),
                     shape_.tile_width + EdgeStoppingShape::margin, shape_.averaged, flags);
    });
    if (!job.flags) return;
    const std::uint8_t* const above = row > 0 ? flags_row(row - 1) + rect.x : nullptr;
    for (int x = 0; x < rect.width; ++x) {
      const bool to_above = above == nullptr || (above[x] & down) != 0;
      *job.flags.at(rect.x + x, rect.y) =
          static_cast<std::byte>((flags[x] & (left | right | down)) | (to_above ? up : 0));
    }
  }

  GeometryGuided filter_;
  Tile tile_;
  EdgeStoppingShape shape_;
  Line<Real> row_, column_;
  GeometryLoader<Real> loader_;
  EdgeStoppingTaps<Real> taps_;
  TaskRunner& runner_;
  // The bands of rows write what the tiles read, apart from the padding of rows, whose means count
  // for no pixel.
  AlignedNumbers<Real> means_;          // [averaged][rows][pitch]
  AlignedNumbers<std::uint8_t> flags_;  // [rows][pitch]
  std::vector<Worker> workers_;
};

}  // namespace

template <class Real>
std::unique_ptr<Kernel> make_kernel(const Problem& problem, const Tile& tile,
                                    EdgeStoppingTaps<Real> taps, const ExecutionContext& context) {
  return std::make_unique<EdgeStoppingKernel<Real>>(problem, tile, taps, context);
}

template std::unique_ptr<Kernel> make_kernel(const Problem&, const Tile&, EdgeStoppingTaps<float>,
                                             const ExecutionContext&);
template std::unique_ptr<Kernel> make_kernel(const Problem&, const Tile&, EdgeStoppingTaps<double>,
                                             const ExecutionContext&);

}  // namespace selvage::cpu
