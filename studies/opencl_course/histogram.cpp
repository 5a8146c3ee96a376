// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "reference/reference.hpp"

namespace selvage::studies::course {
namespace {

Pass clearing(Session& session, GroupSize group) {
  return {session, {.file = std::string(rung(13).file)}, "set_counts", group, Constants{}};
}

}  // namespace

Counters::Counters(Session& session, GroupSize group)
    : stream_(session.place().stream.get()),
      clear_(clearing(session, group)),
      buffer_(session.place().device->buffer(bins * sizeof(std::uint32_t))) {}

void Counters::enqueue_clear(gpu::Stream& stream) const {
  const CourseImage line{.width = bins, .height = 1, .pitch = bins};
  clear_.enqueue(stream, line, {buffer_.get()}, CourseHistogram{.image = line, .watched = -1});
}

std::vector<std::uint32_t> Counters::read() const {
  std::vector<std::uint32_t> counts(bins);
  stream_->download(std::as_writable_bytes(std::span(counts)).data(), *buffer_, 0,
                    counts.size() * sizeof counts.front());
  stream_->wait();
  return counts;
}

void enqueue_count(gpu::Stream& stream, const Pass& pass, const Plane& plane,
                   const Counters& counters, int watched) {
  pass.enqueue(stream, plane.shape(), {&counters.buffer(), &plane.buffer()},
               CourseHistogram{.image = plane.shape(), .watched = watched});
}

std::vector<std::uint32_t> counts_of(const ConstImageView& image) {
  const Counts counts =
      reference::histogram({.bins = bins, .channel = 0, .low = 0.0f, .high = 1.0f}, image);
  return {counts.bins.front().begin(), counts.bins.front().end()};
}

std::vector<std::uint32_t> check_histogram(Session& session, const std::string& name,
                                           const Pass& pass, const Counters& counters,
                                           const std::vector<Image>& images, bool only_reads) {
  gpu::Stream& stream = *session.place().stream;
  std::vector<std::uint32_t> counts;
  for (const Image& image : images) {
    const Planes planes = planes_of(session, image);
    std::vector<std::uint32_t> expected = counts_of(image);
    const auto fullest = std::ranges::max_element(expected) - expected.begin();
    if (only_reads)
      for (std::size_t bin = 0; bin < expected.size(); ++bin)
        if (bin != static_cast<std::size_t>(fullest)) expected[bin] = 0;
    counters.enqueue_clear(stream);
    enqueue_count(stream, pass, planes.front(), counters,
                  only_reads ? static_cast<int>(fullest) : -1);
    counts = counters.read();
    const auto differ = std::ranges::mismatch(counts, expected).in1;
    session.expect(differ == counts.end(),
                   fmt::format("{}, {}x{}: the CPU's counts (first other bin: {})", name,
                               image.width(), image.height(), differ - counts.begin()));
  }
  return counts;
}

Image one_valued(int width, int height, float value) {
  Image image(PixelType::f32, width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) std::memcpy(image.view().at(x, y), &value, sizeof value);
  return image;
}

}  // namespace selvage::studies::course
