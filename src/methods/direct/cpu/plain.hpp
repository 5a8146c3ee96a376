// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "plain": weighted means over windows in double precision, in portable C++.

#include <memory>

#include "methods/direct/cpu/direct_kernel.hpp"

namespace selvage::cpu {

Factory make_plain;

}  // namespace selvage::cpu
