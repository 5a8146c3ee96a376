// SPDX-License-Identifier: Apache-2.0
#include "io/rows/row_copies.hpp"

#include <fmt/format.h>

#include <cstring>

#include "core/checked.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

std::vector<std::byte> row_of(const ConstImageView& image, AlphaChange change = AlphaChange::none) {
  if (has_packed_rows(image) && change == AlphaChange::none) return {};
  return std::vector<std::byte>(checked_mul(sample_bytes(image.type), image.width, image.channels));
}

// Calls move(sample, packed) for all samples of a row.
template <class View, class Byte, class Move>
void for_samples(const View& image, int y, Byte* packed, Move&& move) {
  const std::size_t bytes = sample_bytes(image.type);
  for (int x = 0; x < image.width; ++x)
    for (int c = 0; c < image.channels; ++c, packed += bytes) move(image.at(x, y, c), packed);
}

}  // namespace

bool has_packed_rows(const ConstImageView& image) {
  const Strides packed = interleaved_strides(image.type, image.width, 1, image.channels);
  return (image.width == 1 || image.stride.pixel == packed.pixel) &&
         (image.channels == 1 || image.stride.channel == packed.channel);
}

void check_rows(const std::string& name, const ConstImageView& rows, PixelType type, int width,
                int channels, int left) {
  const bool fits = rows.data != nullptr && rows.type == type && rows.width == width &&
                    rows.channels == channels && rows.batch == 1 && rows.depth == 1;
  if (!fits)
    throw Error(Errc::invalid_argument,
                fmt::format("{}: the rows differ from the image in type, width or channels", name));
  if (rows.height < 1 || rows.height > left)
    throw Error(Errc::invalid_argument,
                fmt::format("{}: {} rows given, {} left", name, rows.height, left));
}

RowPacker::RowPacker(const ConstImageView& image, AlphaChange change)
    : image_(image), change_(change), row_(row_of(image, change)) {}

const std::byte* RowPacker::row(int y) {
  if (row_.empty()) return image_.at(0, y);
  const std::size_t bytes = sample_bytes(image_.type);
  for_samples(image_, y, row_.data(),
              [=](const std::byte* sample, std::byte* to) { std::memcpy(to, sample, bytes); });
  change_colours(change_, row_.data(), image_.type, static_cast<std::size_t>(image_.width),
                 static_cast<std::size_t>(image_.channels));
  return row_.data();
}

RowUnpacker::RowUnpacker(const ImageView& image) : image_(image), row_(row_of(image)) {}

void RowUnpacker::end(int y) {
  if (row_.empty()) return;
  const std::size_t bytes = sample_bytes(image_.type);
  for_samples(image_, y, row_.data(),
              [=](std::byte* sample, const std::byte* from) { std::memcpy(sample, from, bytes); });
}

}  // namespace selvage
