// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small literal scenes, and runs of them on the device that is tested.

#include <cstdint>
#include <vector>

#include "selvage/engine.hpp"
#include "support/subjects.hpp"

namespace selvage::testing {

template <class T>
ConstImageView view_of(const std::vector<T>& samples, PixelType type, int width, int height,
                       int channels = 1) {
  return interleaved(static_cast<const void*>(samples.data()), type, width, height, channels);
}
inline ConstImageView view_of(const std::vector<float>& samples, int width, int height,
                              int channels = 1) {
  return view_of(samples, PixelType::f32, width, height, channels);
}
inline ConstImageView view_of(const std::vector<std::uint8_t>& samples, int width, int height,
                              int channels = 1) {
  return view_of(samples, PixelType::u8, width, height, channels);
}

inline const Engine& tested_engine() {
  static const Engine engine(find_device(test_device()), {.threads = 2});
  return engine;
}

// Every weight 1.
inline GeometryGuided box(int radius, std::optional<float> edge_threshold = {}) {
  return {.radius = radius, .weights = Weights::box, .edge_threshold = edge_threshold};
}

// The samples of a run, as they are stored.
template <class T>
std::vector<T> result_of(const GeometryGuided& filter, const Inputs& inputs) {
  const ConstImageView& in = inputs.image;
  std::vector<T> samples(static_cast<std::size_t>(in.width * in.height * in.channels));
  ImageView out = interleaved(samples.data(), in.type, in.width, in.height, in.channels);
  out.alpha = in.alpha;
  tested_engine().run(filter, inputs, {.image = out});
  return samples;
}

inline std::vector<int> flags_of(const GeometryGuided& filter, const Inputs& inputs) {
  const ConstImageView& in = inputs.image;
  Image image(in.type, in.width, in.height, in.channels, in.alpha);
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(in.width * in.height));
  tested_engine().run(filter, inputs,
                      {.image = image.view(),
                       .flags = interleaved(flags.data(), PixelType::u8, in.width, in.height)});
  return {flags.begin(), flags.end()};
}

}  // namespace selvage::testing
