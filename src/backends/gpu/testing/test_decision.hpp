// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plans and images for the tests of the pipeline.

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"
#include "backends/task_runner.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"

namespace selvage::gpu {

inline SerialRunner serial;  // copies in the test's thread

// Noise that is the same on every machine. Floats are whole numbers of 0..255.
inline Image noise(PixelType type, int width, int height, int channels = 1, int batch = 1) {
  Image image(type, width, height, channels, false, batch);
  std::uint32_t state = 12345;
  with_pixel_type(type, [&]<class T>() {
    for (std::size_t at = 0; at < image.bytes(); at += sizeof(T)) {
      state = state * 1664525 + 1013904223;
      write_sample(image.view().data + at, round_sample<T>(static_cast<float>(state >> 24)));
    }
  });
  return image;
}

// A mask: about a third of the pixels are invalid.
inline Image holes(int width, int height, int batch = 1) {
  Image mask = noise(PixelType::u8, width, height, 1, batch);
  for (std::size_t i = 0; i < mask.bytes(); ++i) {
    std::byte& at = mask.view().data[i];
    at = std::to_integer<int>(at) % 3 == 0 ? std::byte{0} : std::byte{255};
  }
  return mask;
}

// Returns whether both images have the same bits.
inline bool same_pixels(const ConstImageView& a, const ConstImageView& b) {
  const auto copy = [](const ConstImageView& v) {
    Image image(v.type, v.width, v.height, v.channels, false, v.batch);
    copy_samples(v, image);
    return image;
  };
  const Image first = copy(a), second = copy(b);
  return first.bytes() == second.bytes() &&
         std::memcmp(first.view().data, second.view().data, first.bytes()) == 0;
}

// A decision, and the frame of the runs to come.
struct TestPlan {
  planner::Decision decision;
  Frame frame;

  Problem& problem() { return decision.problem; }
  const Problem& problem() const { return decision.problem; }
  std::vector<Pass>& passes() { return decision.offer.passes; }
  const std::vector<Pass>& passes() const { return decision.offer.passes; }
  void cut(const Tile& tile) { decision.offer.tuning = TileTuning{tile}; }
};

// The whole of `image`, in one tile, by so many equal passes.
inline TestPlan plan_on(const ConstImageView& image, const Bilateral& filter, int passes) {
  TestPlan plan{.decision = {.problem = {.filter = filter,
                                         .type = image.type,
                                         .width = image.width,
                                         .height = image.height,
                                         .channels = image.channels,
                                         .batch = image.batch}},
                .frame = Frame::whole(image.width, image.height)};
  plan.cut({.width = image.width, .height = image.height});
  for (int i = 0; i < passes; ++i)
    plan.passes().push_back({.name = "bilateral",
                             .step = filter,
                             .reads = i == 0 ? image.type : PixelType::f32,
                             .writes = i + 1 == passes ? image.type : PixelType::f32});
  return plan;
}

}  // namespace selvage::gpu
