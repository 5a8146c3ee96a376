// SPDX-License-Identifier: Apache-2.0
// Reads uncompressed BMP with an 8-bit palette, 24 or 32 bits. Rows run from the bottom up, or from
// the top down if the height is negative.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/codec/codec.hpp"

namespace selvage {
namespace {

constexpr std::uint32_t file_header_bytes = 14;
constexpr std::uint32_t os2_header_bytes = 12, info_header_bytes = 40;
constexpr std::uint32_t v2_header_bytes = 52;   // the first with masks
constexpr std::uint32_t v3_header_bytes = 56;   // the first with an alpha mask
constexpr std::uint32_t v5_header_bytes = 124;  // the longest
// Values of the field "compression".
constexpr std::uint32_t no_compression = 0, bit_fields = 3, alpha_bit_fields = 6;

struct Colour {
  std::uint8_t red, green, blue;
};

class BmpReader final : public RowReader {
 public:
  explicit BmpReader(ByteSource& source) : source_(source) {
    const auto pixels_at = little_endian<std::uint32_t>(take(file_header_bytes), 10);
    std::uint32_t palette_entries = read_info_header();
    if (pixels_at < taken_) corrupt("its pixels would lie inside the header");
    if (palette_entries == 0)
      palette_entries = std::min(256u, (pixels_at - taken_) / palette_entry_bytes_);
    if (info_.palette)
      read_palette(palette_entries);
    else
      info_.channels = info_.alpha ? 4 : 3;
    if (pixels_at < taken_) corrupt("its pixels would lie inside the palette");
    source_.skip(pixels_at - taken_);
  }

  void start() override {
    const std::size_t row_bytes = checked_mul(info_.width, pixel_bytes_);
    stored_.resize(checked_mul(checked_add(row_bytes, 3) / 4, 4));  // rows are padded to 4 bytes
    source_.expect(checked_mul(stored_.size(), info_.height));
  }
  bool bottom_up() const override { return bottom_up_; }
  void read_row(std::byte* row) override;

 private:
  std::span<const std::byte> take(std::uint32_t count);
  std::uint32_t read_info_header();
  void read_sides(std::span<const std::byte> header);
  void read_masks(std::span<const std::byte> masks, bool has_alpha);
  void read_palette(std::uint32_t entries);

  [[noreturn]] void corrupt(std::string_view reason) const {
    throw_corrupt(source_.name(), "BMP", reason);
  }

