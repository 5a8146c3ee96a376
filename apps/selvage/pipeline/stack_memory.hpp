// SPDX-License-Identifier: Apache-2.0
#pragma once
// The memory that pages need which are filtered together (docs/filters/depth.md, "Files").

#include "pipeline/session.hpp"

namespace selvage::cli {

// Returns the peak host memory in bytes of all pages that are filtered together with this one:
// those that are held, those that wait, and those in the stages. It grows until each plane of a
// video is known, so `memory` keeps what each needs. Throws Error{limit} if it is not allowed.
std::size_t memory_of_stack(const PageJob& page, StackMemory& memory, const Session& session);

}  // namespace selvage::cli
