// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/ladder.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace selvage::studies::larsson {
namespace {

constexpr std::array entries{
    Entry{.number = 1, .name = "1 - CUDA", .file = "01_naive.cl"},
    Entry{.number = 2, .name = "2 - CM", .file = "02_constant_memory.cl"},
    Entry{.number = 3, .name = "3 - SM", .file = "03_shared_memory.cl", .tile = Tile::bytes},
    Entry{.number = 4,
          .name = "4 - PD",
          .file = "04_padded.cl",
          .tile = Tile::words,
          .rows = Rows::padded},
    Entry{.number = 5,
          .name = "5 - TL-PD",
          .file = "05_tiling.cl",
          .tile = Tile::words,
          .tiling = Tiling::squares},
    Entry{.number = 6,
          .name = "6 - TL+PD",
          .file = "06_tiling_padded.cl",
          .tile = Tile::words,
          .rows = Rows::padded,
          .tiling = Tiling::squares},
    Entry{.number = 7,
          .name = "7 - TL2+PD",
          .file = "07_tiling_moving.cl",
          .tile = Tile::words,
          .rows = Rows::padded,
          .tiling = Tiling::moving},
    Entry{.number = 8,
          .name = "8 - UL",
          .file = "08_unrolled.cl",
          .tile = Tile::words,
          .rows = Rows::padded,
          .tiling = Tiling::unrolled},
    Entry{.number = 9, .name = "9 - texture, line", .file = "09_texture_line.cl"},
    Entry{.number = 10, .name = "10 - texture, plane", .file = "10_texture_plane.cl"},
    Entry{.number = 11,
          .name = "11 - registers",
          .file = "11_register_tiling.cl",
          .tile = Tile::words,
          .rows = Rows::padded,
          .tiling = Tiling::registers},
    Entry{.number = 12,
          .name = "12 - pair symmetry",
          .file = "12_pair_symmetry.cl",
          .tile = Tile::words,
          .rows = Rows::padded,
          .same_arithmetic = false},
    Entry{.number = 13, .name = "13 - Lab", .file = "13_lab.cl", .same_arithmetic = false},
    Entry{.number = 14,
          .name = "14 - separable",
          .file = "14_separable.cl",
          .same_arithmetic = false},
    Entry{.number = 15,
          .name = "15 - piecewise linear",
          .file = "15_piecewise_linear.cl",
          .same_arithmetic = false},
};

// His equation 2.4.
double gaussian(double x, double sigma) {
  return std::exp(-x * x / (2.0 * sigma * sigma)) / (std::sqrt(2.0 * std::numbers::pi) * sigma);
}

}  // namespace

std::span<const Entry> ladder() {
  return entries;
}

const Entry& entry(int number) {
  for (const Entry& e : entries)
    if (e.number == number) return e;
  throw std::logic_error(fmt::format("there is no rung {}", number));
}

std::string text(const Setup& setup) {
  const Entry& e = entry(setup.rung);
  std::string text = fmt::format("{}, block {}", e.name, setup.block);
  if (tiles(e)) text += fmt::format(", N = {}", setup.tiling);
  if (setup.range_table) text += ", range table";
  if (setup.tap_loops != TapLoops::compilers_choice) text += ", unrolled";
  if (setup.fixed_radius) text += ", radius constant";
  return text;
}

int tile_row(const Entry& e, int block, int radius, int tiling) {
  const bool one_square = e.tiling != Tiling::squares && e.tiling != Tiling::unrolled;
  const int squares = one_square ? 1 : tiling;
  if (e.rows == Rows::plain) return block * squares + 2 * radius;
  return (2 * radius + block * (squares - 1) + 31) / 32 * 32 + block;
}

std::size_t local_bytes(const Setup& setup, int radius) {
  const Entry& e = entry(setup.rung);
  const int block = setup.block;
  if (e.number == 15)  // a row's weights, and weights times values, of three channels
    return sizeof(float) * static_cast<std::size_t>(block * 6 * (block + 2 * radius));
  if (e.tile == Tile::none) return 0;
  const int rows = block * (e.tiling == Tiling::registers ? setup.tiling : 1) + 2 * radius;
  const int pixels = rows * tile_row(e, block, radius, setup.tiling);
  const int sums = e.number == 12 ? 6 * block * block : 0;
  return static_cast<std::size_t>(e.tile == Tile::bytes ? 3 * pixels : 4 * (pixels + sums));
}

GroupSize items(const Setup& setup, int width, int height) {
  const auto of_blocks = [&](int pixels, int tiling) {
    const int covered = setup.block * tiling;
    return (pixels + covered - 1) / covered * setup.block;
  };
  const Entry& e = entry(setup.rung);
  if (!tiles(e)) return {width, height};
  if (e.tiling == Tiling::registers) return {width, of_blocks(height, setup.tiling)};
  return {of_blocks(width, setup.tiling), height};
}

std::vector<float> space_weights(int radius, double sigma) {
  std::vector<float> weights;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx)
      weights.push_back(static_cast<float>(gaussian(dx, sigma) * gaussian(dy, sigma)));
  return weights;
}

std::vector<float> range_weights(double sigma) {
  std::vector<float> weights;
  for (int difference = 0; difference < 256; ++difference)
    weights.push_back(static_cast<float>(gaussian(difference, sigma)));
  return weights;
}

RungCode code_of(const Setup& setup, const Window& window, const std::string& function) {
  const int table_radius = space_radius(window.radius);
  RungCode code{.file = entry(setup.rung).file,
                .function = function,
                .group = {setup.block, setup.block},
                .defines = {{"SPACE_RADIUS", std::to_string(table_radius)},
                            {"RANGE_TABLE", setup.range_table ? "1" : "0"},
                            {"TAP_LOOPS", std::to_string(static_cast<int>(setup.tap_loops))}},
                .tables = {{"SPACE", space_weights(table_radius, window.sigma_space)}}};
  const Tiling tiling = entry(setup.rung).tiling;
  if (tiling == Tiling::unrolled || tiling == Tiling::registers)
    code.defines["FIXED_TILING"] = std::to_string(setup.tiling);
  if (setup.fixed_radius) code.defines["FIXED_RADIUS"] = std::to_string(window.radius);
  if (setup.range_table) code.tables.push_back({"RANGE", range_weights(window.sigma_range)});
  return code;
}

LarssonArguments arguments_of(const Setup& setup, const Window& window, int width, int height) {
  LarssonArguments arguments{};
  arguments.width = width;
  arguments.height = height;
  arguments.radius = window.radius;
  arguments.tiling = setup.tiling;
  arguments.sigma_range = static_cast<float>(window.sigma_range);
  return arguments;
}

}  // namespace selvage::studies::larsson
