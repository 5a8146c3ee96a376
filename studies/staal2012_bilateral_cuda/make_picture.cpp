// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include "runner/letters.hpp"
#include "runner/pictures.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/prepared.hpp"

namespace selvage::studies::staal {
namespace {

// Deviation of the noise, of full scale: below sigma_range, so that it is smoothed.
constexpr float noise = 0.05f;

void add_noise(Image& image) {
  std::minstd_rand random(1);
  std::normal_distribution<float> normal(0.0f, noise);
  const std::size_t samples = image.bytes() / sizeof(float);
  for (float& v : std::span(reinterpret_cast<float*>(image.view().data), samples))
    v = std::clamp(v + normal(random), 0.0f, 1.0f);
}

}  // namespace

void make_picture(Session& session) {
  const Settings settings = settings_of(session.options(), {4}).front();
  const int side = std::max(session.options().quick ? 64 : 512, settings.radius + 1);
  Image image = test_image(session, side, side);
  add_noise(image);
  const std::vector<Variant> wanted = variants(session, settings);
  if (wanted.empty()) return;
  Memory memory(session, image, settings);
  Prepared last(session, memory, wanted.back(), settings);
  std::vector<Shown> both;
  both.push_back({to_bytes(image), "with noise"});
  both.push_back({to_bytes(last.result()), "filtered"});
  session.keep(Picture{.name = "figure_1", .image = captioned_row(both)});
}

}  // namespace selvage::studies::staal
