// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rungs as data.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "opencl_course/passes.hpp"
#include "opencl_course/settings.hpp"

namespace selvage::studies::course {

enum class Along { window, rows, columns };  // which decides the group

// Loads from global memory for each pixel.
using Loads = double (*)(int radius, int steps, GroupSize group);

struct RungPass {
  std::string_view function = {};  // empty: there is none
  Along along = Along::window;
  bool stepped = false;  // an item computes STEPS pixels
  Loads loads = nullptr;
};

struct RungEntry {
  int number = 0;
  std::string_view file = {}, what = {};
  std::array<RungPass, 2> passes = {};
};

// All, by number.
std::span<const RungEntry> ladder();
const RungEntry& rung(int number);

GroupSize group_of(const Settings& settings, Along along);

// Compiled for the groups and the steps that `constants` has.
Pass make_pass(Session& session, const RungEntry& entry, const RungPass& pass, GroupSize group,
               const Constants& constants);
Filtering make_filtering(Session& session, const RungEntry& entry, const Settings& settings,
                         const Constants& constants);

}  // namespace selvage::studies::course
