// SPDX-License-Identifier: Apache-2.0
#pragma once
// How much host memory a run may take.

#include <cstddef>
#include <string>

namespace selvage::cli {

// Bytes that can be allocated without swapping: what the system calls available, and what the
// process's control group leaves.
std::size_t free_memory();

// Throws Error{limit} when `needed` bytes are more than `allowed`.
void check_memory(std::size_t needed, std::size_t allowed);

// 4.2 GiB
std::string size_text(std::size_t bytes);

}  // namespace selvage::cli
