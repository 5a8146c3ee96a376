// SPDX-License-Identifier: Apache-2.0
#pragma once
// The chapter's filters as data.

#include <span>
#include <string_view>
#include <vector>

#include "runner/session.hpp"

namespace selvage::studies::d3d11 {

// What a rung computes, so that rungs of one kind can be compared.
enum class Kind {
  gaussian,
  gaussian_border,  // renormalised there
  bilateral,
  rows_then_columns,
  columns_then_rows,
  luminance
};
inline bool is_gaussian(Kind kind) {
  return kind == Kind::gaussian || kind == Kind::gaussian_border;
}

enum class Order { square, rows_first, columns_first };  // of its passes

struct LadderRung {
  int number;              // of its file
  std::string_view file;   //
  std::string_view label;  // below bars
  std::string_view title;  // in tables
  Kind kind;               //
  Order order;             //
  bool texture = false;    // reads a texture, else a buffer
  bool constants = false;  // the weights are arguments
  bool products = false;   // group memory holds each pixel times each weight but the centre's
};
std::span<const LadderRung> ladder();
// Those that the options ask for.
std::vector<const LadderRung*> wanted_rungs(const Session& session);

// The chapter's values, and what the options may change.
struct Parameters {
  int radius = 3;               // pixels: 7x7
  double sigma_space = 0.0;     // pixels; 0: the listings' weights, whose sigma is sqrt(2)
  double sigma_range = 0.051;   //
  GroupSize square = {32, 32};  // of rungs 1, 4, 6
  GroupSize row = {640, 1};     // of passes along rows
  GroupSize column = {1, 480};  // and along columns
  bool of_chapter() const;      // the filter, whatever the groups are
  double space() const;         // sigma_space, in pixels
};
// Throws Error{invalid_argument} for groups that the device or the filter cannot have.
Parameters parameters(const Session& session);

}  // namespace selvage::studies::d3d11
