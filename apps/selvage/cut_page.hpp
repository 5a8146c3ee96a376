// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a page is filtered whole or in bands of rows, and the memory that this takes.

#include "session.hpp"

namespace selvage::cli {

// The bands of a page whose whole result has a plan: one where it is small, or where bands would be
// of no use.
Cut cut_of(const Prepared& page, const Session& session);

// Bytes of host memory that are needed at most at a time, with bands of so many rows of the result.
std::size_t memory_of(const Prepared& page, int height, const Session& session);

// Of it, what the plan of a band takes beside the images.
std::size_t scratch_of(const Prepared& page, int height);

// The page's lease in all. Throws Error{limit} that says why bands are no way out, if so.
void grow(Prepared& page, std::size_t bytes);

// The rows of the page that a band is computed from, and the shape of their image; no data.
Rows rows_of_band(const Prepared& page, Rows band);
ConstImageView window_shape(const Prepared& page, Rows rows);

// What a plan looks at beside such rows of the page, or all of it; no data.
Inputs shapes_of(const Prepared& page, const ConstImageView& image);

// The same candidate as the whole's.
Plan plan_of_band(const Prepared& page, Rows band);

// Whether samples must be looked at before they can be counted.
bool finds_range(const Histogram& filter, PixelType type);

}  // namespace selvage::cli
