// SPDX-License-Identifier: Apache-2.0
#include "reference/bilateral.hpp"

#include <cstddef>
#include <vector>

#include "reference/reference.hpp"
#include "reference/windowed_mean.hpp"

namespace selvage::reference {

Result run(const Bilateral& filter, const Inputs& inputs) {
  return run(filter, inputs, {0, 0, inputs.image.width, inputs.image.height});
}

Result run(const Bilateral& filter, const Inputs& inputs,
           const Rect& computed) {  // [tomasi1998, eq. 5]
  WindowRules rules = rules_of(filter, inputs.image.depth);
  rules.computed = computed;
  const std::vector steps(static_cast<std::size_t>(filter.iterations), rules.reach);
  return in_turn(layer_of(filter, inputs.image, inputs.mask), rules, steps);
}

Result separable_bilateral(const Bilateral& filter, const ConstImageView& image,
                           const ConstImageView& mask) {
  const WindowRules rules = rules_of(filter);
  const int radius = effective_radius(filter);
  std::vector<Reach> passes;
  for (int i = 0; i < filter.iterations; ++i) {
    passes.push_back({.columns = radius, .rows = 0, .border = filter.border});
    passes.push_back({.columns = 0, .rows = radius, .border = filter.border});
  }
  return in_turn(layer_of(filter, image, mask), rules, passes);
}

Result bilateral(const Bilateral& filter, const ConstImageView& image, const ConstImageView& mask) {
  validate(filter, image);
  return run(filter, {.image = image, .mask = mask});
}

}  // namespace selvage::reference
