// SPDX-License-Identifier: Apache-2.0
#pragma once
// The destination of encoded bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace selvage {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual const std::string& name() const = 0;               // for messages
  virtual void write(std::span<const std::byte> bytes) = 0;  // writes all or throws
  virtual void flush() {}  // passes on what was written, to whoever reads a pipe

  // Random access, for formats that go back to what they have written. begin_places must be called
  // before any write; places count from the first byte, and write appends. A sink that cannot seek
  // (a pipe) keeps the bytes until the end.
  virtual void begin_places() = 0;
  virtual std::uint64_t size() const = 0;  // bytes written so far
  // `place` may lie a few bytes beyond the end; the gap is filled with zeros.
  virtual void write_at(std::uint64_t place, std::span<const std::byte> bytes) = 0;
  // Reads back bytes from `place` on. Returns how many there were; fewer than asked at the end.
  virtual std::size_t read_at(std::uint64_t place, std::span<std::byte> bytes) = 0;
};

}  // namespace selvage
