// SPDX-License-Identifier: Apache-2.0
#pragma once
// The weights of the taps that count in means, and the means of these taps.

#include <algorithm>
#include <cstdint>

#include "filters/linear_step.hpp"
#include "methods/convolution/cpu/line_loader.hpp"
#include "methods/convolution/cpu/line_worker.hpp"
#include "methods/convolution/cpu/window_sums.hpp"

namespace selvage::cpu {

// Does nothing for steps that are not means.
template <class Number>
class PartWeights {
 public:
  using Worker = LineWorker<Number>;

  PartWeights(const LinearStep& step, const LineShape& shape, const LineLoader<Number>& loader,
              WindowSums<Number>& window)
      : mean_(step.mean), channels_(shape.channels), loader_(loader), window_(window) {}

  // Computes the weight of a complete window with the same sums as the weights that are compared
  // with it.
  void find_full(Worker& w) {
    if (!mean_ || std::is_integral_v<Number>) return;
    std::fill_n(w.loaded_part.data(), w.loaded_part.size(), Number{1});
    const Number* part = w.loaded_part.data();
    if (window_.rows_first()) {
      window_.row(part, 1, 1, w.clean_part.data());
      part = w.clean_part.data();
    }
    std::ranges::fill(w.part_rows, part);
    window_.weights(w.part_rows.data(), 1, w.weights.data(), 0);
    full_ = *w.weights.data();
  }

  // Prepares for tiles with the worker's columns.
  void start(int width, Worker& w) const {
    w.clean_ready = false;
    if (!mean_) return;
    Number* const loaded = window_.rows_first() ? w.loaded_part.data() : w.clean_part.data();
    loader_.clean_part(w.columns, loaded);
    if (window_.rows_first()) window_.row(loaded, width, 1, w.clean_part.data());
  }

  // Returns the weights of a row of results whose window is w.part_rows; null if all taps count.
  // `partial`: a row of the window lies outside the image or has holes.
  const double* of(bool partial, int width, int worker, Worker& w) const {
    if (!mean_) return nullptr;
    if (partial) {
      window_.weights(w.part_rows.data(), width, w.weights.data(), worker);
      return w.weights.data();
    }
    const bool all_columns = w.columns.first == 0 && w.columns.last == w.columns.pixels;
    if (all_columns || !loader_.outside_is_missing()) return nullptr;
    if (!w.clean_ready) {
      std::ranges::fill(w.part_rows, w.clean_part.data());
      window_.weights(w.part_rows.data(), width, w.clean_weights.data(), worker);
      w.clean_ready = true;
    }
    return w.clean_weights.data();
  }

  // A pixel with a complete window keeps its sum, whatever its neighbours do, so that a result
  // depends on nothing but its own window.
  void normalise(const double* weights, int pixels, Number* sums) const {
    for (int x = 0; x < pixels; ++x) {
      if (weights[x] == full_ || weights[x] == 0.0) continue;
      for (int c = 0; c < channels_; ++c) {
        Number& sum = sums[x * channels_ + c];
        sum = static_cast<Number>(sum / static_cast<Number>(weights[x]));
      }
    }
  }

 private:
  bool mean_;
  int channels_;
  const LineLoader<Number>& loader_;
  WindowSums<Number>& window_;
  double full_ = 1.0;
};

}  // namespace selvage::cpu
