// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/planes.hpp"

#include <algorithm>
#include <cstring>

#include "core/colour.hpp"

namespace selvage::studies::course {
namespace {

std::size_t size(int a, int b) {
  return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
}

float sample(const ConstImageView& image, int x, int y, int c) {
  float value = 0.0f;
  std::memcpy(&value, image.at(x, y, c), sizeof value);
  return value;
}

}  // namespace

CourseImage shape_of(int width, int height) {
  return {.width = width, .height = height, .pitch = (width + segment - 1) / segment * segment};
}

Plane::Plane(Session& session, int width, int height, std::size_t sample_bytes)
    : stream_(session.place().stream.get()),
      shape_(shape_of(width, height)),
      sample_bytes_(sample_bytes),
      buffer_(session.place().device->buffer(size(shape_.pitch, height) * sample_bytes)) {
  const std::vector<std::byte> ones(size(shape_.pitch, height) * sample_bytes, std::byte{255});
  stream_->upload(*buffer_, 0, ones.data(), ones.size());
  stream_->wait();
}

void Plane::write(std::span<const std::byte> samples) {
  const std::size_t row = size(shape_.width, 1) * sample_bytes_;
  const std::size_t pitch = size(shape_.pitch, 1) * sample_bytes_;
  std::vector<std::byte> padded(pitch * size(shape_.height, 1), std::byte{255});
  for (std::size_t y = 0; y < size(shape_.height, 1); ++y)
    std::ranges::copy(samples.subspan(y * row, row), padded.data() + y * pitch);
  stream_->upload(*buffer_, 0, padded.data(), padded.size());
  stream_->wait();
}

std::vector<std::byte> Plane::all() const {
  std::vector<std::byte> bytes(size(shape_.pitch, shape_.height) * sample_bytes_);
  stream_->download(bytes.data(), *buffer_, 0, bytes.size());
  stream_->wait();
  return bytes;
}

std::vector<std::byte> Plane::read() const {
  const std::vector<std::byte> padded = all();
  const std::size_t row = size(shape_.width, 1) * sample_bytes_;
  const std::size_t pitch = size(shape_.pitch, 1) * sample_bytes_;
  std::vector<std::byte> samples;
  samples.reserve(row * size(shape_.height, 1));
  for (std::size_t y = 0; y < size(shape_.height, 1); ++y) {
    const std::byte* const first = padded.data() + y * pitch;
    samples.insert(samples.end(), first, first + row);
  }
  return samples;
}

bool Plane::padding_untouched() const {
  const std::vector<std::byte> padded = all();
  const std::size_t row = size(shape_.width, 1) * sample_bytes_;
  const std::size_t pitch = size(shape_.pitch, 1) * sample_bytes_;
  for (std::size_t y = 0; y < size(shape_.height, 1); ++y)
    if (!std::all_of(padded.data() + y * pitch + row, padded.data() + (y + 1) * pitch,
                     [](std::byte b) { return b == std::byte{255}; }))
      return false;
  return true;
}

Planes empty_planes(Session& session, int width, int height, int channels) {
  Planes planes;
  for (int c = 0; c < channels; ++c) planes.emplace_back(session, width, height, sizeof(float));
  return planes;
}

Planes planes_of(Session& session, const ConstImageView& image) {
  Planes planes = empty_planes(session, image.width, image.height, image.channels);
  std::vector<float> samples(size(image.width, image.height));
  for (int c = 0; c < image.channels; ++c) {
    auto next = samples.begin();
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) *next++ = sample(image, x, y, c);
    planes[static_cast<std::size_t>(c)].write(std::as_bytes(std::span(samples)));
  }
  return planes;
}

Image image_of(const Planes& planes) {
  const CourseImage& shape = planes.front().shape();
  Image image(PixelType::f32, shape.width, shape.height, static_cast<int>(planes.size()));
  for (std::size_t c = 0; c < planes.size(); ++c) {
    const std::vector<std::byte> samples = planes[c].read();
    const std::byte* from = samples.data();
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x, from += sizeof(float))
        std::memcpy(image.view().at(x, y, static_cast<int>(c)), from, sizeof(float));
  }
  return image;
}

Image gray(const ConstImageView& image) {
  Image result(PixelType::f32, image.width, image.height);
  const int green = image.channels >= 3 ? 1 : 0, blue = image.channels >= 3 ? 2 : 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const auto value = static_cast<float>(
          luma(sample(image, x, y, 0), sample(image, x, y, green), sample(image, x, y, blue)));
      std::memcpy(result.view().at(x, y), &value, sizeof value);
    }
  return result;
}

}  // namespace selvage::studies::course
