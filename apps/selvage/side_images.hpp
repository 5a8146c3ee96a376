// SPDX-License-Identifier: Apache-2.0
#pragma once
// The images that all files of a run are filtered with.

#include <cstddef>

#include "bands.hpp"
#include "memory.hpp"
#include "options.hpp"
#include "selvage/engine.hpp"

namespace selvage::cli {

struct SideImages {
  Image mask;  // u8, one channel
  Image guide, normals, depth;

  std::size_t bytes() const;
  Inputs with(const ConstImageView& image) const;
  // `image` holds these rows of a larger one, whose size the side images have.
  Inputs with(const ConstImageView& image, Rows rows) const;
};

// Throws Error{limit} before an image is decoded that the lease's budget cannot hold.
SideImages load_side_images(const SideFiles& files, const Limits& limits, MemoryLease lease);

// Throws Error{invalid_argument} when standard input is read twice.
void check_standard_input(const SideFiles& files, const std::vector<std::string>& images);

}  // namespace selvage::cli
