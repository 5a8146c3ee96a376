// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes of a file, a pipe or memory, from first to last.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/descriptor.hpp"

namespace selvage {

// Files are read through a small buffer: they are not mapped, since a file that another program
// cuts short meanwhile would then end this one with SIGBUS.
class ByteSource {
 public:
  // "-" is standard input. Throws Error{input} when the file cannot be opened.
  explicit ByteSource(const std::filesystem::path& path);
  // `memory` must outlive the source.
  ByteSource(std::span<const std::byte> memory, std::string name);

  const std::string& name() const { return name_; }  // for messages

  // The next byte, or -1 at the end.
  int get() {
    if (ready_.empty() && !refill()) return -1;
    const auto byte = std::to_integer<int>(ready_.front());
    ready_ = ready_.subspan(1);
    return byte;
  }
  // The next byte; throws Error{input} (cut short) at the end.
  int need();

  // Fills `bytes`; throws Error{input} (cut short) when there are fewer.
  void read(std::span<std::byte> bytes);
  void skip(std::size_t bytes);

  // The next bytes without taking them: `count`, at most 512, or what is left of the file.
  std::span<const std::byte> peek(std::size_t count);

  // Takes whatever is at hand, at least one byte; empty at the end. Valid until the next call.
  std::span<const std::byte> take_chunk();

  // Throws Error{input} (cut short) when it is known that fewer bytes are left: so a header that
  // lies is found out before memory is allocated for it. Pipes are found out later.
  void expect(std::size_t bytes) const;

  // Bytes by their place, for formats that go back and forth in a file. Places count from where the
  // source began; what the functions above take is the same as without these. A pipe is read to its
  // end into memory by the first of them, which must come before anything was taken.
  std::uint64_t size();
  // Fills `bytes` from `place` on; fewer at the end of the file. Returns how many.
  std::size_t read_at(std::uint64_t place, std::span<std::byte> bytes);
  std::size_t held_bytes() const { return taken_.capacity(); }  // of a pipe

 private:
  void take_pipe();                        // into memory, unless the source is a file or memory
  bool refill();                           // false at the end
  std::size_t fill(std::span<std::byte>);  // one read from the file; 0 at the end

  std::string name_;
  Descriptor owned_;
  int fd_ = -1;                          // < 0: memory
  std::optional<std::uint64_t> unread_;  // bytes of the file not yet read, when it is a file
  std::uint64_t begin_ = 0;              // where in a file the source began
  std::vector<std::byte> taken_;         // a pipe's bytes, once they are taken
  std::span<const std::byte> memory_;    // all bytes, where they are in memory
  std::unique_ptr<std::byte[]> buffer_;
  std::span<const std::byte> ready_;  // bytes at hand
};

}  // namespace selvage
