// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sheet's tasks for a reader's own kernel.

#include <span>
#include <string>
#include <string_view>

#include "opencl_course/passes.hpp"
#include "opencl_course/settings.hpp"

namespace selvage::studies::course {

struct Exercise {
  std::string_view name = {};        // of --task
  std::string_view signatures = {};  // of the kernels that the file must hold, by lines
  // Compiles, checks, times, keeps.
  void (*run)(Session& session, const Settings& settings, const Source& source) = nullptr;
  bool has_images = true;
  bool has_passes = false;  // --radius and --steps are its
};
std::span<const Exercise> exercises();

}  // namespace selvage::studies::course
