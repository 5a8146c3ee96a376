// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/ladder.hpp"

#include <stdexcept>

namespace selvage::studies::course {
namespace {

double side(int radius) {
  return 2.0 * radius + 1.0;
}

double own(int, int, GroupSize) {
  return 1.0;
}
double every_tap(int radius, int, GroupSize) {
  return side(radius) * side(radius);
}
double tile(int radius, int, GroupSize g) {
  return (1.0 + 2.0 * radius / g.width) * (1.0 + 2.0 * radius / g.height);
}
double whole_segments(int radius, int, GroupSize g) {
  return 3.0 * (1.0 + 2.0 * radius / g.height);
}
double row_halo(int radius, int steps, GroupSize g) {
  return 1.0 + 2.0 * radius / (1.0 * steps * g.width);
}
double column_halo(int radius, int steps, GroupSize g) {
  return 1.0 + 2.0 * radius / (1.0 * steps * g.height);
}
double whole_group(int, int steps, GroupSize) {
  return 1.0 + 2.0 / steps;
}
double two_neighbours(int, int, GroupSize) {
  return 3.0;
}
double four_neighbours(int, int, GroupSize) {
  return 5.0;
}
double row_neighbours(int, int, GroupSize g) {
  return 1.0 + 2.0 / g.width;
}
double column_neighbours(int, int, GroupSize g) {
  return 1.0 + 2.0 / g.height;
}
double cross(int, int, GroupSize g) {
  return 1.0 + 2.0 / g.width + 2.0 / g.height;
}

constexpr auto window = Along::window, rows = Along::rows, columns = Along::columns;

constexpr RungEntry entries[] = {
    {1,
     "01_convolution_global.cl",
     "window from global memory",
     {{{"convolution_global", window, false, every_tap}}}},
    {2,
     "02_convolution_tile.cl",
     "window from a tile, unused pixels skipped",
     {{{"convolution_tile", window, false, tile}}}},
    {3,
     "03_convolution_tile_unused.cl",
     "window from a tile, unused pixels loaded",
     {{{"convolution_tile_unused", window, false, whole_segments}}}},
    {4,
     "04_separable_unaligned.cl",
     "separable, unaligned load",
     {{{"rows_unaligned", rows, true, row_halo},
       {"columns_unaligned", columns, true, column_halo}}}},
    {5,
     "05_separable_aligned.cl",
     "separable, aligned load, unused pixels loaded",
     {{{"rows_aligned", rows, true, whole_group},
       {"columns_aligned", columns, true, whole_group}}}},
    {6,
     "06_separable_skipping.cl",
     "separable, aligned load, unused pixels zero",
     {{{"rows_skipping", rows, true, row_halo}, {"columns_skipping", columns, true, column_halo}}}},
    {7,
     "07_flags_two_global.cl",
     "flags, two kernels, global memory",
     {{{"flags_rows_global", rows, false, two_neighbours},
       {"flags_columns_global", columns, false, two_neighbours}}}},
    {8,
     "08_flags_two_tile.cl",
     "flags, two kernels, local memory",
     {{{"flags_rows_tile", rows, false, row_neighbours},
       {"flags_columns_tile", columns, false, column_neighbours}}}},
    {9,
     "09_flags_one_global.cl",
     "flags, one kernel, global memory",
     {{{"flags_one_global", window, false, four_neighbours}}}},
    {10,
     "10_flags_one_tile.cl",
     "flags, one kernel, local memory",
     {{{"flags_one_tile", window, false, cross}}}},
    {11,
     "11_guided.cl",
     "guided bilateral",
     {{{"guided_rows", rows, true, whole_group}, {"guided_columns", columns, true, whole_group}}}},
    {12,
     "12_histogram_read.cl",
     "histogram, reads alone",
     {{{"histogram_read", window, false, own}}}},
    {13,
     "13_histogram_global.cl",
     "histogram, global atomics",
     {{{"histogram_global", window, false, own}}}},
    {14,
     "14_histogram_local.cl",
     "histogram, local atomics",
     {{{"histogram_local", window, false, own}}}},
};

}  // namespace

std::span<const RungEntry> ladder() {
  return entries;
}

const RungEntry& rung(int number) {
  for (const RungEntry& entry : entries)
    if (entry.number == number) return entry;
  throw std::logic_error("the ladder has no rung " + std::to_string(number));
}

GroupSize group_of(const Settings& settings, Along along) {
  if (along == Along::rows) return settings.rows;
  return along == Along::columns ? settings.columns : settings.tile;
}

Pass make_pass(Session& session, const RungEntry& entry, const RungPass& pass, GroupSize group,
               const Constants& constants) {
  const bool stepped = pass.stepped;
  return {session,
          {.file = std::string(entry.file), .text = {}},
          std::string(pass.function),
          group,
          constants,
          stepped && pass.along == Along::rows ? constants.steps : 1,
          stepped && pass.along == Along::columns ? constants.steps : 1};
}

Filtering make_filtering(Session& session, const RungEntry& entry, const Settings& settings,
                         const Constants& constants) {
  Filtering made;
  for (const RungPass& pass : entry.passes)
    if (!pass.function.empty())
      made.passes.push_back(
          make_pass(session, entry, pass, group_of(settings, pass.along), constants));
  return made;
}

}  // namespace selvage::studies::course
