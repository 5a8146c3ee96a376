// SPDX-License-Identifier: Apache-2.0
#include "io/nifti/nifti_gzip.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "io/bytes/failures.hpp"

namespace selvage {
namespace {

constexpr int with_gzip_header = MAX_WBITS + 16, without_header = -MAX_WBITS;

// Bytes in one call of zlib, which counts in 32 bits.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

void append_number(std::vector<std::byte>& bytes, std::uint32_t number, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(number >> 8 * i & 255u));
}

// The header of the file, and `start` in stored blocks.
std::vector<std::byte> stored_start(std::span<const std::byte> start) {
  std::vector<std::byte> bytes;
  for (const int byte : {0x1f, 0x8b, Z_DEFLATED, 0, 0, 0, 0, 0, 0, 255})  // no name, no time
    bytes.push_back(static_cast<std::byte>(byte));
  constexpr std::size_t most = 65535;
  for (std::size_t at = 0; at < start.size(); at += most) {
    const auto block = start.subspan(at, std::min(most, start.size() - at));
    const auto size = static_cast<std::uint32_t>(block.size());
    bytes.push_back(std::byte{0});  // stored, and not the last block
    append_number(bytes, size, 2);
    append_number(bytes, ~size, 2);
    bytes.insert(bytes.end(), block.begin(), block.end());
  }
  return bytes;
}

uLong checksum_of(uLong before, std::span<const std::byte> bytes) {
  return crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

}  // namespace

GzipReader::GzipReader(ByteSource& source) : source_(source) {
  if (inflateInit2(&stream_, with_gzip_header) != Z_OK) throw std::bad_alloc();
}

GzipReader::~GzipReader() {
  inflateEnd(&stream_);
}

void GzipReader::expect(std::size_t bytes) const {
  constexpr std::size_t most_ratio = 1032;  // of Deflate
  const std::size_t least = bytes / most_ratio, taken = stream_.avail_in;
  if (least > taken) source_.expect(least - taken);
}

bool GzipReader::inflate_some() {
  if (stream_.avail_in == 0) {
    const std::span<const std::byte> chunk = source_.take_chunk();
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(chunk.data()));
    stream_.avail_in = static_cast<uInt>(chunk.size());
  }
  const int status = inflate(&stream_, Z_NO_FLUSH);
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status == Z_BUF_ERROR && stream_.avail_out > 0) throw_cut_short(source_.name());
  if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
    throw_corrupt(source_.name(), "gzip file", stream_.msg ? stream_.msg : "it cannot be unpacked");
  return status != Z_STREAM_END;
}

void GzipReader::read(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t some = std::min(bytes.size(), most_at_once);
    stream_.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream_.avail_out = static_cast<uInt>(some);
    while (stream_.avail_out > 0)
      if (!inflate_some() && stream_.avail_out > 0) inflateReset(&stream_);  // another part
    bytes = bytes.subspan(some);
  }
}

bool GzipReader::finish() {
  Bytef more = 0;
  stream_.next_out = &more;
  stream_.avail_out = 1;
  while (inflate_some())
    if (stream_.avail_out == 0) return true;
  return stream_.avail_out == 0 || stream_.avail_in > 0;
}

GzipWriter::GzipWriter(ByteSink& sink, std::span<const std::byte> start) : sink_(sink) {
  constexpr int memory_level = 8;
  if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, without_header, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  sink_.write(stored_start(start));
}

GzipWriter::~GzipWriter() {
  deflateEnd(&stream_);
}

void GzipWriter::write(std::span<const std::byte> bytes) {
  checksum_ = checksum_of(checksum_, bytes);
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(bytes.size(), most_at_once)))
    deflate_some(bytes.first(std::min(bytes.size(), most_at_once)), Z_NO_FLUSH);
}

void GzipWriter::deflate_some(std::span<const std::byte> bytes, int flush) {
  stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(bytes.data()));
  stream_.avail_in = static_cast<uInt>(bytes.size());
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_out = static_cast<uInt>(buffer_.size());
    deflate(&stream_, flush);
    sink_.write(std::span(buffer_).first(buffer_.size() - stream_.avail_out));
  } while (stream_.avail_out == 0);
}

void GzipWriter::finish(std::span<const std::byte> start) {
  const auto rest = static_cast<z_off_t>(stream_.total_in);
  deflate_some({}, Z_FINISH);
  const uLong whole = crc32_combine(checksum_of(0, start), checksum_, rest);
  std::vector<std::byte> end;
  append_number(end, static_cast<std::uint32_t>(whole), 4);
  append_number(end, static_cast<std::uint32_t>(start.size() + static_cast<std::size_t>(rest)), 4);
  sink_.write(end);
  sink_.write_at(0, stored_start(start));
}

}  // namespace selvage
