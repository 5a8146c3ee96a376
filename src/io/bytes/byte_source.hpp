// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sequential and random access to the bytes of a file, a pipe or memory.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/bytes/descriptor.hpp"

namespace selvage {

// Files are read through a small buffer, not mapped: if another program truncated a mapped file,
// this one would be killed by SIGBUS.
class ByteSource {
 public:
  // "-" is standard input. Throws Error{input} when the file cannot be opened.
  explicit ByteSource(const std::filesystem::path& path);
  // `memory` must outlive the source.
  ByteSource(std::span<const std::byte> memory, std::string name);

  const std::string& name() const { return name_; }  // for messages

  // Returns the next byte, or -1 at the end.
  int get() {
    if (ready_.empty() && !refill()) return -1;
    const auto byte = std::to_integer<int>(ready_.front());
    ready_ = ready_.subspan(1);
    return byte;
  }
  // Returns the next byte. Throws Error{input} (cut short) at the end.
  int need();

  // Fills `bytes`. Throws Error{input} (cut short) when fewer are left.
  void read(std::span<std::byte> bytes);
  void skip(std::size_t bytes);

  // Returns the next bytes without consuming them: `count`, but at most 512 or the rest of the
  // file.
  std::span<const std::byte> peek(std::size_t count);

  // Consumes some bytes, at most 64 KiB; empty at the end. Valid until the next call.
  std::span<const std::byte> take_chunk();

  // Before a stream of many bytes.
  void widen_pipe() const {
    if (fd_ >= 0) selvage::widen_pipe(fd_);
  }

  // Throws Error{input} (cut short) when fewer bytes are known to be left, so that a lying header
  // is rejected before memory is allocated for it. For a pipe the number of bytes is unknown.
  void expect(std::size_t bytes) const;

  // Random access. Places count from where the source began, and the position of the functions
  // above does not change. The first call reads a pipe into memory, and must come before any byte
  // of it was consumed.
  std::uint64_t size();
  // Reads bytes from `place` on. Returns how many there were; fewer than asked at the end.
  std::size_t read_at(std::uint64_t place, std::span<std::byte> bytes);
  std::size_t held_bytes() const { return taken_.capacity(); }  // memory that holds a pipe

 private:
  void take_pipe();                        // into memory; does nothing for files and memory
  bool refill();                           // false at the end
  std::size_t fill(std::span<std::byte>);  // one read from the file; 0 at the end

  std::string name_;
  Descriptor owned_;
  int fd_ = -1;                          // < 0: memory
  std::optional<std::uint64_t> unread_;  // bytes of a regular file not yet read; none: a pipe
  std::uint64_t begin_ = 0;              // the file offset where the source began
  std::vector<std::byte> taken_;         // the bytes of a pipe, once read
  std::span<const std::byte> memory_;    // all bytes, if they are in memory
  std::unique_ptr<std::byte[]> buffer_;
  std::span<const std::byte> ready_;  // buffered bytes not yet consumed
};

}  // namespace selvage
