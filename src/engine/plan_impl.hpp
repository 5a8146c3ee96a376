// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a Plan holds.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "planner/plan.hpp"
#include "selvage/engine.hpp"

namespace selvage {

// For images whose size was checked already: they are as large as the caller's.
inline constexpr Limits no_limits{.max_pixels = INT64_MAX, .max_side = INT64_MAX};

struct Plan::Impl {
  std::string device;
  std::shared_ptr<const Runtime> runtime;  // the kernels use its threads, so that it outlives them
  Filter filter;
  Inputs shapes;  // without data
  Frame frame;
  Problem problem;
  planner::Choice choice;
  std::string candidate;
  std::vector<Rect> rects;  // what each pass computes

  // What reserve() makes.
  std::unique_ptr<Scratch> scratch;
  std::vector<std::shared_ptr<Kernel>> kernels;  // one for each pass; equal passes share theirs
  std::array<Image, 2> intermediates;            // between passes, in turn
  Image image_copy, mask_copy;                   // made when an output is the same view as an input

  void reserve();
};

}  // namespace selvage
