// SPDX-License-Identifier: Apache-2.0
#pragma once
// File descriptors and the system calls on them; failures are errno values, 0 is success.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace selvage {

// Owns a file descriptor. Move-only.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int close() noexcept;  // network file systems report a full disk here

 private:
  int fd_ = -1;
};

struct ReadResult {
  std::size_t bytes = 0;  // 0: the end
  int error = 0;
};
ReadResult read_some(int fd, std::span<std::byte> bytes);
ReadResult read_some_at(int fd, std::span<std::byte> bytes, std::uint64_t place);

// Writes all bytes, or says why not. A full pipe or a file size limit is an error (EPIPE, EFBIG),
// never a signal, whatever the program does with SIGPIPE and SIGXFSZ.
int write_all(int fd, std::span<const std::byte> bytes);
int write_all_at(int fd, std::span<const std::byte> bytes, std::uint64_t place);

// Puts the file's bytes on the disk. What cannot be synced (a pipe, a device) is no error.
int sync_to_disk(int fd);

}  // namespace selvage
