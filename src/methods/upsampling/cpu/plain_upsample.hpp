// SPDX-License-Identifier: Apache-2.0
#pragma once
// Candidate "plain_upsample": joint bilateral upsampling in double precision, in portable C++.

#include <memory>

#include "backends/cpu/cpu_pipeline.hpp"
#include "backends/cpu/kernel.hpp"
#include "methods/upsampling/cpu/upsample_loop.hpp"

namespace selvage::cpu {

// Computes the offsets of one pixel as UpsampleLoop::filter does, but with another range_scale,
// which may be 0.
void upsample_pixel(const UpsampleWindow& window, const UpsampleRow& row, int x, double range_scale,
                    double* offset);

// Returns the squared distance from u to the nearest valid tap, or infinity if there is none.
double nearest_tap(const UpsampleWindow& window, const UpsampleRow& row, int x);

Factory make_plain_upsample;

}  // namespace selvage::cpu
