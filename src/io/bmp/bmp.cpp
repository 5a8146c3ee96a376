// SPDX-License-Identifier: Apache-2.0
// Reads uncompressed BMP: palettes of 1, 4 and 8 bits; 16, 24 and 32 bits per pixel. Rows run from
// the bottom up, or from the top down if the height is negative.

#include "io/bmp/bmp.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <limits>
#include <vector>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"

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

// The bits of a channel in a stored pixel.
struct Field {
  unsigned shift = 0;
  std::uint32_t largest = 255;  // value

  std::uint8_t value_in(std::uint32_t pixel) const {
    const std::uint32_t value = pixel >> shift & largest;
    return static_cast<std::uint8_t>((value * 255u + largest / 2) / largest);
  }
};
constexpr std::array<Field, 4> fields_of_bytes{Field{16}, Field{8}, Field{0}, Field{24}};
constexpr std::array<Field, 4> fields_of_5_bits{Field{10, 31}, Field{5, 31}, Field{0, 31}, Field{}};

class BmpReader final : public RowReader {
 public:
  explicit BmpReader(ByteSource& source) : source_(source) {
    const auto pixels_at = little_endian<std::uint32_t>(take(file_header_bytes), 10);
    std::uint32_t palette_entries = read_info_header();
    if (pixels_at < taken_) corrupt("its pixels would lie inside the header");
    if (info_.palette && palette_entries == 0)
      palette_entries = std::min(1u << bits_, (pixels_at - taken_) / palette_entry_bytes_);
    if (info_.palette)
      read_palette(palette_entries);
    else
      info_.channels = info_.alpha ? 4 : 3;
    if (pixels_at < taken_) corrupt("its pixels would lie inside the palette");
    source_.skip(pixels_at - taken_);
  }

  void start() override {
    const std::size_t row_bytes = checked_add(checked_mul(info_.width, bits_), 7) / 8;
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
  unsigned bits_ = 24;  // per pixel
  bool bottom_up_ = true;
  std::array<Field, 4> fields_{};  // red, green, blue, alpha
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
  const bool masks =
      (bits == 16 || bits == 32) && (compression == bit_fields || compression == alpha_bit_fields);
  if (compression != no_compression && !masks)
    throw_not_supported(source_.name(), "a compressed BMP", "save it uncompressed, or as PNG");
  constexpr int known_bits[] = {1, 4, 8, 16, 24, 32};
  if (std::ranges::find(known_bits, bits) == std::end(known_bits))
    throw_not_supported(source_.name(), fmt::format("a BMP with {} bits per pixel", bits),
                        "save it as PNG");
  info_.format = "bmp";
  info_.palette = bits <= 8;
  info_.file_bits = bits <= 8 ? bits : 8;
  bits_ = static_cast<unsigned>(bits);
  fields_ = bits == 16 ? fields_of_5_bits : fields_of_bytes;
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

// The masks select the bits of red, green, blue and alpha: at most 8 neighbouring bits each.
void BmpReader::read_masks(std::span<const std::byte> masks, bool has_alpha) {
  const auto field_of = [&](std::size_t channel) {
    const auto mask = little_endian<std::uint32_t>(masks, 4 * channel);
    const auto shift = static_cast<unsigned>(std::countr_zero(mask));
    const std::uint32_t largest = mask == 0 ? 0 : mask >> shift;
    const bool neighbours = (largest & (largest + 1)) == 0;
    if (largest == 0 || largest > 255 || !neighbours ||
        static_cast<unsigned>(std::bit_width(mask)) > bits_)
      throw_not_supported(source_.name(), "a BMP that does not have 1 to 8 bits per channel",
                          "save it as PNG");
    return Field{shift, largest};
  };
  for (std::size_t channel = 0; channel < 3; ++channel) fields_[channel] = field_of(channel);
  info_.alpha = has_alpha && little_endian<std::uint32_t>(masks, 12) != 0;
  if (info_.alpha) fields_[3] = field_of(3);
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
    const std::size_t pixel_bytes = bits_ / 8;
    for (std::size_t x = 0; x < width; ++x) {
      std::uint32_t pixel = 0;
      for (std::size_t i = pixel_bytes; i-- > 0;) pixel = pixel << 8 | stored_[x * pixel_bytes + i];
      for (std::size_t c = 0; c < channels; ++c) *out++ = fields_[c].value_in(pixel);
    }
    return;
  }
  for (std::size_t x = 0; x < width; ++x) {
    // The first pixel of a byte is in its highest bits.
    const std::size_t bit = x * bits_;
    const unsigned index =
        stored_[bit / 8] >> (8 - bits_ - bit % 8) & static_cast<unsigned>((1u << bits_) - 1);
    if (index >= palette_.size()) corrupt("a pixel's index is not in the palette");
    const Colour colour = palette_[index];
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
                      .writes_by_rows = false,
                      .recognises = [](auto start) { return holds(start, "BM"); },
                      .open = [](ByteSource& source, const Limits&) -> std::unique_ptr<RowReader> {
                        return std::make_unique<BmpReader>(source);
                      },
                      .create = create_bmp};

}  // namespace selvage
