// SPDX-License-Identifier: Apache-2.0
#pragma once
// A share of the cases, for one of several processes.

#include <optional>
#include <string_view>
#include <vector>

#include "conformance/case.hpp"

namespace selvage::testing {

// Share `index` of `count`, from 1.
struct Shard {
  int index = 1, count = 1;
};

// "2/4"; none when it is not a share.
std::optional<Shard> parse_shard(std::string_view text);

// The cases of a share, in their order. Cases with the same channels, alpha and norm use the same
// programs of a device and stay together; all shares are about equally long.
std::vector<Case> share(const std::vector<Case>& cases, const Shard& shard);

}  // namespace selvage::testing
