// SPDX-License-Identifier: Apache-2.0
#pragma once
// SplitMix64: random numbers that depend on nothing but what they are seeded with.

#include <cstdint>
#include <initializer_list>

namespace render {

class Random {
 public:
  // Other words, other numbers.
  explicit Random(std::initializer_list<std::uint64_t> words) {
    for (const std::uint64_t word : words) state_ = mixed(state_ ^ word) + step;
  }

  // Evenly spread over the open interval 0..1.
  double next() {
    state_ += step;
    return (static_cast<double>(mixed(state_) >> 12) + 0.5) * 0x1p-52;
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15;

  static std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }

  std::uint64_t state_ = 0;
};

}  // namespace render
