// SPDX-License-Identifier: Apache-2.0
// Figures 2.1, 2.2, 2.4, 2.5 and 2.6 by the product, 5.4 by rungs 13 and 4.

#include <utility>
#include <vector>

#include "larsson2015_case_study/experiments.hpp"
#include "runner/pictures.hpp"
#include "selvage/engine.hpp"

namespace selvage::studies::larsson {
namespace {

Bilateral bilateral(int radius, float sigma_space, float sigma_range) {
  return {.sigma_space = sigma_space,
          .sigma_range = sigma_range / 255.0F,
          .radius = radius,
          .norm = Norm::per_channel};
}

// The original first, as in his figures.
Image series(const Engine& engine, const Image& original, const std::vector<Filter>& filters) {
  std::vector<Image> images;
  images.push_back(original.clone());
  for (const Filter& filter : filters) images.push_back(engine.run(filter, original.view()));
  return side_by_side(images);
}

// Figure 5.4: Lab, channels, original. Its border is not processed, like his results'.
Image lab_and_channels(Rungs& rungs, const Settings& settings, const Image& original) {
  Workplace place(rungs, original.clone());
  const Window window = settings.window(5);
  std::vector<Image> images;
  for (const int rung : {13, 4}) {
    const Setup setup{.rung = rung, .block = settings.block()};
    images.push_back(place.result(place.enqueue(setup, window), window));
  }
  images.push_back(original.clone());
  return side_by_side(images);
}

}  // namespace

void make_pictures(Rungs& rungs, const Settings& settings) {
  Session& session = rungs.session();
  const int side = settings.picture_side;
  const Image original = scene(session, PixelType::u8, side, side, 3);
  // Where the device is the processor, without its driver.
  const Device& device = session.place().description;
  const Engine engine(device.is_processor ? Device::cpu() : device);
  const auto keep = [&](const char* name, const std::vector<Filter>& filters) {
    session.keep(Picture{name, series(engine, original, filters)});
  };
  keep("figure_2_1", {Box{.radius = 1}, Box{.radius = 2}, Box{.radius = 3}});
  const auto box = [](int radius, int times) { return Box{.radius = radius, .iterations = times}; };
  keep("figure_2_2", {box(1, 1), box(1, 2), box(1, 3), box(2, 1), box(2, 2), box(2, 3)});
  const auto gaussian = [](int radius, float sigma) {
    return Gaussian{.sigma_space = sigma, .radius = radius};
  };
  keep("figure_2_4", {gaussian(2, 1.0F), gaussian(2, 2.0F), gaussian(3, 2.0F)});
  keep("figure_2_5",
       {bilateral(2, 3.0F, 20.0F), bilateral(3, 3.0F, 40.0F), bilateral(5, 5.0F, 60.0F)});
  keep("figure_2_6",
       {bilateral(2, 3.0F, 30.0F), bilateral(10, 6.0F, 30.0F), bilateral(15, 9.0F, 50.0F)});
  session.keep(Picture{"figure_5_4", lab_and_channels(rungs, settings, original)});
}

}  // namespace selvage::studies::larsson
