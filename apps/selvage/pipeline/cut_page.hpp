// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decides whether a page is filtered whole or in bands of rows, and the memory that this needs.

#include "pipeline/session.hpp"

namespace selvage::cli {

// Returns the bands of a page whose whole result has a plan: a single one if the page is small or
// bands would not help.
Cut cut_of(const PageJob& page, const Session& session);

// Returns the peak host memory in bytes, with bands of `height` rows of the result.
std::size_t memory_of(const PageJob& page, int height, const Session& session);

// Returns the part of it that the plan of a band needs besides the images.
std::size_t scratch_of(const PageJob& page, int height);

// Grows the page's lease to `bytes` in total. Throws Error{limit}, with the reason if bands do not
// help.
void grow(PageJob& page, std::size_t bytes);

// Return the rows of the page that a band is computed from, and the shape of their image without
// data.
Rows rows_of_band(const PageJob& page, Rows band);
ConstImageView window_shape(const PageJob& page, Rows rows);

// Returns the shapes, without data, of a plan for such rows of the page or all of it.
Inputs shapes_of(const PageJob& page, const ConstImageView& image);

// Returns the plan of a band, with the same candidate as the whole page.
Plan plan_of_band(const PageJob& page, Rows band);

// Returns whether the range must be found before samples can be counted.
bool finds_range(const Histogram& filter, PixelType type);

}  // namespace selvage::cli
