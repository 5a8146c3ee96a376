// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "opencl_course/ladder.hpp"
#include "selvage/error.hpp"

namespace selvage::studies::course {
namespace {

// What a kernel may declare on CUDA, whatever the device has.
constexpr std::size_t declared_local_bytes = 48 * 1024;

void check_rungs(const std::vector<int>& rungs) {
  for (const int number : rungs)
    if (number < 1 || number > static_cast<int>(ladder().size()))
      throw Error(Errc::invalid_argument, fmt::format("--rungs {}: there is no such rung", number),
                  fmt::format("rungs are 1 to {}", ladder().size()));
}

void read_options(const Options& o, Settings& s) {
  check_rungs(o.rungs);
  if (o.radius.size() > 1)
    throw Error(Errc::invalid_argument, "--radius has more than one value",
                "this study has one radius, that of its separable passes");
  if (!o.radius.empty()) s.radius = o.radius.front();
  if (o.block.size() > 3)
    throw Error(Errc::invalid_argument, "--block has more than three values",
                "they are the groups of windows, rows and columns, in this order");
  if (!o.block.empty()) s.tile = o.block[0];
  if (o.block.size() > 1) s.rows = o.block[1];
  if (o.block.size() > 2) s.columns = o.block[2];
  s.chart = o.quick ? std::vector{1, 3} : std::vector{1, 2, 3, 4, 5, 6, 7, 8};
  if (!o.steps.empty()) s.chart = o.steps;
  if (!o.task.empty() && !o.steps.empty()) s.step_count = o.steps.front();
}

void check_radius(const Settings& s) {
  const int most = std::min(s.rows.width, s.columns.height);
  if (s.radius < 1 || s.radius > most)
    throw Error(
        Errc::invalid_argument,
        fmt::format("--radius {} is not 1..{}, the group's side along a pass", s.radius, most),
        "a work-item loads one sample of the halo on each side: widen the groups by --block");
}

void check_group(const GpuFacts& gpu, GroupSize group, std::size_t bytes, const char* what) {
  if (group.width * group.height > gpu.largest_group)
    throw Error(Errc::invalid_argument,
                fmt::format("a group of {}x{} for {} has more work-items than the device's {}",
                            group.width, group.height, what, gpu.largest_group),
                "--block takes the groups of windows, rows and columns, in this order");
  const std::size_t most = std::min(gpu.local_bytes, declared_local_bytes);
  if (bytes > most)
    throw Error(Errc::invalid_argument,
                fmt::format("a group of {}x{} for {} needs {} bytes of local memory of {}",
                            group.width, group.height, what, bytes, most),
                "take fewer --steps or a smaller --block");
}

std::size_t product(int a, int b) {
  return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
}

// The largest tile: of flags' geometry (16 bytes a pixel), or of rung 3 (three groups wide).
std::size_t tile_bytes(GroupSize group) {
  return std::max(16 * product(group.width + 2, group.height + 2),
                  4 * product(3 * group.width, group.height + 2));
}

// Of rung 11, which has a byte of flags beside each sample; rungs 7 and 8 hold geometry.
std::size_t pass_bytes(GroupSize group, int steps) {
  return std::max(5 * product(group.width, (steps + 2) * group.height),
                  16 * product(group.width + 2, group.height + 2));
}

}  // namespace

Settings settings_of(const Session& session) {
  const Options& options = session.options();
  const GpuFacts& gpu = session.facts().gpu;
  Settings s;
  read_options(options, s);
  check_radius(s);
  check_group(gpu, s.tile, tile_bytes(s.tile), "windows");
  const int steps = std::max(s.step_count, *std::ranges::max_element(s.chart));
  check_group(gpu, s.rows, pass_bytes(s.rows, steps), "rows");
  check_group(gpu, s.columns, pass_bytes(s.columns, steps), "columns");
  s.odd = {{1, 1}, {33, 2}, {3, 49}};
  s.checked = options.quick ? Extent{161, 97} : Extent{481, 323};
  s.timed = options.quick      ? Extent{161, 97}
            : gpu.is_processor ? Extent{1280, 720}
                               : Extent{3840, 2160};
  s.picture = options.quick ? Extent{96, 72} : Extent{480, 360};
  s.frame = s.picture;
  s.paths = options.quick ? 2 : 4;
  return s;
}

}  // namespace selvage::studies::course
