// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sheet's tasks for a reader's own kernel.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opencl_course/passes.hpp"
#include "opencl_course/settings.hpp"

namespace selvage::studies::course {

// What the sheet gives points for.
struct Mark {
  std::string what = {};
  int points = 0, of = 0;
};

struct Exercise {
  std::string_view name = {};        // of --task
  std::string_view signatures = {};  // of the kernels that the file must hold, by lines
  // Compiles, checks, times, keeps.
  std::vector<Mark> (*run)(Session& session, const Settings& settings,
                           const Source& source) = nullptr;
  bool has_images = true;
  bool has_passes = false;  // --radius and --steps are its
};
std::span<const Exercise> exercises();

}  // namespace selvage::studies::course
