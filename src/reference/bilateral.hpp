// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bilateral filter by its definition, in double precision. reference.hpp has all filters.

#include "reference/samples.hpp"
#include "selvage/filters.hpp"

namespace selvage::reference {

// Filters one whole image (batch 1); callers cut a frame's rectangle out of the result. An empty
// mask masks nothing. Throws Error{invalid_argument} as validate does.
Result bilateral(const Bilateral& filter, const ConstImageView& image,
                 const ConstImageView& mask = {});

}  // namespace selvage::reference
