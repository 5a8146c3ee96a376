// SPDX-License-Identifier: Apache-2.0
#include "tutorial_four_steps/opencv_bilateral.hpp"

namespace selvage::studies::four_steps {

std::string opencv_text(const ConstImageView&) {
  return {};
}

void opencv_bilateral(const Bilateral&, const ConstImageView&, const ImageView&) {}

}  // namespace selvage::studies::four_steps
