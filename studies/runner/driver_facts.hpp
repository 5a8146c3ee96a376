// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each driver says of compiled code.

#include "runner/rung.hpp"

namespace selvage::studies {

CodeFacts cuda_facts(Session& session, const gpu::Function& compiled, int group_items,
                     std::size_t dynamic_bytes);
CodeFacts opencl_facts(const gpu::Function& compiled, std::size_t dynamic_bytes);

}  // namespace selvage::studies
