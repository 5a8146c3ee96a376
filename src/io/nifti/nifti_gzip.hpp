// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compressed files (RFC 1952): reading in order, and writing with a beginning that can be replaced.

#include <zlib.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "io/bytes/byte_sink.hpp"
#include "io/bytes/byte_source.hpp"

namespace selvage {

class GzipReader {
 public:
  explicit GzipReader(ByteSource& source);
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;
  ~GzipReader();

  // Throws Error{input} if the rest of the file cannot hold so many bytes.
  void expect(std::size_t bytes) const;
  // Fills `bytes`. Throws Error{input} if the file is cut short or corrupt.
  void read(std::span<std::byte> bytes);
  // Checks the end and its checksum. Returns whether there were more bytes than were read.
  bool finish();

 private:
  bool inflate_some();  // false: the stream has ended

  ByteSource& source_;
  z_stream stream_{};
};

// The beginning is stored as it is, so that other bytes of the same size can take its place.
class GzipWriter {
 public:
  // Call ByteSink::begin_places before.
  GzipWriter(ByteSink& sink, std::span<const std::byte> start);
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;
  ~GzipWriter();

  void write(std::span<const std::byte> bytes);
  // Ends the file, whose beginning becomes `start`.
  void finish(std::span<const std::byte> start);

 private:
  void deflate_some(std::span<const std::byte> bytes, int flush);

  ByteSink& sink_;
  z_stream stream_{};
  std::array<std::byte, 32768> buffer_;
  uLong checksum_ = 0;  // of all after the beginning
};

}  // namespace selvage
