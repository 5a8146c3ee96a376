// SPDX-License-Identifier: Apache-2.0
#pragma once
// Masks of the pixels that are valid in all channels of image and guide.

#include <cstddef>
#include <vector>

#include "backends/task_runner.hpp"
#include "methods/direct_gradient/direct_gradient.hpp"
#include "selvage/engine.hpp"

namespace selvage::cpu {

class ValidPixels {
 public:
  // Reads all images of the batch. Throws Error{cancelled}.
  ValidPixels(const planner::GradientProblem& problem, const Inputs& inputs, TaskRunner& runner,
              const Controls& controls);

  // Returns the mask of image b.
  ConstImageView mask(int b) const;

 private:
  int width_, height_;
  std::vector<std::byte> valid_;
};

}  // namespace selvage::cpu
