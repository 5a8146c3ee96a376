// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text that is written whole or not at all.

#include <filesystem>
#include <string_view>

namespace selvage::cli {

// Writes a temporary file in the same folder and gives it the name in one step. Without `overwrite`
// a file that has the name stays. Throws Error{output}.
void write_text(const std::filesystem::path& file, std::string_view text, bool overwrite);

}  // namespace selvage::cli
