// SPDX-License-Identifier: Apache-2.0
#include "methods/upsampling/scenes.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "support/canvas.hpp"

namespace selvage::testing {
namespace {

// Two steps, a slope and noise.
double value_at(int x, int y, int c, std::mt19937& random) {
  const double noise = static_cast<double>(random() % 1000) / 1000.0 - 0.5;
  return 0.3 + (x % 11 > 5 ? 0.25 : 0.0) + (y % 7 > 3 ? 0.15 : 0.0) + 0.05 * c + 0.1 * noise;
}

}  // namespace

Image make_image(int width, int height, const Content& content, unsigned seed) {
  Image image(content.type, width, height, content.channels, content.alpha, content.batch);
  std::mt19937 random(seed);
  const ImageView view = image;
  with_pixel_type(content.type, [&]<class T>() {
    for_each_sample(view, [&](int x, int y, int c, int b) {
      write_sample(view.at(x, y, c, b),
                   round_sample<T>(value_at(x, y, c, random) * full_scale(content.type)));
    });
    const double hole = is_integer(content.type) ? 0.0 : std::numeric_limits<double>::quiet_NaN();
    for (int b = 0; b < content.batch; ++b)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
          if (static_cast<double>(random() % 1000) < 1000.0 * content.holes)
            for (int c = 0; c < content.channels; ++c)
              write_sample(view.at(x, y, c, b), round_sample<T>(hole));
  });
  return image;
}

Scene::Scene(const Sizes& s, const Content& image_content, const Content& guide_content,
             bool masked)
    : image(make_image(s.small_width, s.small_height, image_content, 1)),
      guide(make_image(s.large_width, s.large_height, guide_content, 2)) {
  if (masked)
    mask =
        make_image(s.small_width, s.small_height, {.batch = image_content.batch, .holes = 0.2}, 3);
}

Inputs Scene::inputs() const {
  return {.image = image.view(), .guide = guide.view(), .mask = mask.view()};
}

Inputs Scene::inputs(int b) const {
  Inputs all = inputs();
  for (ConstImageView* view : {&all.image, &all.guide, &all.mask})
    if (*view) *view = view->image(view->batch > 1 ? b : 0);
  return all;
}

}  // namespace selvage::testing
