// SPDX-License-Identifier: Apache-2.0
#include "html_report/page_text.hpp"

namespace selvage::cli {

const std::string_view page_text =
#include "html_report/page_text.inc"  // CMake writes it from page/
    ;

}  // namespace selvage::cli
