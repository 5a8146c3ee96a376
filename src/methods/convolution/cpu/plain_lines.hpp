// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidates "plain_separable" and "plain_stencil": linear filters in double precision, in portable
// C++.

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

Factory make_plain_separable, make_plain_stencil;

}  // namespace selvage::cpu
