// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where tuned rates are kept: a file for each device, "cpu.rates", in the user's cache folder.

#include <filesystem>
#include <optional>
#include <string>

#include "planner/device_facts.hpp"
#include "planner/rates.hpp"

namespace selvage {

struct TunedRates {
  std::optional<planner::Rates> rates = {};  // none: not measured, or for other instructions
  std::string ignored = {};                  // why a file that is there is not used; empty: it is
};

// Returns the file of a device ("cuda:0"); empty if the user has no cache folder.
std::filesystem::path rates_file(const std::string& device);

// Names the hardware that rates hold for. Of a GPU it tells only facts that automatic selection
// knows before it opens the device.
std::string rates_key(const std::string& device, const DeviceFacts& facts);

// Reads the file.
TunedRates tuned_rates(const std::string& device, const DeviceFacts& facts);

}  // namespace selvage
