// SPDX-License-Identifier: Apache-2.0
#include "inputs/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

// Returns how many rows to convert or skip at a time: as many as fit in a core's cache.
int rows_at_a_time(const ConstImageView& shape) {
  constexpr std::size_t bytes = std::size_t{256} << 10;
  const std::size_t row = bytes_of(shape_of(shape.type, shape.width, 1, shape.channels, false));
  return static_cast<int>(std::clamp<std::size_t>(bytes / row, 1, 4096));
}

// Compares with zero: all bits are 0, except the sign of a float, which is in the last or the first
// byte.
bool is_zero(const std::byte* sample, PixelType type) {
  const std::size_t bytes = sample_bytes(type);
  const std::size_t sign = std::endian::native == std::endian::little ? bytes - 1 : 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const bool has_sign = !is_integer(type) && i == sign;
    if ((sample[i] & std::byte(has_sign ? 0x7f : 0xff)) != std::byte{}) return false;
  }
  return true;
}

void convert_rows(const ConstImageView& from, const ImageView& to) {
  const Image converted = convert(from, to.type);
  std::memcpy(to.data, converted.view().data, converted.bytes());
}

void divide_rows(const ConstImageView& from, const ImageView& to) {
  convert_rows(from, to);
  divide_by_alpha(to);
}

void mask_rows(const ConstImageView& gray, const ImageView& mask) {
  for (int y = 0; y < gray.height; ++y)
    for (int x = 0; x < gray.width; ++x)
      *mask.at(x, y) = is_zero(gray.at(x, y), gray.type) ? std::byte{0} : std::byte{255};
}

// A sum of samples that are not negative is 0 where all of them are.
void mask_rows_by_luminance(const ConstImageView& rgb, const ImageView& mask) {
  const Image real = convert(rgb, PixelType::f32);
  const ConstImageView view = real.view();
  const auto sample = [&](int x, int y, int c) {
    return double{*reinterpret_cast<const float*>(view.at(x, y, c))};
  };
  for (int y = 0; y < rgb.height; ++y)
    for (int x = 0; x < rgb.width; ++x) {
      const double luminance =
          0.299 * sample(x, y, 0) + 0.587 * sample(x, y, 1) + 0.114 * sample(x, y, 2);
      *mask.at(x, y) = luminance == 0.0 ? std::byte{0} : std::byte{255};
    }
}

// Counts decoder buffers only if they exceed those of ordinary strips and tiles, which are part of
// the allowance for codecs (process/memory.hpp).
std::size_t decoding_bytes(const FileInfo& info) {
  constexpr std::size_t ordinary = std::size_t{1} << 20;
  return info.decoder_bytes > ordinary ? info.decoder_bytes : 0;
}

// Returns the bytes of the buffers in which rows are converted, and of the whole image if the
// reader holds it.
std::size_t changing_bytes(const FileInfo& info, const ConstImageView& row) {
  const ConstImageView page = shape_of(info);
  const int rows = std::min(page.height, rows_at_a_time(page));
  const std::size_t whole = info.by_rows ? 0 : bytes_of(page);
  return whole + static_cast<std::size_t>(rows) *
                     (bytes_of(page.region({0, 0, page.width, 1})) + bytes_of(row));
}

}  // namespace

RowWindow::RowWindow(ImageReader& reader, PixelType type, const Limits& limits)
    : RowWindow(reader,
                shape_of(type, reader.info().width, 1, reader.info().channels, reader.info().alpha),
                type == reader.info().type ? nullptr : convert_rows, limits) {}

RowWindow RowWindow::of_straight(ImageReader& reader, PixelType type, const Limits& limits) {
  const FileInfo& info = reader.info();
  return {reader, shape_of(type, info.width, 1, info.channels, info.alpha), divide_rows, limits};
}

RowWindow RowWindow::of_mask(ImageReader& reader, const Limits& limits) {
  const ConstImageView row = shape_of(PixelType::u8, reader.info().width, 1, 1, false);
  const FileInfo& gray = reader.info();
  const bool is_mask = gray.type == row.type && gray.channels == 1;
  if (shape_of(gray).colour_channels() == 3) return {reader, row, mask_rows_by_luminance, limits};
  return {reader, row, is_mask ? nullptr : mask_rows, limits};
}

ConstImageView RowWindow::shape(int rows) const {
  return shape_of(row_.type, row_.width, rows, row_.channels, row_.alpha);
}

std::shared_ptr<const Image> RowWindow::move_to(Rows rows) {
  auto window = std::make_shared<Image>(row_.type, row_.width, rows.count(), row_.channels,
                                        row_.alpha, 1, limits_);
  const ImageView view = window->view();
  const auto part = [&](int first, int end) {
    return view.region({0, first - rows.first, view.width, end - first});
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

void RowWindow::pass_rest() {
  skip(reader_.info().height - held_.end);
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
  if (!change_) return reader_.read(rows);
  const ConstImageView page = shape_of(reader_.info());
  const int step = std::min(rows.height, rows_at_a_time(page));
  Image part(page.type, page.width, step, page.channels, page.alpha, 1, limits_);
  for (int y = 0; y < rows.height; y += step) {
    const Rect some{0, 0, page.width, std::min(step, rows.height - y)};
    reader_.read(part.view().region(some));
    change_(part.view().region(some), rows.region({0, y, page.width, some.height}));
  }
}

std::size_t RowWindow::memory(const FileInfo& info, PixelType type, bool divides) {
  const ConstImageView row = shape_of(type, info.width, 1, info.channels, info.alpha);
  return decoding_bytes(info) + (info.type == type && !divides ? 0 : changing_bytes(info, row));
}

std::size_t RowWindow::memory() const {
  const FileInfo& info = reader_.info();
  return decoding_bytes(info) + (change_ ? changing_bytes(info, row_) : 0);
}

bool can_be_read_again(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_type type = fs::status(name, ignored).type();
  return name != "-" && type != fs::file_type::fifo && type != fs::file_type::socket &&
         type != fs::file_type::character;
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

bool same_shape(const ConstImageView& a, const ConstImageView& b) {
  return a.type == b.type && a.width == b.width && a.height == b.height &&
         a.channels == b.channels && a.alpha == b.alpha;
}

}  // namespace selvage::cli
