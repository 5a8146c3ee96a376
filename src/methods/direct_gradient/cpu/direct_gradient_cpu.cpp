// SPDX-License-Identifier: Apache-2.0
#include "methods/direct_gradient/cpu/direct_gradient_cpu.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "backends/cpu/float_environment.hpp"
#include "backends/cpu/tile_tasks.hpp"
#include "core/border.hpp"
#include "core/ports.hpp"
#include "core/sample.hpp"
#include "methods/direct_gradient/cpu/gradient_loops.hpp"
#include "methods/direct_gradient/cpu/gradient_planes.hpp"
#include "methods/direct_gradient/cpu/valid_pixels.hpp"

namespace selvage::cpu {
namespace {

using planner::GradientBlock;
using planner::GradientShape;

LoopSigmas stored_sigmas(const GradientProblem& problem) {
  return {.space = problem.step.sigma_space, .range = problem.stored_sigma_range()};
}

float read_float(const std::byte* at) {
  float v = 0;
  std::memcpy(&v, at, sizeof v);
  return v;
}

// The sums of one row.
struct SigmaSums {
  double space = 0.0, range = 0.0;
};

// The buffers of one thread.
struct alignas(64) GradientWorker {
  std::vector<double> sums = {};       // [sums of a pass][columns and margins]
  std::vector<double> collected = {};  // [values + guide][columns]
  std::vector<WindowRow> window = {};
};

class DirectGradient {
 public:
  DirectGradient(const GradientProblem& problem, const ExecutionContext& context)
      : problem_(problem),
        shape_(problem.shape),
        step_(problem.step),
        width_(problem.width()),
        height_(problem.height()),
        radius_(step_.radius_x),
        margin_(GradientPlanes::margin(problem)),
        sigmas_(stored_sigmas(problem)),
        runner_(context.runner),
        planes_(problem),
        sent_(height_ + 1, shape_.sent_planes(), width_, margin_),
        loops_(make_gradient_loops(step_, shape_, sigmas_, context.simd.target)),
        row_sums_(static_cast<std::size_t>(height_)),
        workers_(static_cast<std::size_t>(context.threads)) {
    const int sums = std::max(shape_.mean_sums(), shape_.gradient_sums());
    for (GradientWorker& worker : workers_) {
      worker.sums.resize(checked_mul(sums, sums_plane()));
      worker.collected.resize(checked_mul(shape_.values + shape_.guide, width_));
    }
  }

  // Adds the sums of the sigmas of one image.
  void run(const Inputs& inputs, const ConstImageView& d_output, const Gradients& results,
           SigmaSums& sums, const Controls& controls, Progress& progress) {
    each_row(controls, progress, [&](int y, GradientWorker&) { planes_.load(inputs, y); });
    each_row(controls, progress,
             [&](int y, GradientWorker& worker) { send_row(d_output, y, worker); });
    each_row(controls, progress, [&](int y, GradientWorker& worker) {
      collect_row(y, worker);
      if (results.image) store_image(d_output, results.image, y, worker);
      if (results.guide) store_guide(results.guide, y, worker);
    });
    for (const SigmaSums& row : row_sums_) {
      sums.space += row.space;
      sums.range += row.range;
    }
  }

 private:
  std::ptrdiff_t sums_plane() const { return planes_.plane(); }

  template <class F>
  void each_row(const Controls& controls, Progress& progress, const F& f) {
    runner_.run(height_, [&](int y, int worker) {
      stop_if_asked(controls);
      const FlushDenormals flush;
      f(y, workers_[static_cast<std::size_t>(worker)]);
      progress.tile_done();
    });
  }

  // Returns whether out is a mean there, and not a copy.
  bool is_mean(int x, int y) const {
    const bool leaves =
        x < radius_ || y < radius_ || x + radius_ >= width_ || y + radius_ >= height_;
    return planes_.valid(x, y) && !(step_.border == Border::copy && leaves);
  }

