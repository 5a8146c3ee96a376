// SPDX-License-Identifier: Apache-2.0
// The bilateral with a guide, which is given [petschnigg2004, eisemann2004] or made from the image
// itself [zhang2014].
#include "reference/reference.hpp"
#include "reference/windowed_mean.hpp"

namespace selvage::reference {

Result run(const JointBilateral& filter, const Inputs& inputs) {
  WindowRules rules = rules_of(filter, inputs.image.depth);
  rules.guided_fill = true;
  const Layer image = layer_of(filter, inputs.image, inputs.mask);
  return windowed_mean(image, guide_of(filter, inputs.guide), rules);
}

Result run(const RollingGuidance& filter, const Inputs& inputs) {
  WindowRules joint = rules_of(filter), gaussian = joint;
  gaussian.range = {};
  joint.guided_fill = true;
  const Layer image = layer_of(filter, inputs.image, inputs.mask);
  Result result = windowed_mean(image, own_guide(image, filter.alpha), gaussian);
  for (int t = 1; t <= filter.iterations; ++t) {  // [zhang2014, eq. 4]
    const Layer before = as_f32(image, result.samples);
    result = windowed_mean(image, own_guide(before, filter.alpha), joint);
  }
  return result;
}

}  // namespace selvage::reference
