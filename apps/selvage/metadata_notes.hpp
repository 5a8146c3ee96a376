// SPDX-License-Identifier: Apache-2.0
#pragma once
// Notes on a file's metadata: what the result cannot hold, and what a profile means for --norm lab.

#include <string>
#include <vector>

#include "selvage/io.hpp"
#include "session.hpp"

namespace selvage::cli {

// `traits`: the page's, once it is decoded.
std::vector<std::string> metadata_notes(const FileTraits& traits, const Prepared& page,
                                        const Job& job, const FilterCommand& command);

// Whether Lab is what --norm lab takes it for: the profile says "sRGB" in its description, or there
// is none.
bool is_srgb(const Metadata& metadata);

}  // namespace selvage::cli
