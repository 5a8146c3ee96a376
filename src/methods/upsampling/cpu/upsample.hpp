// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "upsample": joint bilateral upsampling on the processor's vector units.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"

namespace selvage::cpu {

Factory make_upsample;

}  // namespace selvage::cpu