  ByteSource& source_;
  std::array<std::byte, v5_header_bytes> header_{};  // the last result of take()
  std::uint32_t taken_ = 0;                          // bytes of the file before the pixels
  std::uint32_t palette_entry_bytes_ = 4;
  std::size_t pixel_bytes_ = 1;
  bool bottom_up_ = true;
  std::array<std::size_t, 4> place_{2, 1, 0, 3};  // of red, green, blue, alpha in a stored pixel
  std::vector<Colour> palette_;
  std::vector<std::uint8_t> stored_;  // a row of the file
};

std::span<const std::byte> BmpReader::take(std::uint32_t count) {
  const std::span<std::byte> bytes = std::span(header_).first(count);
  source_.read(bytes);
  taken_ += count;
  return bytes;
}

// Returns the number of palette entries in the header; 0: not given.
std::uint32_t BmpReader::read_info_header() {
  const auto header_bytes = little_endian<std::uint32_t>(take(4), 0);
  const bool os2 = header_bytes == os2_header_bytes;
  if (!os2 && (header_bytes < info_header_bytes || header_bytes > v5_header_bytes))
    corrupt(fmt::format("a header of {} bytes", header_bytes));
  const std::span<const std::byte> header = take(header_bytes - 4);  // without the size field
  read_sides(header);
  const int bits = little_endian<std::uint16_t>(header, os2 ? 6 : 10);
  const auto compression = os2 ? no_compression : little_endian<std::uint32_t>(header, 12);
  const auto palette_entries = os2 ? 0 : little_endian<std::uint32_t>(header, 28);
  const bool masks = bits == 32 && (compression == bit_fields || compression == alpha_bit_fields);
  if (compression != no_compression && !masks)
    throw_not_supported(source_.name(), "a compressed BMP", "save it uncompressed, or as PNG");
  if (bits != 8 && bits != 24 && bits != 32)
    throw_not_supported(source_.name(), fmt::format("a BMP with {} bits per pixel", bits),
                        "save it with 8, 24 or 32 bits per pixel, or as PNG");
  info_.format = "bmp";
  info_.palette = bits == 8;
  pixel_bytes_ = static_cast<std::size_t>(bits) / 8;
  palette_entry_bytes_ = os2 ? 3 : 4;
  if (masks && header_bytes >= v2_header_bytes)
    read_masks(header.subspan(info_header_bytes - 4), header_bytes >= v3_header_bytes);
  else if (masks)
    read_masks(take(compression == bit_fields ? 12 : 16), compression == alpha_bit_fields);
  return palette_entries;
}

void BmpReader::read_sides(std::span<const std::byte> header) {
  std::int64_t height = 0;
  if (header.size() + 4 == os2_header_bytes) {
    info_.width = little_endian<std::uint16_t>(header, 0);
    height = little_endian<std::uint16_t>(header, 2);
  } else {
    info_.width = little_endian<std::int32_t>(header, 0);
    height = little_endian<std::int32_t>(header, 4);
  }
  bottom_up_ = height > 0;
  info_.by_rows = !bottom_up_;
  height = std::abs(height);
  if (info_.width < 1 || height < 1 || height > std::numeric_limits<int>::max())
    corrupt("a width or height that is not positive");
  info_.height = static_cast<int>(height);
}

// The masks select the bits of red, green, blue and alpha. Only whole bytes are supported.
void BmpReader::read_masks(std::span<const std::byte> masks, bool has_alpha) {
  const auto byte_of = [&](std::size_t channel) {
    const auto mask = little_endian<std::uint32_t>(masks, 4 * channel);
    for (std::size_t byte = 0; byte < 4; ++byte)
      if (mask == 0xffu << (8 * byte)) return byte;
    throw_not_supported(source_.name(), "a BMP that does not have 8 bits per channel",
                        "save it as PNG");
  };
  for (std::size_t channel = 0; channel < 3; ++channel) place_[channel] = byte_of(channel);
  info_.alpha = has_alpha && little_endian<std::uint32_t>(masks, 12) != 0;
  if (info_.alpha) place_[3] = byte_of(3);
}

// A palette of grays makes a gray image, since BMP has no other gray images.
void BmpReader::read_palette(std::uint32_t entries) {
  if (entries > 256) corrupt(fmt::format("a palette of {} colours", entries));
  palette_.resize(entries);
  for (Colour& colour : palette_) {
    const std::span<const std::byte> bytes = take(palette_entry_bytes_);
    const auto at = [&](std::size_t i) { return std::to_integer<std::uint8_t>(bytes[i]); };
    colour = {at(2), at(1), at(0)};
  }
  const bool gray =
      std::ranges::all_of(palette_, [](Colour c) { return c.red == c.green && c.green == c.blue; });
  info_.channels = gray ? 1 : 3;
}

void BmpReader::read_row(std::byte* row) {
  source_.read(std::as_writable_bytes(std::span(stored_)));
  auto* out = reinterpret_cast<std::uint8_t*>(row);
  const auto width = static_cast<std::size_t>(info_.width);
  const auto channels = static_cast<std::size_t>(info_.channels);
  if (!info_.palette) {
    for (std::size_t x = 0; x < width; ++x)
      for (std::size_t c = 0; c < channels; ++c)
        out[x * channels + c] = stored_[x * pixel_bytes_ + place_[c]];
    return;
  }
  for (std::size_t x = 0; x < width; ++x) {
    if (stored_[x] >= palette_.size()) corrupt("a pixel's index is not in the palette");
    const Colour colour = palette_[stored_[x]];
    *out++ = colour.red;
    if (channels == 1) continue;
    *out++ = colour.green;
    *out++ = colour.blue;
  }
}

constexpr std::string_view bmp_extensions[] = {".bmp", ".dib"};
constexpr PixelType bmp_types[] = {PixelType::u8};
constexpr Layout bmp_layouts[] = {{1, false}, {3, false}, {4, true}};

}  // namespace

const Codec bmp_codec{.format = "bmp",
                      .title = "BMP",
                      .extensions = bmp_extensions,
                      .types = bmp_types,
                      .layouts = bmp_layouts,
                      .recognises = [](auto start) { return holds(start, "BM"); },
                      .open = [](ByteSource& source) -> std::unique_ptr<RowReader> {
                        return std::make_unique<BmpReader>(source);
                      }};

}  // namespace selvage
