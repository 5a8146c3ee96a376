// SPDX-License-Identifier: Apache-2.0
#pragma once
// Filters as JSON: the name of a filter and an object of its fields (selvage/fields.hpp).

#include <nlohmann/json.hpp>
#include <string>

#include "selvage/filters.hpp"

namespace selvage::bench {

// Returns the filter with these fields; others keep their defaults. Names are those of the verbs,
// and "separable" for SeparableConvolution. Numbers may be fractions: "30/255". Instead of
// coefficients, the convolutions take "side": a kernel of so many rows and columns, of both signs
// and no product of a row and a column, or a binomial for "separable". Throws
// Error{invalid_argument} with the wrong name.
Filter filter_of(const std::string& name, const nlohmann::json& fields);

// Returns the part of a case's name that tells filters of one kind apart: "l1.disc.r7", "5x5".
std::string filter_text(const Filter& filter);

// Returns the filter's name as filter_of takes it.
std::string filter_name(const Filter& filter);

// Returns the taps of a result's pixel: of all passes, and for per_channel of each channel.
double taps_of_pixel(const Filter& filter, int channels);

}  // namespace selvage::bench
