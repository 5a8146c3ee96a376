// SPDX-License-Identifier: Apache-2.0
#include "ladder/steps.hpp"

#include <algorithm>

namespace selvage::studies::climbing {
namespace {

#include "ladder/arguments.h"

constexpr int gpu_rows = 8, processor_rows = 2;  // as methods/direct/gpu_direct.cpp

int side_of(int radius) {
  return 2 * radius + 1;
}

}  // namespace

std::string name_of(const Step& step) {
  std::string name(step.file.substr(3, step.file.rfind('.') - 3));
  std::ranges::replace(name, '_', ' ');
  return name;
}

int rows_of(const Step& step, bool is_processor) {
  if (step.places != Places::rows) return 1;
  return is_processor ? processor_rows : gpu_rows;
}

GroupSize group_of(const Step& step) {
  return step.places == Places::rows ? GroupSize{32, 4} : GroupSize{32, 8};
}

std::size_t local_bytes(const Step& step, int radius, bool is_processor) {
  const auto side = static_cast<std::size_t>(side_of(radius));
  const GroupSize group = group_of(step);
  const auto width = static_cast<std::size_t>(group.width) + side - 1;
  const auto height =
      static_cast<std::size_t>(group.height * rows_of(step, is_processor)) + side - 1;
  std::size_t floats = 0;
  if (step.space_weights || step.space_exponents) floats += side * side;
  if (step.range_weights) floats += RANGE_LENGTH;
  if (step.extents) floats += side;
  return floats * sizeof(float) + width * height * static_cast<std::size_t>(step.tile_bytes);
}

int taps_of(int radius) {
  int taps = 0;
  for (int y = -radius; y <= radius; ++y)
    for (int x = -radius; x <= radius; ++x) taps += x * x + y * y <= radius * radius ? 1 : 0;
  return taps;
}

Work work_of_tap(const Step& step, int radius) {
  const double rows = rows_of(step, false);
  const double taps = taps_of(radius) * rows;
  const int side = side_of(radius);
  const double loop_steps = step.places == Places::square ? side * side : taps_of(radius);
  return step.tap + loop_steps / taps * step.step + side / taps * step.column;
}

}  // namespace selvage::studies::climbing
