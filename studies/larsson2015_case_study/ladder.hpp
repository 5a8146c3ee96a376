// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ladder as data: what each rung is, and what a run of it can vary.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "runner/rung.hpp"

namespace selvage::studies::larsson {

#include "larsson2015_case_study/arguments.h"

enum class Tile { none, bytes, words };  // what a pixel is in shared memory
enum class Rows { plain, padded };       // of the tile [his eq. 5.2; 5.3, 5.4]
enum class Tiling {
  none,
  squares,    // N squares beside one another, N is an argument
  unrolled,   // N is the compiler's constant
  moving,     // the tile is of one square
  registers,  // N pixels below one another in one thread; N is the compiler's constant
};

struct Entry {
  int number = 0;                // 1 to 8: his versions
  std::string_view name = {};    // as in his tables: "4 - PD"
  std::string_view file = {};    //
  Tile tile = Tile::none;        //
  Rows rows = Rows::plain;       //
  Tiling tiling = Tiling::none;  //
  bool same_arithmetic = true;   // as version 1: the results must not differ at all
};

constexpr int his_versions = 8;

std::span<const Entry> ladder();
// Throws std::logic_error when there is none.
const Entry& entry(int number);
inline bool tiles(const Entry& e) {
  return e.tiling != Tiling::none;
}

// What is filtered with.
struct Window {
  int radius = 1;
  double sigma_space = 3.0;   // pixels
  double sigma_range = 30.0;  // of 255
};

enum class TapLoops { compilers_choice = 0, by_four = 1, whole_rows = 2 };

struct Setup {
  int rung = 1;
  int block = 16;  // threads on a side
  int tiling = 1;  // N of 1 x N
  bool range_table = false;
  TapLoops tap_loops = TapLoops::compilers_choice;
  bool fixed_radius = false;  // a constant of the compiler
};
std::string text(const Setup& setup);  // "8 - UL, block 16, N = 4"

// Pixels of a row of the tile.
int tile_row(const Entry& e, int block, int radius, int tiling);
// Of one block, dynamic; 0: none.
std::size_t local_bytes(const Setup& setup, int radius);

// The work-items that cover an area of width x height pixels.
GroupSize items(const Setup& setup, int width, int height);

// (2r + 1)^2 weights of space with the factor of his equation 2.5, row by row.
std::vector<float> space_weights(int radius, double sigma);
// Weights of range of the differences 0 to 255, with the factor of his equation 2.4.
std::vector<float> range_weights(double sigma);

constexpr int largest_radius = 31;  // he: 15
// Of the table of weights of space in constant memory, which serves every radius up to it.
constexpr int space_radius(int radius) {
  return radius <= 15 ? 15 : largest_radius;
}

// `function` empty: the rung's only kernel.
RungCode code_of(const Setup& setup, const Window& window, const std::string& function = {});

LarssonArguments arguments_of(const Setup& setup, const Window& window, int width, int height);

}  // namespace selvage::studies::larsson
