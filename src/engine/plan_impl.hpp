// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of a Plan.

#include <array>

#include "core/ports.hpp"
#include "core/views.hpp"
#include "engine/execution.hpp"
#include "selvage/engine.hpp"

namespace selvage {

struct Plan::Impl {
  Filter filter;
  Frame frame;
  Inputs shapes;  // without data
  // The decision for this plan's image, which plans for its other parts reuse. It stays when the
  // device fails.
  std::shared_ptr<DeviceSet> devices = {};
  Request request = {};
  Placement placement = {};
  Execution execution;
  std::array<Image, image_inputs.size()> copies =
      {};  // copies of inputs, made when an output is the same view
};

}  // namespace selvage
