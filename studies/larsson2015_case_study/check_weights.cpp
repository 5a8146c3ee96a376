// SPDX-License-Identifier: Apache-2.0
// His test of the Gaussian: the 5x5 weights that section 2.2 prints.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {
namespace {

// sigma 1, seven decimals, rows from top to bottom.
constexpr std::array printed{0.0029150, 0.0130642, 0.0215393, 0.0130642, 0.0029150,  //
                             0.0130642, 0.0585498, 0.0965324, 0.0585498, 0.0130642,  //
                             0.0215393, 0.0965324, 0.1591549, 0.0965324, 0.0215393,  //
                             0.0130642, 0.0585498, 0.0965324, 0.0585498, 0.0130642,  //
                             0.0029150, 0.0130642, 0.0215393, 0.0130642, 0.0029150};

}  // namespace

void check_weights(Session& session) {
  const std::vector<float> weights = space_weights(2, 1.0);
  double worst = 0.0;
  for (std::size_t i = 0; i < printed.size(); ++i)
    worst = std::max(worst, std::fabs(double{weights.at(i)} - printed[i]));
  // Half a unit of the last printed digit, and a float's rounding.
  session.expect(weights.size() == printed.size() && worst < 0.5e-7 + 1e-8,
                 fmt::format("the 5x5 Gaussian of section 2.2 is ours to seven decimals (worst "
                             "difference {:.2g})",
                             worst));
  session.expect(range_weights(30.0).at(0) > 0.0132980F && range_weights(30.0).at(0) < 0.0132981F,
                 "the weight of range of equal values is 1 / (sqrt(2 pi) 30) = 0.0132981");
}

}  // namespace selvage::studies::larsson
