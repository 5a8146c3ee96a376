// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plans and pictures for the tests of the pipeline.

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "backends/backend.hpp"
#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "core/samples.hpp"
#include "core/views.hpp"

namespace selvage::gpu {

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

// Equal to the bit.
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

// The whole of `image`, in one tile, by so many equal passes.
inline Work work_on(const ConstImageView& image, const Bilateral& filter, int passes) {
  Work work{.candidate = "fake",
            .problem = {.filter = filter,
                        .type = image.type,
                        .width = image.width,
                        .height = image.height,
                        .channels = image.channels,
                        .batch = image.batch},
            .tuning = {.tile_width = image.width, .tile_height = image.height},
            .frame = Frame::whole(image.width, image.height)};
  for (int i = 0; i < passes; ++i)
    work.passes.push_back({.name = "bilateral",
                           .step = filter,
                           .reads = i == 0 ? image.type : PixelType::f32,
                           .writes = i + 1 == passes ? image.type : PixelType::f32});
  return work;
}

}  // namespace selvage::gpu
