// SPDX-License-Identifier: Apache-2.0
// The means without a range: Gaussian and box. They are the bilateral with D = 0; the box has no
// spatial weight either.
#include <cstddef>
#include <vector>

#include "reference/reference.hpp"
#include "reference/windowed_mean.hpp"

namespace selvage::reference {
namespace {

template <class F>
Result plain_mean(const F& filter, const Inputs& inputs) {
  const WindowRules rules = rules_of(filter, inputs.image.depth);
  const std::vector steps(static_cast<std::size_t>(filter.iterations), rules.reach);
  return in_turn(layer_of(filter, inputs.image, inputs.mask), rules, steps);
}

}  // namespace

Result run(const Gaussian& filter, const Inputs& inputs) {
  return plain_mean(filter, inputs);
}

Result run(const Box& filter, const Inputs& inputs) {
  return plain_mean(filter, inputs);
}

}  // namespace selvage::reference
