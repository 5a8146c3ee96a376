// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a Plan holds.

#include "core/views.hpp"
#include "engine/execution.hpp"
#include "selvage/engine.hpp"

namespace selvage {

struct Plan::Impl {
  Filter filter;
  Frame frame;
  Inputs shapes;  // without data
  Execution execution;
  Image image_copy = {}, mask_copy = {};  // made when an output is the same view as an input
};

}  // namespace selvage
