// SPDX-License-Identifier: Apache-2.0
#pragma once
// Notes on metadata that the result cannot hold, on profiles with --norm lab, and on orientations.

#include <string>
#include <vector>

#include "pipeline/session.hpp"
#include "selvage/io.hpp"

namespace selvage::cli {

// `traits` are those of the decoded page.
std::vector<std::string> metadata_notes(const FileTraits& traits, const PageJob& page,
                                        const Job& job, const FilterCommand& command);

// Returns whether --norm lab may assume sRGB: the profile's description says "sRGB", or there is no
// profile.
bool is_srgb(const Metadata& metadata);

}  // namespace selvage::cli
