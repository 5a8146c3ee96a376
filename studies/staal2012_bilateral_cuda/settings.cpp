// SPDX-License-Identifier: Apache-2.0
#include "staal2012_bilateral_cuda/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "selvage/error.hpp"

namespace selvage::studies::staal {
namespace {

constexpr std::size_t constant_bytes = 65536;  // that every device has

int items(GroupSize block) {
  return block.width * block.height;
}

// Why the device cannot run it; none: it can.
std::optional<std::string> obstacle(const Session& session, const Variant& variant, int radius) {
  const GpuFacts& gpu = session.facts().gpu;
  if (items(variant.block) > gpu.largest_group)
    return fmt::format("a group of {} work-items; this device's largest has {}",
                       items(variant.block), gpu.largest_group);
  if (const std::size_t bytes = local_bytes(variant, radius); bytes > gpu.local_bytes)
    return fmt::format("{} bytes of local memory at radius {}; this device has {}", bytes, radius,
                       gpu.local_bytes);
  const auto side = static_cast<std::size_t>(2 * radius + 1);
  if (variant.entry->map == Map::constant && side * side * sizeof(float) > constant_bytes)
    return fmt::format("a map of radius {} is larger than constant memory", radius);
  return std::nullopt;
}

void add_blocks(const Options& options, const Entry& entry, std::vector<Variant>& to) {
  const auto named = [&](GroupSize block) {
    const std::string shape = entry.grid_2d ? fmt::format("{}x{}", block.width, block.height)
                                            : std::to_string(items(block));
    return Variant{&entry, entry.grid_2d ? block : GroupSize{items(block), 1},
                   fmt::format("{} ({})", entry.name, shape), false};
  };
  const auto add = [&](Variant variant) {
    // 192x1 and 16x12 are one block of a line.
    if (std::ranges::find(to, variant.name, &Variant::name) != to.end()) return;
    to.push_back(variant);
    if (!entry.powers) return;
    variant.name += ", listed";
    variant.listed = true;
    to.push_back(std::move(variant));
  };
  for (const GroupSize block : options.block) add(named(block));
  if (!options.block.empty()) return;
  add({&entry, entry.block, std::string(entry.name), true});
  if (entry.other_block) add(named(*entry.other_block));
}

void check_sigma(const char* option, std::optional<double> value) {
  if (value && !(*value >= 1e-6 && *value <= 1e6))
    throw Error(Errc::invalid_argument, fmt::format("{} {} is outside 1e-6..1e6", option, *value),
                "the document has --sigma-space 2 --sigma-range 0.1");
}

}  // namespace

Bilateral filter_of(const Settings& settings) {
  return {.sigma_space = settings.sigma_space,
          .sigma_range = settings.sigma_range,
          .radius = settings.radius,
          .norm = Norm::per_channel};
}

StaalArguments arguments_of(const Settings& settings, int width, int height) {
  const float variance = settings.sigma_range * settings.sigma_range;
  return {.width = width,
          .height = height,
          .radius = settings.radius,
          .sigma_space = settings.sigma_space,
          .sigma_range = settings.sigma_range,
          .variance = variance,
          .root = std::sqrt(2.0f * std::numbers::pi_v<float> * variance),
          .two = 2.0f,
          .zero = 0.0f};
}

std::vector<float> spatial_map(const Settings& settings) {
  const double variance = double{settings.sigma_space} * double{settings.sigma_space};
  std::vector<float> map;
  for (int j = -settings.radius; j <= settings.radius; ++j)
    for (int i = -settings.radius; i <= settings.radius; ++i)
      map.push_back(static_cast<float>(std::exp(-(i * i + j * j) / (2.0 * variance)) /
                                       (2.0 * std::numbers::pi * variance)));
  return map;
}

std::vector<Settings> settings_of(const Options& options, const std::vector<int>& document) {
  std::vector<Settings> all;
  for (const int radius : options.radius.empty() ? document : options.radius) {
    if (std::ranges::find(all, radius, &Settings::radius) != all.end()) continue;
    Settings settings{.radius = radius};
    if (options.sigma_space) settings.sigma_space = static_cast<float>(*options.sigma_space);
    if (options.sigma_range) settings.sigma_range = static_cast<float>(*options.sigma_range);
    all.push_back(settings);
  }
  return all;
}

std::vector<Variant> variants(Session& session, const Settings& settings) {
  std::vector<Variant> wanted, able;
  for (const Entry& entry : ladder())
    if (session.wants_rung(entry.number)) add_blocks(session.options(), entry, wanted);
  for (Variant& variant : wanted)
    if (const auto reason = obstacle(session, variant, settings.radius))
      session.print(fmt::format("{} is left out: {}", variant.name, *reason));
    else
      able.push_back(std::move(variant));
  return able;
}

void check_options(const Session& session) {
  const Options& options = session.options();
  const int last = static_cast<int>(ladder().size());
  for (const int rung : options.rungs)
    if (rung < 0 || rung > last)
      throw Error(Errc::invalid_argument, fmt::format("there is no rung {}", rung),
                  fmt::format("rungs are 0 (the CPU) to {}", last));
  for (const int radius : options.radius)
    if (radius < 0 || radius > 100)
      throw Error(Errc::invalid_argument, fmt::format("--radius {} is outside 0..100", radius),
                  "the document has 4 and 10");
  const int largest = session.facts().gpu.largest_group;
  for (const GroupSize block : options.block)
    if (block.width < 1 || block.height < 1 || block.width > largest || block.height > largest ||
        items(block) > largest)
      throw Error(Errc::invalid_argument,
                  fmt::format("--block {}x{} is no group of 1 to {} work-items", block.width,
                              block.height, largest),
                  "the document has 512x1, 256x1, 192x1 and 16x12");
  check_sigma("--sigma-space", options.sigma_space);
  check_sigma("--sigma-range", options.sigma_range);
}

void check_size(const Settings& settings, int width, int height) {
  if (settings.radius >= std::min(width, height))
    throw Error(
        Errc::invalid_argument,
        fmt::format("radius {} is too large for an image of {}x{}", settings.radius, width, height),
        "the rungs reflect once: take a radius below width and height");
}

}  // namespace selvage::studies::staal
