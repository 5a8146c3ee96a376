// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random filters and images whose gradients are compared with the reference.

#include <optional>
#include <set>
#include <string>

#include "selvage/engine.hpp"
#include "selvage/filters.hpp"
#include "support/canvas.hpp"

namespace selvage::testing {

// The inputs of a gradient.
struct GradientScene {
  Filter filter = {};
  Canvas image, d_output;
  std::optional<Canvas> guide = {}, mask = {};
  std::string text = {};              // for messages
  std::set<std::string> traits = {};  // "norm l1"

  Inputs inputs() const;
  // The inputs of image b.
  Inputs inputs(int b) const;
};

// Returns the scene of a seed; the same for the same seed. `many`: image or guide have more than
// four channels.
GradientScene gradient_scene(unsigned seed, bool many = false);

// Returns an image with the samples of another, in another layout.
Canvas laid_out(const Canvas& image, Layout layout);

}  // namespace selvage::testing
