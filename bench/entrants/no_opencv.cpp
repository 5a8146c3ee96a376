// SPDX-License-Identifier: Apache-2.0
// Stands for opencv.cpp where the build finds no OpenCV.
#include <stdexcept>

#include "entrants/opencv.hpp"

namespace selvage::bench {

std::string opencv_version() {
  return {};
}

std::optional<Filter> opencv_filter(const Filter&, const Form&) {
  return {};
}

void run_opencv(const Filter&, const ConstImageView&, const ImageView&, int) {
  throw std::logic_error("this program was built without OpenCV");
}

}  // namespace selvage::bench
