// SPDX-License-Identifier: Apache-2.0
#pragma once
// What guides, masks, normals and depths that do not fit are told with: their options and files.

#include <string>

#include "side_images.hpp"

namespace selvage::cli {

// Throws Error{invalid_argument} where they have another size than the image; a guide may with
// --upsample. `metadata`: the image's; `image_name`: "the image", or which of its pages.
void check_sizes(const SideImages& side, const FilterOptions& options, const ConstImageView& image,
                 const Metadata& metadata, const std::string& image_name);

// The library names the port ("depth: has 3 ..."); on the command line the same thing is an option
// and its file.
Error with_file(const Error& error, const SideImages& side);

}  // namespace selvage::cli
