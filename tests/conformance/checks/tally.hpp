// SPDX-License-Identifier: Apache-2.0
#pragma once
// Counts the cases that a candidate passed and the values that it was compared on.

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "conformance/cases/values.hpp"
#include "conformance/shard.hpp"

namespace selvage::testing {

enum class Outcome {
  passed,
  failed,
  beyond,   // not accurate enough for the request, but within its own bound
  refused,  // it does not support the problem
  other,    // it is for other filters
};

struct Tally {
  int passed = 0, beyond = 0, failed = 0, refused = 0;         // cases
  std::vector<int> met = std::vector(all_values().size(), 0);  // compared cases of each value

  void count(const Case& c, Outcome outcome);
  Tally& operator+=(const Tally& other);

  int compared() const { return passed + beyond; }  // with the reference, and right
  bool empty() const { return passed + beyond + failed + refused == 0; }

  friend bool operator==(const Tally&, const Tally&) = default;
};

struct NamedTally {
  std::string candidate;  // with its instruction set
  Tally tally;
};

// Returns a table with a line for each candidate: its counts and the values that it was compared
// on.
std::string table(std::span<const NamedTally> tallies);

// The tallies of one shard of a tier.
struct ShardTally {
  std::string tier, device;
  Shard shard;
  std::vector<NamedTally> tallies;
};

void save(const ShardTally& tally, const std::filesystem::path& path);
// Throws std::runtime_error for a file that is missing or that `save` did not write.
ShardTally load_tally(const std::filesystem::path& path);

// Returns the tallies of the whole tier, whose shards may come in any order. Throws
// std::runtime_error if a shard is missing, comes twice, or is of another tier, device or number
// of shards.
std::vector<NamedTally> merged(std::span<const ShardTally> shards);

}  // namespace selvage::testing
