// SPDX-License-Identifier: Apache-2.0
#pragma once
// The order of a plan's passes, and the rectangles that they read and write.

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/views.hpp"
#include "filters/problem.hpp"
#include "selvage/frame.hpp"

namespace selvage {

// Returns the pixels around the computed rectangle that a pass reads.
Halo halo(const Step& step);
Border border(const Step& step);

// Returns whether the previous pass's result is this step's guide and not its image.
inline bool guided_by_previous(const Step& step) {
  const auto* mean = std::get_if<WindowMean>(&step);
  return mean != nullptr && mean->guide == Guide::previous;
}

// The order, the rectangles and the intermediate images of a plan's passes, for the CPU and for
// GPUs. Two intermediate images take turns: each pass except the last writes one of them.
class PassSequence {
 public:
  // One pass of a run.
  struct Turn {
    std::size_t index;
    const Pass& pass;
    Frame frame;          // its origin is that of the pass's inputs; compute: the pass's result
    Rect held;            // the rectangle of its inputs in the whole image
    Slices held_slices;   // their slices; unused in the first pass
    bool first, last;     //
    std::size_t target;   // the intermediate image that it writes, 0 or 1; unused in the last pass
    bool guided_by_last;  // the previous pass made its guide and not its image; unused in the first
  };

  PassSequence(std::vector<Pass> passes, const Frame& frame)
      : passes_(std::move(passes)),
        frame_(frame),
        rects_(passes_.size() + 1),
        slices_(passes_.size() + 1) {}

  std::span<const Pass> passes() const { return passes_; }

  // Returns the rectangles of a run that computes `compute`: pass i reads rects[i] of the whole
  // image and computes rects[i + 1]. The last computes `compute`; each earlier one adds the halo of
  // the next. Valid until the next call. Allocates nothing.
  std::span<const Rect> rects(const Rect& compute) const;

  // The same for slices.
  std::span<const Slices> slices(const Slices& compute) const;

  // Calls visit(turn) for each pass in order. `run` has the place of the inputs and the rectangle
  // to compute.
  template <class Visit>
  void for_each(const Frame& run, const Rect& inputs, const Visit& visit) const {
    const std::span<const Rect> rects = this->rects(run.compute);
    const std::span<const Slices> slices = this->slices(run.slices);
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      Turn turn{.index = i,
                .pass = passes_[i],
                .frame = run,
                .held = i == 0 ? inputs : rects[i],
                .held_slices = slices[i],
                .first = i == 0,
                .last = i + 1 == passes_.size(),
                .target = i % 2,
                .guided_by_last = guided_by_previous(passes_[i].step)};
      turn.frame.x = turn.held.x;
      turn.frame.y = turn.held.y;
      turn.frame.compute = rects[i + 1];
      turn.frame.z = i == 0 ? run.z : slices[i].first;
      turn.frame.slices = slices[i + 1];
      visit(turn);
    }
  }

  // Calls make(pass) for each pass; equal neighbours share the result.
  template <class Made, class Make>
  std::vector<std::shared_ptr<Made>> make_each(const Make& make) const {
    std::vector<std::shared_ptr<Made>> made;
    for (std::size_t i = 0; i < passes_.size(); ++i)
      made.push_back(i > 0 && passes_[i] == passes_[i - 1]
                         ? made.back()
                         : std::shared_ptr<Made>(make(passes_[i])));
    return made;
  }

  // Returns the finished fraction of the run when the fraction `done` of a pass is finished.
  double progress(std::size_t pass, double done) const {
    return (static_cast<double>(pass) + done) / static_cast<double>(passes_.size());
  }

 private:
  std::vector<Pass> passes_;
  Frame frame_;
  mutable std::vector<Rect> rects_;  // reserved here, so that a run allocates nothing
  mutable std::vector<Slices> slices_;
};

}  // namespace selvage
