// SPDX-License-Identifier: Apache-2.0
#pragma once
// Planes of the device, whose rows are padded, and images of several of them.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "backends/gpu/device.hpp"
#include "opencl_course/arguments.h"
#include "runner/session.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::course {

// Floats of a segment of 128 bytes, which rows are padded to.
inline constexpr int segment = 32;
CourseImage shape_of(int width, int height);

// Samples of any size. At first all bytes are 255, in floats NaN, and those of the padding stay so:
// a kernel that takes them, or that leaves a pixel out, shows it.
class Plane {
 public:
  // Block.
  Plane(Session& session, int width, int height, std::size_t sample_bytes);
  void write(std::span<const std::byte> samples);  // rows without padding
  std::vector<std::byte> read() const;             // likewise
  bool padding_untouched() const;

  const CourseImage& shape() const { return shape_; }
  const gpu::Buffer& buffer() const { return *buffer_; }

 private:
  std::vector<std::byte> all() const;

  gpu::Stream* stream_;
  CourseImage shape_;
  std::size_t sample_bytes_;
  std::unique_ptr<gpu::Buffer> buffer_;
};

// A float image, each channel by itself.
using Planes = std::vector<Plane>;
Planes empty_planes(Session& session, int width, int height, int channels);
Planes planes_of(Session& session, const ConstImageView& image);
Image image_of(const Planes& planes);

// A float image of one channel: luma of three.
Image gray(const ConstImageView& image);

}  // namespace selvage::studies::course
