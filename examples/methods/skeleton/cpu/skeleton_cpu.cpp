// SPDX-License-Identifier: Apache-2.0
// Candidate "skeleton" of the CPU.
//   one task -> a tile, sample by sample
// Bound by arithmetic: an addition and the border rule for each tap.

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/tile_runs.hpp"
#include "core/border.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "filters/linear_step.hpp"
#include "methods/skeleton/skeleton.hpp"

namespace selvage::cpu {
namespace {

class SkeletonKernel final : public Kernel {
 public:
  SkeletonKernel(const Pass& pass, const planner::Decision& decision, TaskRunner& runner)
      : step_(linear_step(pass.step)),
        constant_(static_cast<float>(
            stored_value(step_.border_value, decision.problem.type, pass.reads))),
        filtered_(decision.problem.channels -
                  (decision.problem.alpha && step_.alpha == Alpha::keep ? 1 : 0)),
        tile_(decision.offer.tuning.tile()),
        runner_(runner) {}

  void run(const Inputs& inputs, const Outputs& outputs, const Frame& frame,
           const Controls& controls) override {
    run_tiles(runner_, frame, inputs.image.batch, tile_, controls, [&](const TileRun& t) {
      const ConstImageView from = inputs.image.image(t.batch);
      const ImageView to = outputs.image.image(t.batch);
      with_pixel_type(from.type, [&]<class T>() { filter<T>(from, to, frame, t.rect); });
    });
  }

 private:
  template <class T>
  void filter(const ConstImageView& from, const ImageView& to, const Frame& frame,
              const Rect& rect) const {
    for (int y = rect.y; y < rect.y + rect.height; ++y)
      for (int x = rect.x; x < rect.x + rect.width; ++x)
        for (int c = 0; c < from.channels; ++c) {
          const std::byte* centre = from.at(x - frame.x, y - frame.y, c);
          std::byte* result = to.at(x - frame.compute.x, y - frame.compute.y, c);
          const bool copied = c >= filtered_ || leaves_image(x, y, frame);
          write_sample(result, copied ? convert_sample<T, T>(centre)
                                      : round_sample<T>(mean<T>(from, frame, x, y, c)));
        }
  }

  // Returns the mean over the window of (x, y), a place in the whole image.
  template <class T>
  float mean(const ConstImageView& from, const Frame& frame, int x, int y, int c) const {
    float sum = 0.0f;
    int taps = 0;
    for (int dy = -step_.radius_y; dy <= step_.radius_y; ++dy)
      for (int dx = -step_.radius_x; dx <= step_.radius_x; ++dx) {
        const int tx = border_index(x + dx, frame.width, step_.border);
        const int ty = border_index(y + dy, frame.height, step_.border);
        const bool inside = tx != outside && ty != outside;
        if (!inside && step_.border == Border::shrink) continue;
        sum += inside ? read_sample<T>(from.at(tx - frame.x, ty - frame.y, c)) : constant_;
        ++taps;
      }
    return sum / static_cast<float>(taps);
  }

  bool leaves_image(int x, int y, const Frame& frame) const {
    return step_.border == Border::copy &&
           (x < step_.radius_x || y < step_.radius_y || x >= frame.width - step_.radius_x ||
            y >= frame.height - step_.radius_y);
  }

  LinearStep step_;
  float constant_;  // outside the image, in stored units
  int filtered_;    // channels
  Tile tile_;
  TaskRunner& runner_;
};

}  // namespace

Factory make_skeleton;

std::unique_ptr<Pipeline> make_skeleton(const planner::Decision& decision, const Frame& frame,
                                        const ExecutionContext& context) {
  return make_pipeline(decision, frame, [&](const Pass& pass) {
    return std::make_shared<SkeletonKernel>(pass, decision, context.runner);
  });
}

}  // namespace selvage::cpu
