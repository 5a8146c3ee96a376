// SPDX-License-Identifier: Apache-2.0
#pragma once
// File descriptors and system calls on them. Failures are errno values, 0 is success.

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

// Writes all bytes or returns an error. A closed pipe and the file size limit are errors (EPIPE,
// EFBIG), never signals, whatever the program does with SIGPIPE and SIGXFSZ.
int write_all(int fd, std::span<const std::byte> bytes);
int write_all_at(int fd, std::span<const std::byte> bytes, std::uint64_t place);

// Lets a pipe hold more bytes than the usual 64 KiB, as far as the system allows it, so that both
// of its programs run longer before they wait. Does nothing for other files.
void widen_pipe(int fd);

// Syncs the file to disk. For files that cannot be synced (pipes, devices) it succeeds.
int sync_to_disk(int fd);

}  // namespace selvage
