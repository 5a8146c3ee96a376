// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of candidate "fourier_range" of GPUs, as gpu/fourier.h lists them.

#include <cstdint>
#include <vector>

#include "methods/fourier_range/byte_fit.hpp"

namespace selvage::gpu {

// Returns the left matrices of the products of the first 16 of 32 sums along an axis: for each
// block of 32 taps, four words of the weights' upper bytes for each of 32 items, then as many of
// the lower bytes (kernels/mma.h). The other 16 sums have the same weights at taps 16 earlier.
std::vector<std::uint32_t> weight_matrices(const ByteAxis& axis);

// Returns all tables.
std::vector<std::uint32_t> fourier_tables(const ByteFit& fit, const WindowMean& step);

}  // namespace selvage::gpu
