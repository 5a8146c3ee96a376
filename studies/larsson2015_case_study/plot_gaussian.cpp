// SPDX-License-Identifier: Apache-2.0
// Figure 2.3: equation 2.4 with sigma 3. His axes are lost; here -10 to 10.

#include <cmath>
#include <numbers>

#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {

void plot_gaussian(Session& session) {
  constexpr double sigma = 3.0;
  Series curve{.name = "sigma = 3"};
  for (int i = -100; i <= 100; ++i) {
    const double x = 0.1 * i;
    curve.x.push_back(x);
    curve.y.push_back(std::exp(-x * x / (2.0 * sigma * sigma)) /
                      (std::sqrt(2.0 * std::numbers::pi) * sigma));
  }
  session.keep(Plot{.name = "figure_2_3",
                    .title = "A Gaussian function with sigma = 3",
                    .x_label = "x, pixels",
                    .y_label = "G(x), 1/pixel",
                    .series = {curve}});
}

}  // namespace selvage::studies::larsson
