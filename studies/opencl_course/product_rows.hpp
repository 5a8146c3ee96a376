// SPDX-License-Identifier: Apache-2.0
#pragma once
// The last row of each table: the product's kernels at the same work.

#include <string>

#include "opencl_course/guided.hpp"
#include "opencl_course/planes.hpp"
#include "opencl_course/rows.hpp"

namespace selvage::studies::course {

// A convolution, whose result must be within `tolerance` of `expected`.
Row product_filter_row(Session& session, const Filter& filter, const ConstImageView& image,
                       const Planes& expected, double tolerance);

// The flags that the product writes beside its mean, here of radius 0.
Row product_flags_row(Session& session, const RenderedFrame& frame, int runs);

// Flags and guided mean of an image on the frame's surfaces.
Row product_guided_row(Session& session, int radius, const ConstImageView& image,
                       const RenderedFrame& frame);

// Expects the CPU's counts.
Row product_histogram_row(Session& session, const Image& image, const std::string& picture,
                          int runs);

}  // namespace selvage::studies::course
