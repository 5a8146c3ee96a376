// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace selvage::cli {

// The page around its data: page/report.html with its style and script. "@DATA@" stands for the
// data.
extern const std::string_view page_text;

}  // namespace selvage::cli
