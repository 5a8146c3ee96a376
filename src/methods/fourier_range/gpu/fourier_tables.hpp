// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of candidate "fourier_range" of GPUs, as gpu/fourier.h lists them.

#include <cstdint>
#include <vector>

#include "methods/fourier_range/byte_fit.hpp"

namespace selvage::gpu {

// Returns the weights of an axis, as gpu/fourier_products.h has a band.
std::vector<std::uint32_t> weight_band(const ByteAxis& axis);

// Returns all tables.
std::vector<std::uint32_t> fourier_tables(const ByteFit& fit, const WindowMean& step);

}  // namespace selvage::gpu
