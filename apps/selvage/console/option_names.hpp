// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options of the library's fields. Its messages name fields ("sigma_space", "Limits::max_side",
// "list_devices()"); the tool's messages name options.

#include <string>
#include <string_view>

namespace selvage::cli {

// Returns the option of a field: "--sigma-space" for "sigma_space".
std::string option_name(std::string_view field);

// Returns the text of an error with options in place of fields: of the field it begins with, and
// of those that are qualified by their struct.
std::string what_in_options(std::string_view what);

// Returns a hint with options in place of fields. Unqualified fields are recognised by their
// underscore. A field in parentheses after its option is dropped.
std::string hint_in_options(std::string_view hint);

}  // namespace selvage::cli
