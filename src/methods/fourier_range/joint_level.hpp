// SPDX-License-Identifier: Apache-2.0
#pragma once
// The levels of a joint filter: the guide's level and a value of one pixel, in one number.

#include <cstdint>

#include "methods/fourier_range/level_form.hpp"

namespace selvage {

// A value has 16 bits with a sign: (v - value_middle) * value_steps of a v in levels, 0..255. The
// samples of u8 and of u16 are such numbers exactly.
inline constexpr int value_half = 32768, value_steps = 257;
inline constexpr double value_middle = 1.0 * value_half / value_steps;  // |v - middle| at most
// The value whose products are the cosines themselves.
inline constexpr int value_one = value_half - 1;

// The most values of a pixel, one for each averaged channel.
inline constexpr int most_joint_values = 4;

inline Level joint_level(int guide, int value) {
  return static_cast<Level>((static_cast<std::uint32_t>(value) << 16) |
                            static_cast<std::uint32_t>(guide));
}
inline int guide_of(Level level) {
  return level & 0xffff;
}
inline int value_of(Level level) {
  return level >> 16;
}

}  // namespace selvage
