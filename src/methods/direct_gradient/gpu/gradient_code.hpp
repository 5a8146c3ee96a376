// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device code of gradients: program texts, constants and arguments, and the scratch between
// kernels.

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "backends/gpu/launches.hpp"
#include "core/checked.hpp"
#include "methods/direct_gradient/direct_gradient.hpp"

namespace selvage::gpu {

#include "methods/direct_gradient/gpu/gradient_arguments.h"

using planner::GradientProblem;
using planner::GradientShape;

inline constexpr int gradient_group_width = 32, gradient_group_height = 4;
// The local memory of a group: the sums of sigmas, four floats of an item.
inline constexpr std::size_t sigma_sums_bytes =
    sizeof(float[4]) * gradient_group_width * gradient_group_height;
// Of many channels it holds a turn, too: two floats for each tap of a place, and three numbers of
// each segment.
inline constexpr std::size_t turn_bytes =
    gradient_group_height *
    (sizeof(float[2]) * gradient_group_width * planner::gradient_taps + sizeof(int[3]));
static_assert(turn_bytes >= sigma_sums_bytes);

// Returns the places on each side of the image that read one of its pixels.
int place_margin(const WindowMean& step);
// Returns the places that have records: those that taps read, and a row more above and below them.
Rect record_places(const GradientProblem& problem);
// Returns the pixels of an item, which share the taps that they load. Of few channels, results do
// not depend on it.
int item_rows(const GradientProblem& problem, const GpuFacts& gpu);
// Returns the rows of places of a group that sums taps, at so many pixels of an item.
int place_rows(const GradientShape& shape, int rows);

// Groups that sum taps, across an image's places, and all of them.
struct PlaceGroups {
  int columns = 0, rows = 0;

  std::size_t count() const { return checked_mul(columns, rows); }
};
PlaceGroups place_groups(const GradientProblem& problem, int rows);

SelvageGradient gradient_arguments(const GradientProblem& problem);

// A program, and its kernels besides gradient_sigmas.
struct GradientCode {
  // By channels, the guide's channels, the norm, whether the window is a disc, its radius (0: any),
  // whether sigmas have sums, and whether the image has more channels.
  using Key = std::tuple<int, int, int, bool, int, bool, bool>;

  GradientCode(const GradientProblem& problem, bool in_blocks, bool sigmas, const GpuFacts& gpu);
  static Key key(const GradientProblem& problem, bool in_blocks, bool sigmas, const GpuFacts& gpu);

  std::string source = {};
  std::vector<std::string> options;
  const char *samples = "gradient_samples", *means = "gradient_means", *places = "gradient_places",
             *results = "gradient_results";
};

// Where scratch has what, in floats from its start. All are multiples of four.
struct GradientScratch {
  // For `images` images at a time out of `all` of a batch.
  GradientScratch(const GradientProblem& problem, int images, int all);

  std::size_t valid = 0, samples = 0, sent = 0, collected = 0, partials = 0, sigmas = 0, end = 0;
  int batch = 1;
  std::size_t forward = 0;  // the end of what a forward pass takes
  // The floats of the means, which lie elsewhere, and where those of each block begin.
  std::size_t means = 0;
  std::vector<std::size_t> means_of_block = {};

  std::size_t bytes() const { return end * sizeof(float); }
  std::size_t forward_bytes() const { return forward * sizeof(float); }
  std::size_t means_bytes() const { return means * sizeof(float); }
};

}  // namespace selvage::gpu
