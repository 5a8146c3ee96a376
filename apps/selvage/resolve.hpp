// SPDX-License-Identifier: Apache-2.0
#pragma once
// From options to the library's structs, for an image of a given type and size.

#include "options.hpp"
#include "selvage/selvage.hpp"

namespace selvage::cli {

// Throws Error{invalid_argument} for options that contradict one another, before any file is read.
void check_options(const FilterCommand& command);

// `type` is that of the file: values are on its scale, whatever type the result gets.
Bilateral make_filter(const FilterOptions& options, PixelType type);
Request make_request(const EngineChoice& choice, bool like_opencv, PixelType type);
// Throws Error{invalid_argument} when the region leaves the image.
Frame make_frame(const FilterOptions& options, int width, int height);

// The largest error that the request allows, in samples' unit (for floats: of the largest |sample|,
// unless --max-error was given).
double asked_error(const Request& request, PixelType type);

// The device that --device names.
Device select_device(const std::string& id);

}  // namespace selvage::cli
