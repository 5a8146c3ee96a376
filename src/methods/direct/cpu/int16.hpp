// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "int16": the direct bilateral of one channel of u8 with weights in 16-bit integers.

#include <memory>

#include "methods/direct/cpu/simd.hpp"

namespace selvage::cpu {

Factory make_int16;

}  // namespace selvage::cpu
