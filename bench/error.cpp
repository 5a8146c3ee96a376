// SPDX-License-Identifier: Apache-2.0
#include "error.hpp"

#include <algorithm>
#include <cmath>

#include "reference/bilateral.hpp"

namespace selvage::bench {

Error255 judge(const Bilateral& filter, const ConstImageView& input, const ConstImageView& output) {
  const int r = effective_radius(filter);
  const int width = std::min(100, input.width), height = std::min(60, input.height);
  const Rect judged{(input.width - width) / 2, (input.height - height) / 2, width, height};
  Rect with_halo{std::max(0, judged.x - r), std::max(0, judged.y - r), 0, 0};
  with_halo.width = std::min(input.width, judged.x + width + r) - with_halo.x;
  with_halo.height = std::min(input.height, judged.y + height + r) - with_halo.y;

  const reference::Result expected = reference::bilateral(filter, input.region(with_halo));
  const reference::Samples actual = reference::read(output.region(judged));
  Error255 error;
  double differ = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < input.channels; ++c) {
        const double true_value =
            expected.samples.at(judged.x - with_halo.x + x, judged.y - with_halo.y + y, c);
        const double value = actual.at(x, y, c);
        error.max = std::max(error.max, 255.0 * std::fabs(value - true_value));
        differ += value != reference::to_type(true_value, input.type);
      }
  if (is_integer(input.type))
    error.differ_percent = 100.0 * differ / (double(width) * height * input.channels);
  return error;
}

}  // namespace selvage::bench
