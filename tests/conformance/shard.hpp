// SPDX-License-Identifier: Apache-2.0
#pragma once
// Divides the cases among several processes.

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/cases/case.hpp"

namespace selvage::testing {

// Shard `index` of `count`, from 1.
struct Shard {
  int index = 1, count = 1;
};

// Reads "2/4". Returns nothing when the text is not a shard.
std::optional<Shard> parse_shard(std::string_view text);

// Returns the cases of a shard, in their order. Cases with the same channels, alpha and norm use
// the same programs of a device and stay together. All shards have about as many cases.
std::vector<Case> cases_of_shard(const std::vector<Case>& cases, const Shard& shard);

}  // namespace selvage::testing
