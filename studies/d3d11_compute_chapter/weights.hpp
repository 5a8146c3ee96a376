// SPDX-License-Identifier: Apache-2.0
#pragma once
// The windows' weights: those of the listings, and those of other parameters.

#include <span>
#include <vector>

#include "d3d11_compute_chapter/ladder.hpp"

namespace selvage::studies::d3d11 {

// exp(-d^2 / 2 sigma^2) for d = -radius .. radius, divided by their sum.
std::vector<double> gaussian_row(double sigma, int radius);

// As the listings have them; 7 and 7x7 numbers.
std::span<const float> listed_row();
std::span<const float> listed_square();

// Of a rung: the listings' where the parameters are the chapter's.
std::vector<float> row_weights(const Parameters& parameters);
std::vector<float> square_weights(const Parameters& parameters);

}  // namespace selvage::studies::d3d11
