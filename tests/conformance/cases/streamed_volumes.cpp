// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/cover.hpp"

namespace selvage::testing {

std::vector<Case> streamed_volumes() {
  const Case deep{.type = PixelType::f32,
                  .width = 5,
                  .height = 3,
                  .depth = 3,
                  .content = Content::edges,
                  .sigma_space = 12.0f,
                  .radius = 12,
                  .third_axis = ThirdAxis::time,
                  .radius_depth = 150,
                  .sigma_depth = 60.0f};
  std::vector<Case> cases(4, deep);
  cases[1].kind = Kind::joint;
  cases[1].holes = Holes::nan;
  cases[1].fill = true;
  cases[2].kind = Kind::gaussian;
  cases[2].window = Window::disc;
  cases[2].border = Border::constant;
  cases[2].part = Part::frame;
  cases[3].type = PixelType::u8;
  cases[3].channels = 4;
  cases[3].alpha = AlphaUse::weight;
  cases[3].border = Border::shrink;
  cases[3].third_axis = ThirdAxis::causal;
  return cases;
}

}  // namespace selvage::testing
