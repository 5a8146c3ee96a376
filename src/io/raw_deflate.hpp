// SPDX-License-Identifier: Apache-2.0
#pragma once
// zlib's deflate, of pieces that follow one another in a stream.

#include <fmt/format.h>
#include <zlib.h>

#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "selvage/error.hpp"

namespace selvage {

// Each piece is deflated as if none came before it; the results in a row are one stream, without
// zlib's header and checksum. Throws std::bad_alloc, or Error{limit} with zlib's reason.
class RawDeflate {
 public:
  RawDeflate() {
    const int result =
        deflateInit2(&stream_, level, Z_DEFLATED, raw_window_bits, memory_level, strategy);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    check(result, Z_OK);
  }
  RawDeflate(const RawDeflate&) = delete;
  RawDeflate& operator=(const RawDeflate&) = delete;
  ~RawDeflate() { deflateEnd(&stream_); }

  // A piece of less than 4 GiB; `last` ends the stream. `deflated` is resized.
  void operator()(std::span<const std::byte> piece, bool last, std::vector<std::byte>& deflated) {
    check(deflateReset(&stream_), Z_OK);
    deflated.resize(deflateBound(&stream_, piece.size()) + flush_bytes);
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<std::byte*>(piece.data()));
    stream_.avail_in = static_cast<uInt>(piece.size());
    stream_.next_out = reinterpret_cast<Bytef*>(deflated.data());
    stream_.avail_out = static_cast<uInt>(deflated.size());
    if (last)
      check(deflate(&stream_, Z_FINISH), Z_STREAM_END);
    else
      check(deflate(&stream_, Z_SYNC_FLUSH), Z_OK);
    if (stream_.avail_in != 0 || stream_.avail_out == 0) check(Z_BUF_ERROR, Z_OK);
    deflated.resize(deflated.size() - stream_.avail_out);
  }

 private:
  // Run-length matches reach back by one byte, so that pieces lose next to nothing by being
  // deflated apart: 0.05 % of a photo's file at most (journal 0020).
  static constexpr int level = 1;
  static constexpr int strategy = Z_RLE;
  static constexpr int raw_window_bits = -15;  // no header, no checksum
  static constexpr int memory_level = 8;
  static constexpr std::size_t flush_bytes = 256;  // beyond deflateBound

  static void check(int result, int expected) {
    if (result != expected)
      throw Error(Errc::limit, fmt::format("zlib cannot deflate: {}", zError(result)));
  }

  z_stream stream_ = {};
};

}  // namespace selvage
