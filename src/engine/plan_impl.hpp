// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a Plan holds.

#include <array>

#include "core/views.hpp"
#include "engine/execution.hpp"
#include "selvage/engine.hpp"

namespace selvage {

// What was decided for the image that a plan is of, for plans of its other parts. Does not change
// when the device fails.
struct Decision {
  std::shared_ptr<Places> places = {};
  Request request = {};
  Placement placement = {};
  double sample_extent = 1.0;
};

struct Plan::Impl {
  Filter filter;
  Frame frame;
  Inputs shapes;  // without data
  Decision decision;
  Execution execution;
  std::array<Image, 5> copies = {};  // of inputs, made when an output is the same view
};

}  // namespace selvage
