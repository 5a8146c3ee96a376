// SPDX-License-Identifier: Apache-2.0
// The rungs. How their instructions were counted stands in README.md.

#include <array>

#include "ladder/steps.hpp"

namespace selvage::studies::climbing {
namespace {

// Of loops over the square, and over rows of the disc.
constexpr Work square_step{.integers = 3, .logic = 1};
constexpr Work disc_step{.integers = 2};
constexpr Work disc_row{.loads = 1, .words = 1, .integers = 4, .word_to_float = 1};
// Of several rows.
constexpr Work sum_tap{.floats = 6, .logic = 1, .specials = 1};
constexpr Work wide_step{.loads = 1, .words = 4, .floats = 3, .integers = 2};
constexpr Work wide_column{.loads = 8, .words = 29, .floats = 2, .integers = 8, .word_to_float = 2};

constexpr std::array list = {
    Step{.number = 1,
         .file = "01_tables.cl",
         .places = Places::square,
         .space_weights = true,
         .range_weights = true,
         .extents = false,
         .tile_bytes = 3,
         .tap =
             {.loads = 5, .words = 5, .floats = 5, .integers = 9, .logic = 3, .narrow_to_float = 3},
         .step = square_step},
    Step{.number = 2,
         .file = "02_range_by_exp2.cl",
         .places = Places::square,
         .space_weights = true,
         .extents = false,
         .tile_bytes = 3,
         .tap = {.loads = 4,
                 .words = 4,
                 .floats = 7,
                 .integers = 8,
                 .logic = 3,
                 .specials = 1,
                 .narrow_to_float = 3,
                 .word_to_float = 1},
         .step = square_step},
    Step{.number = 3,
         .file = "03_one_exponent.cl",
         .places = Places::square,
         .space_exponents = true,
         .extents = false,
         .tile_bytes = 3,
         .tap = {.loads = 4,
                 .words = 4,
                 .floats = 6,
                 .integers = 8,
                 .logic = 3,
                 .specials = 1,
                 .narrow_to_float = 3,
                 .word_to_float = 1},
         .step = square_step},
    Step{.number = 4,
         .file = "04_rows_of_the_disc.cl",
         .places = Places::disc,
         .space_exponents = true,
         .tile_bytes = 3,
         .same_as_before = true,
         .tap = {.loads = 4,
                 .words = 4,
                 .floats = 6,
                 .integers = 5,
                 .logic = 3,
                 .specials = 1,
                 .narrow_to_float = 3,
                 .word_to_float = 1},
         .step = disc_step,
         .column = disc_row},
    Step{.number = 5,
         .file = "05_packed_pixels.cl",
         .places = Places::disc,
         .space_exponents = true,
         .tile_bytes = 4,
         .same_as_before = true,
         .tap = {.loads = 2,
                 .words = 2,
                 .floats = 6,
                 .integers = 5,
                 .logic = 8,
                 .specials = 1,
                 .word_to_float = 4},
         .step = disc_step,
         .column = disc_row},
    Step{
        .number = 6,
        .file = "06_distance_of_bytes.cl",
        .places = Places::disc,
        .space_exponents = true,
        .tile_bytes = 4,
        .same_as_before = true,
        .tap = {.loads = 2, .words = 2, .floats = 7, .logic = 6, .specials = 1, .word_to_float = 3},
        .step = disc_step,
        .column = disc_row},
    Step{
        .number = 7,
        .file = "07_folded_scale.cl",
        .places = Places::disc,
        .space_exponents = true,
        .tile_bytes = 4,
        .tap = {.loads = 2, .words = 2, .floats = 6, .logic = 6, .specials = 1, .word_to_float = 3},
        .step = disc_step,
        .column = disc_row},
    Step{.number = 8,
         .file = "08_bytes_to_floats.cl",
         .places = Places::disc,
         .space_exponents = true,
         .tile_bytes = 4,
         .same_as_before = true,
         .tap = {.loads = 2, .words = 2, .floats = 9, .logic = 4, .specials = 1},
         .step = disc_step,
         .column = disc_row},
    Step{
        .number = 9,
        .file = "09_eight_rows.cl",
        .space_exponents = true,
        .tile_bytes = 4,
        .tap = sum_tap,
        .step = {.loads = 2, .words = 2, .floats = 3, .integers = 2, .logic = 3},
        .column =
            {.loads = 8, .words = 8, .floats = 21, .integers = 6, .logic = 21, .word_to_float = 1}},
    Step{
        .number = 10,
        .file = "10_space_in_registers.cl",
        .tile_bytes = 4,
        .tap = sum_tap,
        .step = {.loads = 1, .words = 1, .floats = 6, .integers = 2, .logic = 3},
        .column =
            {.loads = 8, .words = 8, .floats = 23, .integers = 7, .logic = 21, .word_to_float = 2}},
    Step{.number = 11,
         .file = "11_wide_pixels.cl",
         .same_as_before = true,
         .tap = sum_tap,
         .step = wide_step,
         .column = wide_column},
    Step{.number = 12,
         .file = "12_tiles_inside.cl",
         .same_as_before = true,
         .tap = sum_tap,
         .step = wide_step,
         .column = wide_column},
    Step{.number = 13,
         .file = "13_one_reciprocal.cl",
         .tap = sum_tap,
         .step = wide_step,
         .column = wide_column},
    Step{.number = 14,
         .file = "14_five_groups.cl",
         .min_blocks = 5,
         .same_as_before = true,
         .tap = sum_tap,
         .step = wide_step,
         .column = wide_column},
    Step{.number = 15,
         .file = "15_short_sums.cl",
         .min_blocks = 4,
         .aside = true,
         .tap = sum_tap,
         .step = wide_step,
         .column = {.loads = 8, .words = 29, .floats = 34, .integers = 8, .word_to_float = 2}},
};

constexpr int like_the_product = 14;

}  // namespace

std::span<const Step> steps() {
  return list;
}

const Step& product_step() {
  return list[like_the_product - 1];
}

}  // namespace selvage::studies::climbing