  GradientRow row_of(std::int64_t y, GradientWorker& worker) {
    const bool inside = 0 <= y && y < height_;
    worker.window.clear();
    for (int dy = -radius_; dy <= radius_; ++dy) {
      const std::int64_t at = y + dy;
      const bool sends = 0 <= at && at < height_;
      const float* const samples = inside || sends ? planes_.row(at) : nullptr;
      if (samples)
        worker.window.push_back({.dy = dy,
                                 .samples = samples,
                                 .sent = sent_.row(sends ? static_cast<int>(at) : height_)});
    }
    return {.samples = planes_.row(y),
            .sent = sent_.row(inside ? static_cast<int>(y) : height_),
            .window = worker.window,
            .plane = planes_.plane(),
            .sums = worker.sums.data() + margin_,
            .sums_plane = sums_plane()};
  }

  // Columns first..last - 1; taps of the columns that are `beyond` outside the image count.
  static void set_columns(GradientRow& row, int first, int last, int beyond, int width) {
    row.first = first;
    row.last = last;
    row.least = -beyond;
    row.most = width + beyond;
  }

  void send_row(const ConstImageView& d_output, int y, GradientWorker& worker) {
    GradientRow row = row_of(y, worker);
    set_columns(row, 0, width_, radius_, width_);
    loops_->means(row);
    float* const sent = sent_.row(y);
    if (shape_.many()) return send_many(d_output, y, row, sent);
    for (int c = 0; c < shape_.averaged; ++c) {
      const double* const weights = row.sums + (shape_.weights() > 1 ? c : 0) * sums_plane();
      const double* const differences = row.sums + (shape_.weights() + c) * sums_plane();
      float* const e = sent + c * planes_.plane();
      float* const offset = e + shape_.values * planes_.plane();
      for (int x = 0; x < width_; ++x) {
        const bool mean = is_mean(x, y);
        e[x] = mean ? static_cast<float>(read_float(d_output.at(x, y, c)) / weights[x]) : 0.0f;
        offset[x] = mean ? static_cast<float>(differences[x] / weights[x]) : 0.0f;
      }
    }
  }

  // As send_row, of many channels.
  void send_many(const ConstImageView& d_output, int y, const GradientRow& row, float* sent) const {
    for (int x = 0; x < width_; ++x) {
      const bool mean = is_mean(x, y);
      const double weights = row.sums[x];
      double all = 0.0;
      for (int c = 0; c < shape_.averaged; ++c) {
        const double e = mean ? read_float(d_output.at(x, y, c)) / weights : 0.0;
        if (mean) all += e * row.sums[(1 + c) * sums_plane() + x] / weights;
        sent[c * planes_.plane() + x] = static_cast<float>(e);
      }
      sent[shape_.values * planes_.plane() + x] = static_cast<float>(all);
    }
  }

  // Adds what the pixels at row `y` of the extended image collect to the pixels that they read.
  void collect(std::int64_t y, GradientWorker& worker) {
    const bool inside = 0 <= y && y < height_;
    GradientRow row = row_of(y, worker);
    const bool beside = border_index(-1, width_, step_.border) != outside && radius_ > 0;
    if (beside) {
      set_columns(row, -radius_, 0, 0, width_);
      loops_->gradients(row);
    }
    set_columns(row, 0, width_, inside ? radius_ : 0, width_);
    loops_->gradients(row);
    if (beside) {
      set_columns(row, width_, width_ + radius_, 0, width_);
      loops_->gradients(row);
    }
    const int around = beside ? radius_ : 0;
    for (int p = 0; p < shape_.values + shape_.guide; ++p) {
      const double* const sums = row.sums + p * sums_plane();
      double* const collected = worker.collected.data() + std::ptrdiff_t{p} * width_;
      for (int x = -around; x < width_ + around; ++x)
        collected[border_index(x, width_, step_.border)] += sums[x];
    }
  }

  void collect_row(int y, GradientWorker& worker) {
    std::fill(worker.collected.begin(), worker.collected.end(), 0.0);
    for (std::int64_t at = -radius_; at < std::int64_t{height_} + radius_; ++at) {
      if (border_index(at, height_, step_.border) != y) continue;
      collect(at, worker);
      if (at == y) row_sums_[static_cast<std::size_t>(y)] = sigma_sums(worker);
    }
  }

