// SPDX-License-Identifier: Apache-2.0
#pragma once
// The types that planner, backends and engine share: problems, steps and passes.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "filters/window_mean.hpp"
#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage {

// The filter and the shapes of its inputs: all that a decision may depend on.
struct Problem {
  Filter filter = {};
  PixelType type = PixelType::u8;
  int width = 0, height = 0;              // pixels to compute
  int whole_width = 0, whole_height = 0;  // the whole image, which limits halos; 0: unknown
  int depth = 1, whole_depth = 1;         // slices to compute, and of the whole image
  int channels = 1;
  bool alpha = false;
  int batch = 1;
  bool mask = false;           // a mask is given
  double sample_extent = 1.0;  // the unit of a float image's error (Report::error_bound)
  double max_error = 0.0;      // the error that was asked for, as Report::error_bound; 0: unknown
  Inputs shapes = {};          // all ports, without data; a missing one has width 0
};

// Returns the channels of the result.
inline int result_channels(const Problem& problem) {
  const bool gray = std::visit(
      [](const auto& f) {
        if constexpr (requires { f.gray; }) return f.gray;
        return false;
      },
      problem.filter);
  return !gray ? problem.channels : problem.alpha ? 2 : 1;
}

// Returns whether alpha weighs the colours.
inline bool weighs_alpha(const Problem& problem) {
  const Alpha alpha = std::visit(
      [](const auto& f) {
        if constexpr (requires { f.alpha; }) return f.alpha;
        return Alpha::keep;
      },
      problem.filter);
  return problem.alpha && alpha == Alpha::weight;
}

// Returns whether taps may lie anywhere in the inputs, whichever part of the result is computed.
inline bool reads_whole_inputs(const Filter& filter) {
  return upsamples(filter);
}

// The computation of one pass: one application of a filter.
using Step = std::variant<WindowMean, JointUpsampling, GeometryGuided, Gaussian, Box, Convolution,
                          SeparableConvolution, Histogram, Guided, GuidedUpsampling>;

// A step with the sample types that it reads and writes.
struct Pass {
  std::string_view name = {};                               // "bilateral"
  Step step = {};                                           //
  PixelType reads = PixelType::u8, writes = PixelType::u8;  // of the image
  // The invalid value of the pass that reads the result, as this one stores it. A mean whose
  // colours all equal it gets next_toward_zero(sentinel) in the first, so that it is no hole.
  std::optional<float> sentinel = {};

  friend bool operator==(const Pass&, const Pass&) = default;
};

}  // namespace selvage
