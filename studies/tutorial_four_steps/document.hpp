// SPDX-License-Identifier: Apache-2.0
#pragma once
// The figures of the document (its four listings of results, and its last section).

#include <array>
#include <string_view>

namespace selvage::studies::four_steps {

constexpr int document_side = 512;  // pixels, RGB
constexpr int document_size = 15;   // of the window: radius 7
constexpr int document_runs = 100;

// Of every step beside OpenCV.
constexpr int document_count = 1;       // "diff count"
constexpr int document_difference = 1;  // "max diff"
constexpr double document_opencv_us = 17686.0;

struct DocumentStep {
  std::string_view name;  // as its listings have it
  double microseconds;
};
inline constexpr std::array document_steps = {
    DocumentStep{"naive", 1041.28},
    DocumentStep{"precompute kernel", 6143.51},
    DocumentStep{"kernel on shared memory", 945.251},
    DocumentStep{"image on shared memory", 318.42},
};

// Its last section.
constexpr double document_over_opencv = 55.0, document_over_naive = 3.0;

// Not stated in it: what OpenCV's own examples of this size take, and what the runner prints.
constexpr double sigma_colour = 30.0;  // counts of 255
constexpr double sigma_space = 5.0;    // pixels

}  // namespace selvage::studies::four_steps
