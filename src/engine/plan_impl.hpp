// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a Plan holds.

#include <memory>
#include <string>
#include <vector>

#include "backends/backend.hpp"
#include "core/views.hpp"
#include "planner/plan.hpp"
#include "selvage/engine.hpp"

namespace selvage {

struct Plan::Impl {
  std::string device;
  std::shared_ptr<const Runtime> runtime;  // outlives the pipeline
  Filter filter;
  Inputs shapes;  // without data
  Frame frame;
  Problem problem;
  planner::Choice choice;
  std::string candidate;

  // What reserve() makes.
  std::unique_ptr<Pipeline> pipeline;
  Image image_copy, mask_copy;  // made when an output is the same view as an input

  void reserve();
};

}  // namespace selvage
