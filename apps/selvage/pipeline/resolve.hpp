// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns options into the library's structs, for an image of a given type and size.

#include "command_line/options.hpp"
#include "selvage/selvage.hpp"

namespace selvage::cli {

// Throws Error{invalid_argument} for options that contradict one another. It reads no file.
void check_options(const FilterCommand& command);

// `type` is that of the file, on whose scale values are given, whatever the type of the result.
Request make_request(const EngineChoice& choice, Preset like, PixelType type);
// `width` and `height` are those of the whole result. Throws Error{invalid_argument} if the region
// exceeds it.
Frame make_frame(const FilterOptions& options, int width, int height);

// Returns the device that --device names.
Device select_device(const std::string& id);

}  // namespace selvage::cli
