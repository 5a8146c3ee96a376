// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "opencl_course/check.hpp"
#include "reference/reference.hpp"

namespace selvage::studies::course {
namespace {

std::vector<std::uint8_t> reference_flags(const GeometryGuided& filter,
                                          const RenderedFrame& frame) {
  // The filter's own image takes no part where there is geometry, but for what is no number.
  const reference::Samples flags = reference::discontinuities(
      filter, {.image = frame.depth, .normals = frame.normals, .depth = frame.depth});
  std::vector<std::uint8_t> bytes;
  bytes.reserve(flags.values.size());
  for (const double flag : flags.values) bytes.push_back(static_cast<std::uint8_t>(flag));
  return bytes;
}

GeometryGuided scaled_thresholds(float factor) {
  GeometryGuided filter = thresholds();
  filter.normal_threshold *= factor;
  filter.depth_threshold *= factor;
  return filter;
}

// Pixels whose decided bits differ from the CPU's.
std::size_t wrong_pixels(const std::vector<std::uint8_t>& flags, const Flags& expected) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < flags.size(); ++i)
    if ((flags[i] ^ expected.values[i]) & ~expected.open[i]) ++wrong;
  return wrong;
}

}  // namespace

GeometryGuided thresholds() {
  return {.radius = 0, .normal_threshold = normal_degrees, .depth_threshold = depth_share};
}

Plane geometry_of(Session& session, const RenderedFrame& frame) {
  const int width = frame.depth.width(), height = frame.depth.height();
  std::vector<std::array<float, 4>> pixels;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::array<float, 4>& pixel = pixels.emplace_back();
      std::memcpy(pixel.data(), frame.normals.view().at(x, y), 3 * sizeof(float));
      std::memcpy(&pixel[3], frame.depth.view().at(x, y), sizeof(float));
    }
  Plane plane(session, width, height, sizeof pixels.front());
  plane.write(std::as_bytes(std::span(pixels)));
  return plane;
}

Flags flags_of(const RenderedFrame& frame) {
  Flags flags{.values = reference_flags(thresholds(), frame), .open = {}};
  const auto below = reference_flags(scaled_thresholds(1.0f - 1e-4f), frame);
  const auto above = reference_flags(scaled_thresholds(1.0f + 1e-4f), frame);
  for (std::size_t i = 0; i < below.size(); ++i)
    flags.open.push_back(static_cast<std::uint8_t>(below[i] ^ above[i]));
  return flags;
}

void enqueue_flags(gpu::Stream& stream, const std::vector<Pass>& passes, const Plane& geometry,
                   const Plane& flags) {
  for (const Pass& pass : passes)
    pass.enqueue(stream, geometry.shape(), {&flags.buffer(), &geometry.buffer()}, geometry.shape());
}

std::vector<std::uint8_t> run_flags(Session& session, const std::vector<Pass>& passes,
                                    const RenderedFrame& frame) {
  const Plane geometry = geometry_of(session, frame);
  const Plane flags(session, geometry.shape().width, geometry.shape().height, 1);
  enqueue_flags(*session.place().stream, passes, geometry, flags);
  session.place().stream->wait();
  session.expect(flags.padding_untouched(), "flags: nothing is written into the rows' padding");
  std::vector<std::uint8_t> bytes;
  for (const std::byte b : flags.read()) bytes.push_back(std::to_integer<std::uint8_t>(b));
  return bytes;
}

std::vector<std::uint8_t> check_flags(Session& session, const std::string& name,
                                      const std::vector<Pass>& passes,
                                      const std::vector<RenderedFrame>& frames) {
  std::vector<std::uint8_t> flags;
  for (const RenderedFrame& frame : frames) {
    const int width = frame.depth.width(), height = frame.depth.height();
    const Flags expected = flags_of(frame);
    flags = run_flags(session, passes, frame);
    const std::size_t wrong = wrong_pixels(flags, expected);
    session.expect(wrong == 0, fmt::format("{}, {}x{}: the CPU's flags ({} pixels differ)", name,
                                           width, height, wrong));
    if (&frame == &frames.back())
      save_images(session, name, image_of(flags, width, height),
                  image_of(expected.values, width, height));
  }
  return flags;
}

std::vector<RenderedFrame> checked_frames(const Settings& settings) {
  std::vector<RenderedFrame> frames;
  for (const Extent& odd : settings.odd)
    frames.push_back(render_frame(odd.width, odd.height, settings.paths));
  frames.push_back(render_frame(settings.frame.width, settings.frame.height, settings.paths));
  return frames;
}

Image image_of(const std::vector<std::uint8_t>& flags, int width, int height) {
  Image image(PixelType::f32, width, height);
  auto next = flags.begin();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float value = *next++;
      std::memcpy(image.view().at(x, y), &value, sizeof value);
    }
  return image;
}

}  // namespace selvage::studies::course