  SigmaSums sigma_sums(const GradientWorker& worker) const {
    SigmaSums sums;
    const double* const space =
        worker.sums.data() + margin_ + (shape_.values + shape_.guide) * sums_plane();
    for (int x = 0; x < width_; ++x) {
      sums.space += space[x];
      sums.range += space[sums_plane() + x];
    }
    return sums;
  }

  void store_image(const ConstImageView& d_output, const ImageView& image, int y,
                   const GradientWorker& worker) const {
    for (int c = 0; c < image.channels; ++c) {
      const double* const collected = worker.collected.data() + std::ptrdiff_t{c} * width_;
      for (int x = 0; x < width_; ++x) {
        double v = c < shape_.averaged && planes_.valid(x, y) ? collected[x] : 0.0;
        if (c >= shape_.averaged || !is_mean(x, y)) v += read_float(d_output.at(x, y, c));
        write_sample(image.at(x, y, c), static_cast<float>(v));
      }
    }
  }

  void store_guide(const ImageView& guide, int y, const GradientWorker& worker) const {
    const double unit = problem_.guide_unit();
    for (int c = 0; c < guide.channels; ++c) {
      const double* const collected =
          worker.collected.data() + std::ptrdiff_t{shape_.values + c} * width_;
      for (int x = 0; x < width_; ++x) {
        const bool moves = c < shape_.guide_channels && planes_.valid(x, y);
        write_sample(guide.at(x, y, c), static_cast<float>(moves ? collected[x] * unit : 0.0));
      }
    }
  }

  GradientProblem problem_;
  GradientShape shape_;
  WindowMean step_;
  int width_, height_, radius_, margin_;
  LoopSigmas sigmas_;
  TaskRunner& runner_;
  GradientPlanes planes_;
  PlaneRows sent_;  // the last row is 0
  std::unique_ptr<GradientLoops> loops_;
  std::vector<SigmaSums> row_sums_;
  std::vector<GradientWorker> workers_;
};

Inputs inputs_of_image(const Inputs& inputs, int b) {
  return {.image = inputs.image.image(b),
          .guide = image_of_batch(inputs.guide, b),
          .mask = image_of_batch(inputs.mask, b)};
}

// Return an image, or its derivatives, cut to a block of channels.
Inputs block_of(const GradientBlock& block, Inputs one) {
  const Inputs& shapes = block.problem.shapes;
  one.image = block.cut(one.image, shapes.image.channels);
  if (block.problem.shape.guide > 0) one.guide = block.cut(one.guide, shapes.guide.channels);
  return one;
}

Gradients block_of(const GradientBlock& block, const Gradients& gradients, int b) {
  const Inputs& shapes = block.problem.shapes;
  Gradients one;
  if (gradients.image) one.image = block.cut(gradients.image.image(b), shapes.image.channels);
  if (gradients.guide) one.guide = block.cut(gradients.guide.image(b), shapes.guide.channels);
  return one;
}

}  // namespace

double run_direct_gradient(const Filter& filter, const Inputs& inputs,
                           const ConstImageView& d_output, Gradients& gradients,
                           const ExecutionContext& context, const Controls& controls) {
  const GradientProblem problem = planner::gradient_problem(filter, inputs);
  const std::vector<GradientBlock> blocks = planner::gradient_blocks(problem);
  const int batch = inputs.image.batch;
  std::optional<ValidPixels> valid;
  if (blocks.size() > 1) valid.emplace(problem, inputs, context.runner, controls);
  Progress progress(controls, std::int64_t{3} * batch * problem.height() *
                                  static_cast<std::int64_t>(blocks.size()));
  SigmaSums sums;
  for (const GradientBlock& block : blocks) {
    DirectGradient computation(block.problem, context);
    for (int b = 0; b < batch; ++b) {
      Inputs one = inputs_of_image(inputs, b);
      if (valid) one.mask = valid->mask(b);
      computation.run(block_of(block, one),
                      block.cut(d_output.image(b), block.problem.shapes.image.channels),
                      block_of(block, gradients, b), sums, controls, progress);
    }
  }
  gradients.sigma_space = sums.space * problem.space_factor();
  gradients.sigma_range = sums.range * problem.range_factor();
  return planner::gradient_error(problem, Platform::cpu);
}

}  // namespace selvage::cpu
