// SPDX-License-Identifier: Apache-2.0
#pragma once
// The gradients of window means by summing every tap (docs/filters/gradients.md): which filters
// have one, the error, and the planes that the loops read.

#include <string>
#include <vector>

#include "filters/problem.hpp"
#include "planner/device_facts.hpp"

namespace selvage::planner {

// Why a filter has no gradient, and what to do. An empty text: it has one.
struct GradientRefusal {
  std::string why = {}, hint = {};
};
GradientRefusal gradient_refusal(const Filter& filter, bool alpha);

// The loops over taps hold up to so many planes of the image and of its guide in registers.
inline constexpr int few_gradient_channels = 4;

// Planes come in 1, 3 or 4; those beyond the channels are 0 and change nothing. With more, loops
// over channels take them one by one.
struct GradientShape {
  enum class Weight { space, l2, l1, per_channel };  // D, of space alone: 0

  Weight weight = Weight::l2;
  int averaged = 1;        // channels that are averaged
  int values = 1;          // their planes
  int guide_channels = 0;  // of a guide that is given: channels that D compares
  int guide = 0;           // their planes; 0: D compares the values

  bool many() const { return values > few_gradient_channels || guide > few_gradient_channels; }
  // Returns the planes of a row of samples: values, guide, and 1 for valid pixels.
  int sample_planes() const { return values + guide + 1; }
  // Returns the planes of a row of what pixels send: e, then out - v; of many e, then the sum of
  // e (out - v).
  int sent_planes() const { return many() ? values + 1 : 2 * values; }
  // Returns the sums of a pixel in the first pass: weights, then weighted differences.
  int weights() const { return weight == Weight::per_channel ? values : 1; }
  int mean_sums() const { return weights() + values; }
  // And in the second: derivatives of values and guide, then those of the two sigmas.
  int gradient_sums() const { return values + guide + 2; }
};
// Returns the shape for a step without `fill`. `guide_channels` is 0 without a guide.
GradientShape gradient_shape(const WindowMean& step, int averaged, int guide_channels);

// What a gradient is taken of: one filter, and inputs of these shapes.
struct GradientProblem {
  WindowMean step = {};
  GradientShape shape = {};
  Inputs shapes = {};  // without data

  int width() const { return shapes.image.width; }
  int height() const { return shapes.image.height; }
  // Returns sigma_range in the units of the samples that D compares.
  double stored_sigma_range() const;
  // Return what turns the sums of w s |t|^2 and w s D^2, in stored units, into the derivatives with
  // respect to the filter's sigmas.
  double space_factor() const;
  double range_factor() const;
  // Returns the guide's full scale over the image's.
  double guide_unit() const;
};
// Throws Error{unsupported} for a filter without a gradient.
GradientProblem gradient_problem(const Filter& filter, const Inputs& inputs);

// Channels of an image, and of its guide if it has as many, whose gradient depends on others by
// their validity alone.
struct GradientBlock {
  int first = 0;
  GradientProblem problem = {};  // of these channels; the last block has what is copied, too

  // Returns the view of an image or guide cut to these channels. Data may be missing.
  template <class View>
  View cut(const View& image, int channels) const {
    View view = image;
    if (view.data) view.data += first * view.stride.channel;
    view.alpha = image.alpha && first + channels == image.channels;
    view.channels = channels;
    return view;
  }
};
// Returns the blocks of a problem: one, unless more than 4 channels have weights of their own or
// weights of space alone. Several have a mask of the pixels that are valid in all channels.
std::vector<GradientBlock> gradient_blocks(const GradientProblem& problem);

// Sums over channels add so many terms one after another, and then these sums.
inline constexpr int gradient_channel_run = 32;
// On GPUs the taps of many channels are added in runs of a window's row of at most this many.
inline constexpr int gradient_taps = 16;

// The taps that are added in single precision, before their sum is added in double precision or to
// a pair of floats.
inline constexpr int gradient_block = 32;

// Returns the error of a derivative as a fraction of M. docs/filters/gradients.md has the argument.
double gradient_error(const GradientProblem& problem, Platform platform);

}  // namespace selvage::planner
