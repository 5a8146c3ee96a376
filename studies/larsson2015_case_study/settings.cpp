// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "selvage/error.hpp"

namespace selvage::studies::larsson {
namespace {

constexpr std::array<std::string_view, 7> parts{"image1", "image2", "image3",  "device",
                                                "extras", "future", "pictures"};

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw Error(Errc::invalid_argument, what, hint);
}

bool has(const std::vector<int>& all, int value) {
  return std::ranges::find(all, value) != all.end();
}

void check_parts(const Session& session) {
  for (const std::string& part : session.options().rest)
    if (std::ranges::find(parts, part) == parts.end())
      refuse(fmt::format("this study has no part {}", part),
             "image1, image2, image3, device, extras, future, pictures");
}

void check_rungs(const Session& session) {
  for (const int rung : session.options().rungs)
    if (rung < 1 || rung > static_cast<int>(ladder().size()))
      refuse(fmt::format("--rungs {}: this study has 1..{}", rung, ladder().size()),
             "the sequential version always runs");
}

std::vector<int> blocks_of(const Session& session) {
  std::vector<int> sides;
  for (const GroupSize& size : session.options().block) {
    if (size.width != size.height || size.width > 32)
      refuse(fmt::format("--block {}x{}: this study's blocks are squares of at most 32x32",
                         size.width, size.height),
             "for instance 16x16");
    sides.push_back(size.width);
  }
  return sides;
}

// One is enough where nobody asks for the others.
std::vector<TestImage> quick_images(bool all) {
  std::vector<TestImage> images{{1, 128, 96, false}, {2, 160, 90, false}, {3, 184, 122, false}};
  if (!all) images.resize(1);
  return images;
}

}  // namespace

int Settings::block() const {
  return has(blocks, 16) ? 16 : blocks.front();
}

int Settings::tiling() const {
  return has(tilings, 4) ? 4 : tilings.front();
}

std::vector<int> Settings::table_radii() const {
  std::vector<int> wanted;
  for (const int radius : radii)
    if (radius == 1 || radius == 7 || radius == 15) wanted.push_back(radius);
  return wanted.empty() ? radii : wanted;
}

Settings settings_of(const Session& session) {
  const Options& o = session.options();
  check_parts(session);
  check_rungs(session);
  Settings s;
  const auto chosen = [&](const std::vector<int>& given, std::vector<int> quick,
                          std::vector<int> his) {
    return !given.empty() ? given : o.quick ? quick : his;
  };
  s.radii = chosen(o.radius, {1, 4}, {1, 3, 5, 7, 9, 11, 13, 15});
  for (const int radius : s.radii)
    if (radius < 1 || radius > largest_radius)
      refuse(fmt::format("--radius {}: this study takes 1..{}", radius, largest_radius),
             "his are 1, 3, ... 15");
  s.tilings = chosen(o.tiling, {3}, {2, 3, 4, 5, 6});
  s.blocks = chosen(blocks_of(session), {16}, {4, 8, 16, 32});
  if (*std::ranges::max_element(s.tilings) > 16)
    refuse("--tiling: this study takes 1..16", "his are 2 to 6");
  s.sigma_space = o.sigma_space.value_or(3.0);
  s.sigma_range = 255.0 * o.sigma_range.value_or(30.0 / 255.0);
  s.runs = session.runs(5);
  s.images = o.quick ? quick_images(!o.rest.empty())
                     : std::vector<TestImage>{{1, 512, 512}, {2, 1920, 1080}, {3, 5522, 3651}};
  s.trials = o.quick ? TestImage{2, 160, 90} : TestImage{2, 1920, 1080};
  s.picture_side = o.quick ? 128 : 256;  // captions fit
  return s;
}

bool wants_part(const Session& session, std::string_view part) {
  const std::vector<std::string>& rest = session.options().rest;
  return rest.empty() || std::ranges::find(rest, part) != rest.end();
}

Bilateral product_filter(const Window& window) {
  return {.sigma_space = static_cast<float>(window.sigma_space),
          .sigma_range = static_cast<float>(window.sigma_range / 255.0),
          .radius = window.radius,
          .norm = Norm::per_channel,
          .border = Border::copy};
}

}  // namespace selvage::studies::larsson
