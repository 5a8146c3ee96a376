// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a Plan holds.

#include <array>

#include "core/views.hpp"
#include "engine/execution.hpp"
#include "selvage/engine.hpp"

namespace selvage {

struct Plan::Impl {
  Filter filter;
  Frame frame;
  Inputs shapes;  // without data
  Execution execution;
  std::array<Image, 5> copies = {};  // of inputs, made when an output is the same view
};

}  // namespace selvage
