// SPDX-License-Identifier: Apache-2.0
#pragma once
// Errors about guides, masks, normals and depths that do not fit, with their option and file.

#include <string>

#include "command_line/filter_verb.hpp"
#include "side_images/side_images.hpp"

namespace selvage::cli {

// Throws Error{invalid_argument} if a side image and the image differ in size, which a guide may
// with --upsample. `metadata` is that of the image; `image_name` is "the image" or its page.
void check_sizes(const SideImages& side, const FilterCommand& command, const ConstImageView& image,
                 const Metadata& metadata, const std::string& image_name);

// Replaces the port that the library names ("depth: has 3 ...") by its option and file.
Error with_file(const Error& error, const SideImages& side);

}  // namespace selvage::cli
