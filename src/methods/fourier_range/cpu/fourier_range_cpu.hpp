// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "fourier_range": the bilateral of one channel of u8 from a few filtered images that all
// pixels share.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

Factory make_fourier_range;

}  // namespace selvage::cpu
