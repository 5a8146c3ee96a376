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
#include "io/metadata/notes.hpp"
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
    info_.format = codec.format;
    describe_page();
  }

  void start() override {
    started_ = true;
    samples_ = checked_mul(header_.width, header_.channels);
    source_.expect(checked_mul(smallest_row_bytes(), header_.height));
    const int scale = static_cast<int>(full_scale(info_.type));
    if (header_.max_value == scale)
      rescaled_.clear();
    else if (rescaled_.size() != static_cast<std::size_t>(header_.max_value) + 1)
      rescaled_ = rescale_table(header_.max_value, scale);
  }

  void read_row(std::byte* row) override {
    ++rows_read_;
    if (info_.type == PixelType::u8)
      read_samples<std::uint8_t>(row);
    else
      read_samples<std::uint16_t>(row);
  }

  void finish() override;
  bool next_page() override;
  void begin_stream() override { info_.stream = true; }

 private:
  void describe_page();
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
  bool started_ = false;                 // the image
  int rows_read_ = 0;                    // of the image
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

// Returns whether an image follows, of any kind between two digits.
bool is_image(std::span<const std::byte> after, char first, char last) {
  return after.size() >= 2 && after[0] == std::byte{'P'} && after[1] >= std::byte(first) &&
         after[1] <= std::byte(last);
}

void PnmReader::describe_page() {
  const PixelType type = header_.max_value > 255 ? PixelType::u16 : PixelType::u8;
  const auto bits = std::bit_width(static_cast<unsigned>(header_.max_value));
  const bool has_own_scale = header_.max_value != static_cast<int>(full_scale(type));
  info_.width = header_.width;
  info_.height = header_.height;
  info_.channels = header_.channels;
  info_.alpha = header_.alpha;
  info_.type = type;
  info_.file_bits = static_cast<int>(bits);
  info_.max_value = has_own_scale && !header_.bilevel ? header_.max_value : 0;
  if (!header_.note.empty()) add_note(info_.notes, header_.note);
}

void PnmReader::finish() {
  if (info_.stream) return;
  const std::span<const std::byte> after = after_image(source_);
  if (is_image(after, '1', '7'))
    throw_not_supported(source_.name(), "a PNM file with several images",
                        "split it into files with one image each");
  note_bytes_after(info_, after);
}

// Images in text have no length, so the end of one is that of the file.
bool PnmReader::next_page() {
  if (!info_.stream) return false;
  if (!started_) start();
  std::vector<std::uint16_t> passed(samples_);
  while (rows_read_ < header_.height) read_row(reinterpret_cast<std::byte*>(passed.data()));
  const bool is_text = header_.raster == Raster::text || header_.raster == Raster::text_bits;
  // Waits for no more than the bytes that tell.
  for (auto next = source_.peek(1); !next.empty(); next = source_.peek(1)) {
    if (!is_pnm_space(std::to_integer<int>(next[0]))) break;
    source_.get();
  }
  const std::span<const std::byte> after = source_.peek(2);
  if (is_image(after, '1', is_text ? '7' : '3'))
    throw_not_supported(source_.name(), "a PNM file with several images in text",
                        "write them in binary: P4, P5, P6 or P7");
  if (!is_image(after, '4', '7')) {
    note_bytes_after(info_, after);
    return false;
  }
  header_ = read_pnm_header(source_);
  started_ = false;
  rows_read_ = 0;
  describe_page();
  return true;
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
