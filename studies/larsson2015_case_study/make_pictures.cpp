// SPDX-License-Identifier: Apache-2.0
// Figures 2.1, 2.2, 2.4, 2.5 and 2.6 by the product, 5.4 by rungs 13 and 4.

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "larsson2015_case_study/experiments.hpp"
#include "runner/letters.hpp"
#include "runner/pictures.hpp"
#include "selvage/engine.hpp"

namespace selvage::studies::larsson {
namespace {

struct Captioned {
  Filter filter;
  std::string caption = {};
};

Captioned box(int radius, int times) {
  const std::string repeated = times > 1 ? fmt::format(", {} times", times) : "";
  return {Box{.radius = radius, .iterations = times},
          fmt::format("box {0}x{0}{1}", 2 * radius + 1, repeated)};
}

Captioned gaussian(int radius, float sigma) {
  return {Gaussian{.sigma_space = sigma, .radius = radius},
          fmt::format("{0}x{0}, sigma {1}", 2 * radius + 1, sigma)};
}

Captioned bilateral(int radius, float sigma_space, float sigma_range) {
  return {Bilateral{.sigma_space = sigma_space,
                    .sigma_range = sigma_range / 255.0F,
                    .radius = radius,
                    .norm = Norm::per_channel},
          fmt::format("r {}, sigmas {} and {}", radius, sigma_space, sigma_range)};
}

// The original first, as in his figures.
Image series(const Engine& engine, const Image& original, const std::vector<Captioned>& filters) {
  std::vector<Shown> images;
  images.push_back({original.clone(), "original"});
  for (const auto& [filter, caption] : filters)
    images.push_back({engine.run(filter, original.view()), caption});
  return captioned_row(images);
}

// Figure 5.4: Lab, channels, original. Its border is not processed, like his results'.
Image lab_and_channels(Rungs& rungs, const Settings& settings, const Image& original) {
  Workplace place(rungs, original.clone());
  const Window window = settings.window(5);
  std::vector<Shown> images;
  for (const auto& [rung, caption] : {std::pair(13, "lab"), std::pair(4, "channels")}) {
    const Setup setup{.rung = rung, .block = settings.block()};
    images.push_back({place.result(place.enqueue(setup, window), window), caption});
  }
  images.push_back({original.clone(), "original"});
  return captioned_row(images);
}

}  // namespace

void make_pictures(Rungs& rungs, const Settings& settings) {
  Session& session = rungs.session();
  const int side = settings.picture_side;
  const Image original = scene(session, PixelType::u8, side, side, 3);
  // Where the device is the processor, without its driver.
  const Device& device = session.place().description;
  const Engine engine(device.is_processor ? Device::cpu() : device);
  const auto keep = [&](const char* name, const std::vector<Captioned>& filters) {
    session.keep(Picture{name, series(engine, original, filters)});
  };
  keep("figure_2_1", {box(1, 1), box(2, 1), box(3, 1)});
  keep("figure_2_2", {box(1, 1), box(1, 2), box(1, 3), box(2, 1), box(2, 2), box(2, 3)});
  keep("figure_2_4", {gaussian(2, 1.0F), gaussian(2, 2.0F), gaussian(3, 2.0F)});
  keep("figure_2_5",
       {bilateral(2, 3.0F, 20.0F), bilateral(3, 3.0F, 40.0F), bilateral(5, 5.0F, 60.0F)});
  keep("figure_2_6",
       {bilateral(2, 3.0F, 30.0F), bilateral(10, 6.0F, 30.0F), bilateral(15, 9.0F, 50.0F)});
  session.keep(Picture{"figure_5_4", lab_and_channels(rungs, settings, original)});
}

}  // namespace selvage::studies::larsson
