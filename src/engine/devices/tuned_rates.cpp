// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/tuned_rates.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "backends/gpu/programs/cache_folder.hpp"
#include "selvage/device.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_rates_bytes = std::uintmax_t{1} << 20;

}  // namespace

fs::path rates_file(const std::string& device) {
  const fs::path folder = gpu::default_cache_folder();
  return folder.empty() ? folder : folder / (device + ".rates");
}

std::string rates_key(const std::string& device, const DeviceFacts& facts) {
  if (device == "cpu") return fmt::format("cpu {} {}", facts.simd, Device::cpu().name);
  return fmt::format("{} {} units {} MHz", facts.backend, facts.gpu.compute_units,
                     facts.gpu.clock_mhz);
}

TunedRates tuned_rates(const std::string& device, const DeviceFacts& facts) {
  const fs::path file = rates_file(device);
  std::error_code missing;
  if (file.empty() || !fs::is_regular_file(file, missing)) return {};
  // Rates hold for the best instruction set, with which they were measured.
  const std::vector<std::string> simd =
      device == "cpu" ? Device::cpu().simd : std::vector<std::string>{};
  if (!simd.empty() && facts.simd != simd.front()) return {};

  std::string text;
  if (fs::file_size(file, missing) <= most_rates_bytes) {
    std::ifstream stream(file, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(stream), {});
  }
  std::optional<planner::Rates> rates = planner::rates_from_text(text);
  const bool damaged = !rates.has_value();
  if (!damaged && rates->device == rates_key(device, facts)) return {.rates = std::move(rates)};
  return {.ignored =
              fmt::format("{} is {}; ignored (selvage-bench --tune measures anew)", file.native(),
                          damaged ? "damaged or of another version" : "of another device")};
}

}  // namespace selvage
