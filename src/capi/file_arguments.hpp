// SPDX-License-Identifier: Apache-2.0
#pragma once
// Converts options for reading and writing files for the io library.

#include <limits>
#include <string>

#include "selvage/io.h"
#include "selvage/io.hpp"

namespace selvage::capi {

inline constexpr Limits no_limits{.max_pixels = std::numeric_limits<std::int64_t>::max(),
                                  .max_side = std::numeric_limits<std::int64_t>::max()};

struct LoadOptions {
  Limits limits = {};
  int page = 0;  // from 1; 0: the file's only page
};

selvage_load_options default_load_options();
selvage_save_options default_save_options();

// NULL gives the defaults. Throws Error{invalid_argument} that names the field.
LoadOptions options_of(const selvage_load_options* options);

// Opens the file at the given page, or at its first. Throws Error{invalid_argument} if it has
// fewer.
ImageReader open_page(const std::string& path, const LoadOptions& options);

}  // namespace selvage::capi
