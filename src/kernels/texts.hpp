// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device sources as text.

#include <string>
#include <string_view>

namespace selvage::kernels {

// The contents of src/kernels/FILE: "dialect.h". Throws std::logic_error for any other name.
std::string_view text(std::string_view file);

// All files one after another, to tell whether any has changed.
std::string all_texts();

}  // namespace selvage::kernels
