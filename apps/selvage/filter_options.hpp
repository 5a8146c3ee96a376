// SPDX-License-Identifier: Apache-2.0
#pragma once
// The options that filters share, an entry each: a verb adds those that its filter has.

#include "option_table.hpp"
#include "options.hpp"

namespace selvage::cli {

// `fallback` is what holds without the option, for the help text.
void add_sigma_space(OptionTable& table, FilterOptions& o, const char* fallback = "3");
void add_sigma_range(OptionTable& table, FilterOptions& o, const char* text);
void add_radius(OptionTable& table, FilterOptions& o, const char* fallback = "ceil(3 sigma-space)");
void add_diameter(OptionTable& table, FilterOptions& o, const char* text = "2 radius + 1, odd");
void add_iterations(OptionTable& table, FilterOptions& o, const char* fallback = "1",
                    const char* text = "apply the filter N times");
void add_window(OptionTable& table, FilterOptions& o);
void add_norm(OptionTable& table, FilterOptions& o, const char* text);
void add_border(OptionTable& table, FilterOptions& o, const char* fallback = "reflect101");
void add_row_and_column(OptionTable& table, FilterOptions& o, const char* text);

// The group "Which pixels".
void add_alpha(CLI::App& verb, FilterOptions& o);
void add_invalid_and_mask(CLI::App& verb, FilterOptions& o);
void add_fill(CLI::App& verb, FilterOptions& o);
void add_region(CLI::App& verb, FilterOptions& o);
void add_pixel_options(CLI::App& verb, FilterOptions& o);  // all of them

}  // namespace selvage::cli
