// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the rungs' kernels read beside the image.

#include <memory>

#include "gpu/place.hpp"
#include "selvage/filters.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::climbing {

#include "ladder/arguments.h"

LadderArguments arguments_of(const Bilateral& filter, const ConstImageView& input);

// Floats. By row, then column, of the window: weights over space, and their exponents of 2; by
// distance: weights over range; by row or column of the disc: how far it reaches.
struct Tables {
  std::unique_ptr<gpu::Buffer> space, range, exponents, extents;
};
// Blocks.
Tables make_tables(bench::Place& place, const Bilateral& filter);

}  // namespace selvage::studies::climbing
