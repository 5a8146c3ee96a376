// SPDX-License-Identifier: Apache-2.0
#pragma once
// From options to the library's structs, for an image of a given type and size.

#include "options.hpp"
#include "selvage/selvage.hpp"

namespace selvage::cli {

// Throws Error{invalid_argument} for options that contradict one another, before any file is read.
void check_options(const FilterCommand& command);

// `type` is that of the file: values are on its scale, whatever type the result gets.
Request make_request(const EngineChoice& choice, bool like_opencv, PixelType type);
// `width` and `height` are the whole result's. Throws Error{invalid_argument} when the region
// leaves it.
Frame make_frame(const FilterOptions& options, int width, int height);

// The largest error that the request allows, in samples' unit (for floats: of the largest |sample|,
// unless --max-error was given); infinity where a method without a bound was asked for.
double asked_error(const Request& request, const Filter& filter, PixelType type);

// The device that --device names.
Device select_device(const std::string& id);

}  // namespace selvage::cli
