// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small image and a large guide that cover the same area.

#include "reference/pixels.hpp"

namespace selvage::reference {

// Returns the index among `to` pixels of the one that holds the centre of pixel i of `from`:
// floor((i + 1/2) to / from).
int pixel_at_centre(int i, int from, int to);

// Returns the guide at the centres of the image's pixels.
GuideLayer shrunk(const GuideLayer& guide, int width, int height);

}  // namespace selvage::reference
