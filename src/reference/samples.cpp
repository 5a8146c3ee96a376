// SPDX-License-Identifier: Apache-2.0
#include "reference/samples.hpp"

#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "core/dispatch.hpp"
#include "core/sample.hpp"

namespace selvage::reference {
namespace {

// Calls f(x, y, c) for every sample of one image.
template <class F>
void for_each_sample(int width, int height, int channels, F&& f) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c) f(x, y, c);
}

}  // namespace

Samples read(const ConstImageView& image) {
  if (image.batch != 1) throw std::logic_error("the reference takes one image at a time");
  Samples samples{.width = image.width,
                  .height = image.height,
                  .channels = image.channels,
                  .depth = image.depth};
  samples.values.resize(samples.index(0, 0, 0, image.depth));
  with_pixel_type(image.type, [&]<class T>() {
    for (int z = 0; z < image.depth; ++z) {
      const ConstImageView slice = image.slice(z);
      for_each_sample(image.width, image.height, image.channels, [&](int x, int y, int c) {
        const double stored = read_sample<T>(slice.at(x, y, c));
        samples.at(x, y, c, z) = stored / full_scale(image.type);
      });
    }
  });
  return samples;
}

double to_type(double value, PixelType type) {
  return with_pixel_type(type, [&]<class T>() {
    const T stored = round_sample<T>(value * full_scale(type));
    return read_sample<T>(reinterpret_cast<const std::byte*>(&stored)) / full_scale(type);
  });
}

const std::byte* copied_from(const ConstImageView& image, const Samples& samples, int x, int y,
                             int c) {
  const auto holder = [](int i, int from, int to) {  // floor((i + 1/2) to / from)
    return static_cast<int>((std::int64_t{2} * i + 1) * to / (std::int64_t{2} * from));
  };
  return image.at(holder(x, samples.width, image.width), holder(y, samples.height, image.height),
                  c + image.channels - samples.channels);
}

Image rounded(const Result& result, const ConstImageView& image) {
  const Samples& samples = result.samples;
  Image out = Image::volume(image.type, samples.width, samples.height, samples.depth,
                            samples.channels, image.alpha);
  with_pixel_type(image.type, [&]<class T>() {
    for (int z = 0; z < samples.depth; ++z) {
      const ImageView view = out.view().slice(z);
      const ConstImageView slice = image.slice(z);
      for_each_sample(samples.width, samples.height, samples.channels, [&](int x, int y, int c) {
        if (result.copied[samples.index(x, y, c, z)])
          std::memcpy(view.at(x, y, c), copied_from(slice, samples, x, y, c), sizeof(T));
        else
          write_sample(view.at(x, y, c),
                       round_sample<T>(samples.at(x, y, c, z) * full_scale(image.type)));
      });
    }
  });
  return out;
}

}  // namespace selvage::reference
