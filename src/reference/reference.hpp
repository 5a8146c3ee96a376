// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every filter by its definition, in double precision: the judge of every candidate. It shares no
// formula with them.
//
// All take one whole image (batch 1) and the inputs that are the filter's ports; an empty mask
// masks nothing. A frame's rectangle is cut out of the result. Parameters and shapes must be valid:
// only bilateral (bilateral.hpp) checks them.

#include "reference/samples.hpp"
#include "selvage/engine.hpp"
#include "selvage/filters.hpp"

namespace selvage::reference {

Result run(const Bilateral& filter, const Inputs& inputs);
Result run(const JointBilateral& filter, const Inputs& inputs);
Result run(const JointUpsampling& filter, const Inputs& inputs);
Result run(const RollingGuidance& filter, const Inputs& inputs);
Result run(const GeometryGuided& filter, const Inputs& inputs);
Result run(const Gaussian& filter, const Inputs& inputs);
Result run(const Box& filter, const Inputs& inputs);
Result run(const Convolution& filter, const Inputs& inputs);
Result run(const SeparableConvolution& filter, const Inputs& inputs);
// Any of them. Histogram has no image: std::logic_error.
Result run(const Filter& filter, const Inputs& inputs);

// The flags of GeometryGuided as stored numbers, 0..15: left 1, right 2, up 4, down 8.
Samples discontinuities(const GeometryGuided& filter, const Inputs& inputs);

// All images of the batch together.
Counts histogram(const Histogram& filter, const ConstImageView& image);

// The approximation by two one-dimensional bilaterals [pham2005]: each iteration is a pass with the
// window's row alone, then one with its column alone on the f32 image that the first made.
Result separable_bilateral(const Bilateral& filter, const ConstImageView& image,
                           const ConstImageView& mask = {});

}  // namespace selvage::reference
