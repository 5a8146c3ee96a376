// SPDX-License-Identifier: Apache-2.0
// Writes uncompressed BMP: gray as an 8-bit palette of 256 grays, RGB with 24 bits, RGB and alpha
// with 32 bits and masks (BITMAPV4HEADER). Rows run from the bottom up, which every reader knows.

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/checked.hpp"
#include "io/bmp/bmp.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"

namespace selvage {
namespace {

constexpr std::uint32_t bmp_file_header_bytes = 14, bmp_info_header_bytes = 40;
constexpr std::uint32_t bmp_v4_header_bytes =
    108;  // the first with an alpha mask and a colour space

std::size_t stored_row_bytes(const OutputShape& shape) {
  return checked_mul(checked_add(checked_mul(shape.width, shape.channels), 3) / 4, 4);
}

// The bytes before the pixels, field by field in little-endian order.
class BmpHeader {
 public:
  BmpHeader(const OutputShape& shape, std::size_t pixel_bytes, std::string_view name) {
    const bool gray = shape.channels == 1, alpha = shape.channels == 4;
    constexpr std::uint32_t grays = 256;
    const std::uint32_t info_bytes = alpha ? bmp_v4_header_bytes : bmp_info_header_bytes;
    const std::uint32_t start = bmp_file_header_bytes + info_bytes + (gray ? 4 * grays : 0);
    const std::size_t file_bytes = checked_add(pixel_bytes, start);
    if (!std::in_range<std::uint32_t>(file_bytes))
      throw_not_encoded(name, "BMP", "the file would be larger than 4 GiB");

    put<std::uint16_t>({'B' | 'M' << 8});
    put<std::uint32_t>({static_cast<std::uint32_t>(file_bytes), 0, start});
    put<std::uint32_t>({info_bytes, static_cast<std::uint32_t>(shape.width),
                        static_cast<std::uint32_t>(shape.height)});
    put<std::uint16_t>({1, static_cast<std::uint16_t>(8 * shape.channels)});  // planes, bits
    constexpr std::uint32_t with_masks = 3;  // of the field "compression"
    put<std::uint32_t>({alpha ? with_masks : 0, static_cast<std::uint32_t>(pixel_bytes)});
    put<std::uint32_t>({0, 0, gray ? grays : 0, 0});  // resolution: unknown; colours
    if (alpha) {
      put<std::uint32_t>({0xff0000, 0xff00, 0xff, 0xff000000});  // red, green, blue, alpha
      constexpr std::uint32_t srgb = 0x73524742;
      put<std::uint32_t>({srgb, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});  // end points, gammas: unused
    }
    for (std::uint32_t v = 0; gray && v < grays; ++v) put<std::uint32_t>({v << 16 | v << 8 | v});
  }

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <class T>
  void put(std::initializer_list<T> numbers) {
    std::vector<T> fields(numbers);
    to_native_order<std::endian::little>(std::span(fields));
    const auto added = std::as_bytes(std::span(fields));
    bytes_.insert(bytes_.end(), added.begin(), added.end());
  }

  std::vector<std::byte> bytes_;
};

class BmpWriter final : public RowWriter {
 public:
  BmpWriter(ByteSink& sink, const OutputShape& shape)
      : sink_(sink),
        channels_(static_cast<std::size_t>(shape.channels)),
        samples_(checked_mul(shape.width, shape.channels)),
        stored_(stored_row_bytes(shape)) {
    const BmpHeader header(shape, checked_mul(stored_.size(), shape.height), sink.name());
    sink_.write(header.bytes());
  }

  bool bottom_up() const override { return true; }

  void write_row(const std::byte* row) override {
    std::copy_n(row, samples_, stored_.begin());
    if (channels_ >= 3)  // blue comes first
      for (std::size_t i = 0; i < samples_; i += channels_) std::swap(stored_[i], stored_[i + 2]);
    sink_.write(stored_);
  }

 private:
  ByteSink& sink_;
  std::size_t channels_, samples_;  // samples of a row
  std::vector<std::byte> stored_;   // a row of the file, padded to 4 bytes
};

}  // namespace

std::unique_ptr<RowWriter> create_bmp(ByteSink& sink, const OutputShape& shape) {
  return std::make_unique<BmpWriter>(sink, shape);
}

}  // namespace selvage
