// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/ladder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>

#include "selvage/error.hpp"

namespace selvage::studies::d3d11 {
namespace {

constexpr LadderRung rungs[] = {
    {.number = 1,
     .file = "01_gaussian_brute.cl",
     .label = "Gaussian, brute",
     .title = "Gaussian, brute force",
     .kind = Kind::gaussian,
     .order = Order::square,
     .texture = true},
    {.number = 1,
     .file = "01_gaussian_brute.cl",
     .label = "Gaussian, buffer",
     .title = "Gaussian, brute force, from a buffer",
     .kind = Kind::gaussian,
     .order = Order::square},
    {.number = 2,
     .file = "02_gaussian_separable.cl",
     .label = "Gaussian, separable",
     .title = "Gaussian, separable",
     .kind = Kind::gaussian,
     .order = Order::rows_first},
    {.number = 3,
     .file = "03_gaussian_cached.cl",
     .label = "Gaussian, cached",
     .title = "Gaussian, separable, cached",
     .kind = Kind::gaussian,
     .order = Order::rows_first,
     .products = true},
    {.number = 7,
     .file = "07_gaussian_constants.cl",
     .label = "Gaussian, constant buffer",
     .title = "Gaussian, separable, weights in a constant buffer",
     .kind = Kind::gaussian,
     .order = Order::rows_first,
     .constants = true},
    {.number = 8,
     .file = "08_gaussian_border.cl",
     .label = "Gaussian, border",
     .title = "Gaussian, separable, renormalised at the border",
     .kind = Kind::gaussian_border,
     .order = Order::rows_first},
    {.number = 4,
     .file = "04_bilateral_brute.cl",
     .label = "bilateral, brute",
     .title = "bilateral, brute force",
     .kind = Kind::bilateral,
     .order = Order::square,
     .texture = true},
    {.number = 4,
     .file = "04_bilateral_brute.cl",
     .label = "bilateral, buffer",
     .title = "bilateral, brute force, from a buffer",
     .kind = Kind::bilateral,
     .order = Order::square},
    {.number = 5,
     .file = "05_bilateral_separable.cl",
     .label = "bilateral, rows first",
     .title = "bilateral, rows, then columns",
     .kind = Kind::rows_then_columns,
     .order = Order::rows_first},
    {.number = 5,
     .file = "05_bilateral_separable.cl",
     .label = "bilateral, columns first",
     .title = "bilateral, columns, then rows",
     .kind = Kind::columns_then_rows,
     .order = Order::columns_first},
    {.number = 6,
     .file = "06_bilateral_luminance.cl",
     .label = "bilateral, luminance",
     .title = "bilateral, brute force, by luminance",
     .kind = Kind::luminance,
     .order = Order::square,
     .texture = true},
};

void check_group(const DeviceFacts& facts, GroupSize group) {
  if (group.width * group.height > facts.gpu.largest_group)
    throw Error(Errc::invalid_argument,
                fmt::format("--block {}x{}: a group has more than the {} work-items of this device",
                            group.width, group.height, facts.gpu.largest_group));
}

// Rows fill their own slots beyond the ends, and must fit group memory.
void check_row(const DeviceFacts& facts, GroupSize group, int radius) {
  const int items = group.width * group.height;
  if (items < 2 * radius)
    throw Error(
        Errc::invalid_argument,
        fmt::format("--block {}x{}: rows and columns need {} work-items or more, twice the radius",
                    group.width, group.height, 2 * radius));
  const std::size_t bytes = static_cast<std::size_t>(items + 2 * radius) *
                            static_cast<std::size_t>(radius) * sizeof(float[4]);
  if (bytes > facts.gpu.local_bytes)
    throw Error(
        Errc::invalid_argument,
        fmt::format("--block {}x{} at radius {}: rung 3 takes {} bytes of group memory, "
                    "this device has {}",
                    group.width, group.height, radius, bytes, facts.gpu.local_bytes),
        "take fewer work-items or a smaller radius, or leave it out: --rungs 1,2,4,5,6,7,8");
}

void take_blocks(const std::vector<GroupSize>& blocks, Parameters& p) {
  bool seen_square = false, seen_row = false, seen_column = false;
  for (const GroupSize block : blocks) {
    const bool column = block.width == 1, row = block.height == 1 && !column;
    bool& seen = column ? seen_column : row ? seen_row : seen_square;
    if (seen)
      throw Error(Errc::invalid_argument, "--block names two groups for the same rungs",
                  "one for squares (32x32), one for rows (640x1), one for columns (1x480)");
    seen = true;
    (column ? p.column : row ? p.row : p.square) = block;
  }
}

}  // namespace

std::span<const LadderRung> ladder() {
  return rungs;
}

std::vector<const LadderRung*> wanted_rungs(const Session& session) {
  std::vector<const LadderRung*> wanted;
  for (const LadderRung& rung : rungs)
    if (session.wants_rung(rung.number)) wanted.push_back(&rung);
  if (wanted.empty())
    throw Error(Errc::invalid_argument, "--rungs names none of this study", "it has rungs 1 to 8");
  return wanted;
}

bool Parameters::of_chapter() const {
  const Parameters chapter;
  return radius == chapter.radius && sigma_space == chapter.sigma_space &&
         sigma_range == chapter.sigma_range;
}

double Parameters::space() const {
  return sigma_space > 0.0 ? sigma_space : std::sqrt(2.0);
}

Parameters parameters(const Session& session) {
  const Options& options = session.options();
  Parameters p;
  if (options.radius.size() > 1)
    throw Error(Errc::invalid_argument, "--radius: this study takes one",
                "for instance --radius 5");
  if (!options.radius.empty()) p.radius = options.radius.front();
  if (p.radius < 1 || p.radius > 16)
    throw Error(Errc::invalid_argument, fmt::format("--radius {} is not in 1..16", p.radius));
  p.sigma_space = options.sigma_space.value_or(p.sigma_space);
  p.sigma_range = options.sigma_range.value_or(p.sigma_range);
  if (options.sigma_space && !(*options.sigma_space >= 0.1 && *options.sigma_space <= 100.0))
    throw Error(Errc::invalid_argument,
                fmt::format("--sigma-space {} is not in 0.1..100", *options.sigma_space));
  if (!(p.sigma_range >= 0.001 && p.sigma_range <= 100.0))
    throw Error(Errc::invalid_argument,
                fmt::format("--sigma-range {} is not in 0.001..100", p.sigma_range));
  take_blocks(options.block, p);
  const DeviceFacts& facts = session.facts();
  for (const GroupSize group : {p.square, p.row, p.column}) check_group(facts, group);
  for (const GroupSize group : {p.row, p.column})
    check_row(facts, group, session.wants_rung(3) ? p.radius : 1);
  return p;
}

}  // namespace selvage::studies::d3d11
