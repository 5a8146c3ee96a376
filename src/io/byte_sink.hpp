// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where encoded bytes go.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace selvage {

class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual const std::string& name() const = 0;               // for messages
  virtual void write(std::span<const std::byte> bytes) = 0;  // all of them, or throws

  // For formats that go back and forth in what they write: places count from the first byte. What
  // cannot go back (a pipe) keeps the bytes until the end. begin_places comes first; write goes on
  // at the end.
  virtual void begin_places() = 0;
  virtual std::uint64_t size() const = 0;  // bytes written so far
  // A few bytes may be skipped: they are 0.
  virtual void write_at(std::uint64_t place, std::span<const std::byte> bytes) = 0;
  // Fills `bytes` with what was written from `place` on; fewer at the end. Returns how many.
  virtual std::size_t read_at(std::uint64_t place, std::span<std::byte> bytes) = 0;
};

}  // namespace selvage
