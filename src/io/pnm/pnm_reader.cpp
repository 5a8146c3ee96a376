// SPDX-License-Identifier: Apache-2.0
// Reads all kinds of PNM and PAM. The full scale of the file (maxval) becomes that of the sample
// type.

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "core/checked.hpp"
#include "io/bytes/byte_order.hpp"
#include "io/bytes/failures.hpp"
#include "io/pnm/pnm.hpp"
#include "io/pnm/pnm_header.hpp"
#include "io/rows/rescale.hpp"

namespace selvage {
namespace {

using Raster = PnmHeader::Raster;

class PnmReader final : public RowReader {
 public:
  explicit PnmReader(ByteSource& source, const Codec& codec)
      : source_(source), header_(read_pnm_header(source)) {
    const PixelType type = header_.max_value > 255 ? PixelType::u16 : PixelType::u8;
    info_ = {
        .format = std::string(codec.format),
        .width = header_.width,
        .height = header_.height,
        .channels = header_.channels,
        .alpha = header_.alpha,
        .type = type,
        .file_bits = static_cast<int>(std::bit_width(static_cast<unsigned>(header_.max_value)))};
    if (header_.max_value != static_cast<int>(full_scale(type)) && !header_.bilevel)
      info_.max_value = header_.max_value;
    if (!header_.note.empty()) add_note(info_.notes, header_.note);
  }

  void start() override {
    samples_ = checked_mul(header_.width, header_.channels);
    source_.expect(checked_mul(smallest_row_bytes(), header_.height));
    const int scale = static_cast<int>(full_scale(info_.type));
    if (header_.max_value != scale) rescaled_ = rescale_table(header_.max_value, scale);
  }

  void read_row(std::byte* row) override {
    if (info_.type == PixelType::u8)
      read_samples<std::uint8_t>(row);
    else
      read_samples<std::uint16_t>(row);
  }

  void finish() override;

 private:
  std::size_t bit_row_bytes() const { return samples_ / 8 + (samples_ % 8 != 0 ? 1 : 0); }
  std::size_t smallest_row_bytes() const {
    switch (header_.raster) {
      case Raster::text_bits: return samples_;
      case Raster::text: return checked_mul(samples_, 2);  // a digit and white space
      case Raster::bits: return bit_row_bytes();
      case Raster::binary: break;
    }
    return checked_mul(samples_, sample_bytes(info_.type));
  }

  template <class T>
  void read_samples(std::byte* bytes);
  void read_bits(std::span<std::uint8_t> row);
  std::uint8_t read_text_bit();

  ByteSource& source_;
  PnmHeader header_;
  std::size_t samples_ = 0;              // of a row
  std::vector<std::uint16_t> rescaled_;  // by stored value; empty: values stay
};

template <class T>
void PnmReader::read_samples(std::byte* bytes) {
  const std::span row(reinterpret_cast<T*>(bytes), samples_);
  switch (header_.raster) {
    case Raster::binary:
      source_.read(std::as_writable_bytes(row));
      to_native_order<std::endian::big>(row);
      break;
    case Raster::text:
      for (T& sample : row) sample = static_cast<T>(read_pnm_number(source_, header_.max_value));
      break;
    case Raster::text_bits:
      for (T& sample : row) sample = read_text_bit();
      break;
    case Raster::bits:
      if constexpr (sizeof(T) == 1) read_bits(row);
      break;
  }
  if (rescaled_.empty()) return;
  if (*std::ranges::max_element(row) > header_.max_value)
    throw_corrupt(source_.name(), "PNM", fmt::format("a sample is above {}", header_.max_value));
  for (T& sample : row) sample = static_cast<T>(rescaled_[sample]);
}

void PnmReader::read_bits(std::span<std::uint8_t> row) {
  // The packed bytes lie at the end of the row until they are unpacked in place.
  const std::size_t packed_bytes = bit_row_bytes();
  const std::span packed = row.last(packed_bytes);
  source_.read(std::as_writable_bytes(packed));
  for (std::size_t i = 0; i < packed_bytes; ++i) {
    const unsigned byte = packed[i];
    const std::size_t first = 8 * i, count = std::min<std::size_t>(8, row.size() - first);
    for (std::size_t bit = 0; bit < count; ++bit)
      row[first + bit] = (byte >> (7 - bit) & 1u) != 0 ? 0 : 1;
  }
}

// No white space is needed between bits, nor after the last one.
std::uint8_t PnmReader::read_text_bit() {
  int c = read_pnm_char(source_);
  while (is_pnm_space(c)) c = read_pnm_char(source_);
  if (c != '0' && c != '1') throw_corrupt(source_.name(), "PNM", "a bit that is not 0 or 1");
  return c == '1' ? 0 : 1;
}

void PnmReader::finish() {
  const std::span<const std::byte> after = after_image(source_);
  if (after.size() >= 2 && after[0] == std::byte{'P'} && after[1] >= std::byte{'1'} &&
      after[1] <= std::byte{'7'})
    throw_not_supported(source_.name(), "a PNM file with several images",
                        "split it into files with one image each");
  note_bytes_after(info_, after);
}

std::unique_ptr<RowReader> open(ByteSource& source, const Codec& codec) {
  return std::make_unique<PnmReader>(source, codec);
}

}  // namespace

std::unique_ptr<RowReader> open_pnm(ByteSource& source, const Limits&) {
  return open(source, pnm_codec);
}
std::unique_ptr<RowReader> open_pam(ByteSource& source, const Limits&) {
  return open(source, pam_codec);
}

}  // namespace selvage
