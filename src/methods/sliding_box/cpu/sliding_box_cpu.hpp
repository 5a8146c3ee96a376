// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "sliding_box": box means by sliding-window sums; the cost does not depend on the
// radius.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

Factory make_sliding_box;

}  // namespace selvage::cpu
