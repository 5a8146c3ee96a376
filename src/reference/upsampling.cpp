// SPDX-License-Identifier: Apache-2.0
// Joint bilateral upsampling                                                  [kopf2007, eq. 2]
#include <cstdint>

#include "reference/enlarged.hpp"
#include "reference/reference.hpp"
#include "reference/windowed_mean.hpp"

namespace selvage::reference {
namespace {

// Returns u - c, the distance in small pixels from the centre of the small pixel c to the centre of
// the large pixel p, which c holds: (p + 1/2) small / large - 1/2 - c.
double beyond_centre(int p, int large, int c, int small) {
  const std::int64_t numerator =
      (std::int64_t{2} * p + 1) * small - (std::int64_t{2} * c + 1) * large;
  return static_cast<double>(numerator) / (2.0 * large);
}

}  // namespace

int pixel_at_centre(int i, int from, int to) {
  return static_cast<int>((std::int64_t{2} * i + 1) * to / (std::int64_t{2} * from));
}

GuideLayer shrunk(const GuideLayer& guide, int width, int height) {
  GuideLayer small = guide;
  const int channels = guide.samples.channels;
  small.samples = {.width = width, .height = height, .channels = channels};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        small.samples.values.push_back(
            guide.samples.at(pixel_at_centre(x, width, guide.samples.width),
                             pixel_at_centre(y, height, guide.samples.height), c));
  return small;
}

Result run(const JointUpsampling& filter, const Inputs& inputs) {
  WindowRules rules = rules_of(filter);
  rules.guided_fill = true;
  const Layer image = layer_of(filter, inputs.image, inputs.mask);
  const GuideLayer guide = guide_of(filter, inputs.guide);
  const Samples& in = image.samples;
  const Extended extended(image, shrunk(guide, in.width, in.height), filter.norm, rules.reach);

  const int width = guide.samples.width, height = guide.samples.height, channels = in.channels;
  const int written = filter.alpha == Alpha::keep ? image.colours : channels;
  Result out{.samples = {.width = width, .height = height, .channels = channels}, .copied = {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int cx = pixel_at_centre(x, width, in.width);
      const int cy = pixel_at_centre(y, height, in.height);
      const Place u{.x = cx,
                    .y = cy,
                    .right = beyond_centre(x, width, cx, in.width),
                    .below = beyond_centre(y, height, cy, in.height)};
      // The centre combines the image of the small pixel with the guide of the large one.
      const Pixel centre = pixel_of(image, cx, cy, guide, x, y, filter.norm);
      std::optional<Mean> mean;
      if (centre.valid || filter.fill) mean = weighted_mean(extended, u, centre, rules);
      for (int c = 0; c < channels; ++c) {
        const bool computed = mean && c < written && !(mean->transparent && c < image.colours);
        out.samples.values.push_back(computed ? mean->samples[static_cast<std::size_t>(c)]
                                              : in.at(cx, cy, c));
        out.copied.push_back(!computed);
      }
    }
  return out;
}

}  // namespace selvage::reference
