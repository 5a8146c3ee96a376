// SPDX-License-Identifier: Apache-2.0
#include "selvage/image.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "core/checked.hpp"
#include "core/pages.hpp"
#include "core/sample_limit.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

constexpr std::size_t cache_line = 64;  // bytes; also the widest vector

// Returns null when memory runs out. Large images ask for huge pages, except for their last rows:
// an image must not take more memory than its samples need.
std::byte* allocate(std::size_t bytes) {
  const std::size_t alignment = bytes >= 2 * huge_page ? huge_page : cache_line;
  void* samples = nullptr;
  if (posix_memalign(&samples, alignment, bytes) != 0) return nullptr;
  auto* first = static_cast<std::byte*>(samples);
  if (alignment == huge_page) prefer_huge_pages(first, bytes - bytes % huge_page);
  return first;
}

template <class Byte, class Data>
BasicImageView<Byte> packed(Data* data, PixelType type, int width, int height, int channels) {
  return {.data = static_cast<Byte*>(data),
          .type = type,
          .width = width,
          .height = height,
          .channels = channels,
          .stride = interleaved_strides(type, width, height, channels)};
}

void check_shape(int width, int height, int channels, bool alpha, int batch, const Limits& limits) {
  if (width < 1 || height < 1 || batch < 1)
    throw Error(Errc::invalid_argument,
                fmt::format("an image of {}x{} pixels, batch {}: each must be at least 1", width,
                            height, batch));
  if (channels < 1 || channels > max_channels)
    throw Error(
        Errc::invalid_argument,
        fmt::format("an image of {} channels: 1 to {} are supported", channels, max_channels));
  if (alpha && channels < 2)
    throw Error(Errc::invalid_argument, "an image with an alpha channel but no colour channel");
  const std::int64_t pixels = std::int64_t{width} * height;
  if (width > limits.max_side || height > limits.max_side)
    throw Error(
        Errc::limit,
        fmt::format("{}x{} is over the limit of {} pixels a side", width, height, limits.max_side),
        "raise it with Limits::max_side");
  if (pixels > limits.max_pixels)
    throw Error(Errc::limit,
                fmt::format("{}x{} is {} pixels; the limit is {}", width, height, pixels,
                            limits.max_pixels),
                "raise it with Limits::max_pixels");
  if (has_too_many_samples(pixels, channels, limits))
    throw Error(Errc::limit,
                fmt::format("{}x{} pixels of {} channels; the limit is {} pixels of {}", width,
                            height, channels, limits.max_pixels, limited_channels),
                "raise it with Limits::max_pixels");
}

}  // namespace

Strides interleaved_strides(PixelType type, int width, int height, int channels) {
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(type));
  const std::ptrdiff_t pixel = sample * channels;
  return {.pixel = pixel,
          .row = pixel * width,
          .channel = sample,
          .batch = pixel * width * height,
          .slice = pixel * width * height};
}

Strides planar_strides(PixelType type, int width, int height, int channels) {
  const auto sample = static_cast<std::ptrdiff_t>(sample_bytes(type));
  const std::ptrdiff_t plane = sample * width * height;
  return {.pixel = sample,
          .row = sample * width,
          .channel = plane,
          .batch = plane * channels,
          .slice = plane * channels};
}

ImageView interleaved(void* data, PixelType type, int width, int height, int channels) {
  return packed<std::byte>(data, type, width, height, channels);
}

ConstImageView interleaved(const void* data, PixelType type, int width, int height, int channels) {
  return packed<const std::byte>(data, type, width, height, channels);
}

Image::Image(PixelType type, int width, int height, int channels, bool alpha, int batch,
             const Limits& limits) {
  check_shape(width, height, channels, alpha, batch, limits);
  allocate_samples(type, width, height, channels, alpha, batch);
}

Image Image::volume(PixelType type, int width, int height, int depth, int channels, bool alpha,
                    int batch, const Limits& limits) {
  check_shape(width, height, channels, alpha, batch, limits);
  if (depth < 1)
    throw Error(Errc::invalid_argument,
                fmt::format("an image of depth {}: it must be at least 1", depth));
  Image image;
  const std::int64_t slices = std::int64_t{batch} * depth;
  if (slices > std::numeric_limits<int>::max())
    throw Error(Errc::limit, fmt::format("{} slices are over the limit of 2^31 - 1", slices));
  image.allocate_samples(type, width, height, channels, alpha, static_cast<int>(slices));
  image.view_.batch = batch;
  image.view_.depth = depth;
  image.view_.stride.batch = image.view_.stride.slice * depth;
  return image;
}

void Image::allocate_samples(PixelType type, int width, int height, int channels, bool alpha,
                             int images) {
  bytes_ = checked_mul(sample_bytes(type), width, height, channels, images);
  if (bytes_ <= static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()))
    pixels_.reset(allocate(bytes_));
  if (!pixels_)
    throw Error(Errc::limit, fmt::format("out of memory: an image of {}x{} needs {} bytes", width,
                                         height, bytes_));
  view_ = interleaved(pixels_.get(), type, width, height, channels);
  view_.alpha = alpha;
  view_.batch = images;
}

Image::Image(Image&& other) noexcept
    : file(std::move(other.file)),
      pixels_(std::move(other.pixels_)),
      bytes_(std::exchange(other.bytes_, 0)),
      view_(std::exchange(other.view_, {})) {}

Image& Image::operator=(Image&& other) noexcept {
  Image moved(std::move(other));
  std::swap(file, moved.file);
  std::swap(pixels_, moved.pixels_);
  std::swap(bytes_, moved.bytes_);
  std::swap(view_, moved.view_);
  return *this;
}

void Image::Free::operator()(std::byte* p) const {
  std::free(p);
}

Image Image::clone() const {
  if (!*this) return {};
  Image copy = volume(type(), width(), height(), depth(), channels(), alpha(), view_.batch,
                      {.max_pixels = std::numeric_limits<std::int64_t>::max(),
                       .max_side = std::numeric_limits<std::int64_t>::max()});
  std::memcpy(copy.pixels_.get(), pixels_.get(), bytes_);
  copy.file = file;
  return copy;
}

}  // namespace selvage
