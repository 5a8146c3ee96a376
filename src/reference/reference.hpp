// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every filter by its definition, in double precision. Tests compare every candidate with it, and
// it shares no formula with them.
//
// All functions take one whole image (batch 1) and the inputs of the filter's ports; an empty mask
// masks nothing. Callers cut a frame's rectangle out of the result. Parameters and shapes must be
// valid: only bilateral (bilateral.hpp) checks them.

#include "reference/samples.hpp"
#include "selvage/engine.hpp"
#include "selvage/filters.hpp"

namespace selvage::reference {

Result run(const Bilateral& filter, const Inputs& inputs);
// The same in a rectangle of the image; other pixels are copied or what the steps before left.
Result run(const Bilateral& filter, const Inputs& inputs, const Rect& computed);
Result run(const JointBilateral& filter, const Inputs& inputs);
Result run(const JointUpsampling& filter, const Inputs& inputs);
Result run(const RollingGuidance& filter, const Inputs& inputs);
Result run(const GeometryGuided& filter, const Inputs& inputs);
Result run(const Gaussian& filter, const Inputs& inputs);
Result run(const Box& filter, const Inputs& inputs);
Result run(const Convolution& filter, const Inputs& inputs);
Result run(const SeparableConvolution& filter, const Inputs& inputs);
Result run(const Guided& filter, const Inputs& inputs);
Result run(const GuidedUpsampling& filter, const Inputs& inputs);
// Runs any filter. Throws std::logic_error for Histogram, which has no image.
Result run(const Filter& filter, const Inputs& inputs);

// Returns the flags of GeometryGuided as stored integers, 0..15: left 1, right 2, up 4, down 8.
Samples discontinuities(const GeometryGuided& filter, const Inputs& inputs);

// Counts all images of the batch together.
Counts histogram(const Histogram& filter, const ConstImageView& image);

// The approximation by two one-dimensional bilaterals [pham2005]: each iteration is a pass with the
// window's row, then one with its column on the f32 result of the first.
Result separable_bilateral(const Bilateral& filter, const ConstImageView& image,
                           const ConstImageView& mask = {});

}  // namespace selvage::reference
