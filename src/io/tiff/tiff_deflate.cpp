// SPDX-License-Identifier: Apache-2.0
#include "io/tiff/tiff_deflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>

namespace selvage {
namespace {

class Inflater {
 public:
  Inflater() {
    if (::inflateInit(&stream_) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  // Returns whether more is to come.
  bool take(std::span<std::byte> bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream_.avail_in = static_cast<uInt>(bytes.size());
    int status = Z_OK;
    do {
      stream_.next_out = discarded_.data();
      stream_.avail_out = static_cast<uInt>(discarded_.size());
      status = ::inflate(&stream_, Z_NO_FLUSH);
    } while (status == Z_OK && (stream_.avail_in > 0 || stream_.avail_out == 0));
    if (status == Z_OK || status == Z_BUF_ERROR) return true;
    ended_well_ = status == Z_STREAM_END;
    return false;
  }

  bool ended_well() const { return ended_well_; }
  std::uint64_t bytes() const { return stream_.total_out; }

 private:
  z_stream stream_{};
  std::array<Bytef, 32768> discarded_;
  bool ended_well_ = false;
};

}  // namespace

void check_tiff_deflate(TiffFile& tiff, std::uint32_t piece, std::uint64_t bytes) {
  // Bits in the other order are libtiff's business; such files are rare.
  if (tiff.field<std::uint16_t>(TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) != FILLORDER_MSB2LSB) return;
  std::uint64_t place = TIFFGetStrileOffset(tiff.get(), piece);
  std::uint64_t left = TIFFGetStrileByteCount(tiff.get(), piece);
  Inflater inflater;
  std::array<std::byte, 32768> part;
  for (bool more = true; more && left > 0;) {
    const auto wanted = std::span(part).first(std::min<std::uint64_t>(left, part.size()));
    const std::size_t got = tiff.read(place, wanted);
    if (got == 0) break;
    more = inflater.take(wanted.first(got));
    place += got;
    left -= got;
  }
  if (!inflater.ended_well() || inflater.bytes() < bytes)
    throw TiffFailure{"its compressed samples fail their checksum"};
}

}  // namespace selvage
