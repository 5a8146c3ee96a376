// SPDX-License-Identifier: Apache-2.0
#include "source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

// Rows that are converted or passed by at a time: about a megabyte.
int rows_at_a_time(const ConstImageView& shape) {
  constexpr std::size_t bytes = std::size_t{1} << 20;
  const std::size_t row = bytes_of(shape_of(shape.type, shape.width, 1, shape.channels, false));
  return static_cast<int>(std::clamp<std::size_t>(bytes / row, 1, 4096));
}

bool is_zero(const std::byte* sample, PixelType type) {
  if (type == PixelType::f32) {
    float value = 0.0f;
    std::memcpy(&value, sample, sizeof value);
    return value == 0.0f;
  }
  return std::all_of(sample, sample + sample_bytes(type),
                     [](std::byte b) { return b == std::byte{}; });
}

}  // namespace

std::shared_ptr<const Image> RowWindow::move_to(Rows rows) {
  const FileInfo& page = reader_.info();
  auto window = std::make_shared<Image>(type_, page.width, rows.count(), page.channels, page.alpha,
                                        1, limits_);
  const ImageView view = window->view();
  const auto part = [&](int first, int end) {
    return view.region({0, first - rows.first, page.width, end - first});
  };
  const int kept = std::max(0, held_.end - rows.first);
  if (kept > 0)
    std::memcpy(view.data, window_->view().at(0, rows.first - held_.first),
                static_cast<std::size_t>(kept) * static_cast<std::size_t>(view.stride.row));
  else
    skip(rows.first - held_.end);
  if (const int next = rows.first + kept; next < rows.end) read(part(next, rows.end));
  window_ = window;
  held_ = rows;
  return window;
}

void RowWindow::skip(int rows) {
  const ConstImageView page = shape_of(reader_.info());
  const int step = std::min(rows, rows_at_a_time(page));
  if (rows == 0) return;
  Image passed(page.type, page.width, step, page.channels, page.alpha, 1, limits_);
  for (int left = rows; left > 0; left -= step)
    reader_.read(passed.view().region({0, 0, page.width, std::min(step, left)}));
}

void RowWindow::read(const ImageView& rows) {
  const ConstImageView page = shape_of(reader_.info());
  if (page.type == type_) return reader_.read(rows);
  const int step = std::min(rows.height, rows_at_a_time(page));
  Image part(page.type, page.width, step, page.channels, page.alpha, 1, limits_);
  for (int y = 0; y < rows.height; y += step) {
    const ImageView some = part.view().region({0, 0, page.width, std::min(step, rows.height - y)});
    reader_.read(some);
    const Image converted = convert(some, type_);
    std::memcpy(rows.at(0, y), converted.view().data, converted.bytes());
  }
}

std::size_t RowWindow::memory(const FileInfo& info, PixelType type) {
  const ConstImageView page = shape_of(info);
  if (page.type == type) return 0;
  const int rows = std::min(page.height, rows_at_a_time(page));
  const std::size_t whole = info.by_rows ? 0 : bytes_of(page);  // the reader's own
  return whole + bytes_of(shape_of(page.type, page.width, rows, page.channels, page.alpha)) +
         bytes_of(shape_of(type, page.width, rows, page.channels, page.alpha));
}

Image read_page(ImageReader& reader, const Limits& limits) {
  const FileInfo& page = reader.info();
  Image image(page.type, page.width, page.height, page.channels, page.alpha, 1, limits);
  reader.read(image);
  image.file = reader.traits();
  return image;
}

Image load_mask(const std::string& name, const Limits& limits) {
  const Image image = load(name, limits);
  const ConstImageView gray = image.view();
  if (gray.colour_channels() != 1)
    throw Error(Errc::invalid_argument,
                fmt::format("--mask {}: has {} channels", name, gray.colour_channels()),
                "a mask is a gray image");
  Image mask(PixelType::u8, gray.width, gray.height, 1, false, 1, limits);
  const ImageView out = mask.view();
  for (int y = 0; y < gray.height; ++y)
    for (int x = 0; x < gray.width; ++x)
      *out.at(x, y) = is_zero(gray.at(x, y), gray.type) ? std::byte{0} : std::byte{255};
  return mask;
}

ConstImageView shape_of(PixelType type, int width, int height, int channels, bool alpha) {
  ConstImageView shape =
      interleaved(static_cast<const void*>(nullptr), type, width, height, channels);
  shape.alpha = alpha;
  return shape;
}

ConstImageView shape_of(const FileInfo& info) {
  return shape_of(info.type, info.width, info.height, info.channels, info.alpha);
}

std::size_t bytes_of(const ConstImageView& shape) {
  return sample_bytes(shape.type) * static_cast<std::size_t>(shape.channels) *
         static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
}

}  // namespace selvage::cli
