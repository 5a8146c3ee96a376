// SPDX-License-Identifier: Apache-2.0
#include "core/line_weights.hpp"

#include <cmath>
#include <cstddef>

namespace selvage {

std::optional<NarrowLine> narrow_line(const std::vector<double>& weights) {
  const std::size_t radius = weights.size() / 2;
  NarrowLine line;
  int rest = 65536;
  for (std::size_t i = 0; i < radius; ++i) {
    const auto pair = static_cast<int>(std::lround(131072.0 * weights[i]));
    line.pairs.push_back(static_cast<std::uint16_t>(pair));
    line.rounding += std::fabs(pair / 65536.0 - 2.0 * weights[i]);
    rest -= pair;
  }
  if (rest < 0 || rest > 65535) return std::nullopt;
  line.centre = static_cast<std::uint16_t>(rest);
  line.rounding += std::fabs(rest / 65536.0 - weights[radius]);
  return line;
}

}  // namespace selvage
