// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small literal images for the tests of the CPU's parts.

#include <initializer_list>
#include <vector>

#include "core/sample.hpp"
#include "selvage/image.hpp"

namespace selvage::cpu {

// Makes an image of interleaved stored values.
template <class T>
Image image_of(PixelType type, int width, int height, int channels,
               std::initializer_list<float> samples) {
  Image image(type, width, height, channels);
  std::byte* at = image.view().data;
  for (const float sample : samples) {
    write_sample(at, round_sample<T>(sample));
    at += sizeof(T);
  }
  return image;
}

// Returns the stored values of a view, pixel by pixel.
template <class T>
std::vector<float> samples_of(const ConstImageView& view) {
  std::vector<float> samples;
  for (int y = 0; y < view.height; ++y)
    for (int x = 0; x < view.width; ++x)
      for (int c = 0; c < view.channels; ++c) samples.push_back(read_sample<T>(view.at(x, y, c)));
  return samples;
}

}  // namespace selvage::cpu
