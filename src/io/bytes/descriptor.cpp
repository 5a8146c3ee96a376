// SPDX-License-Identifier: Apache-2.0
#include "io/bytes/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>

namespace selvage {
namespace {

// Blocks SIGPIPE and SIGXFSZ in this thread during its lifetime. Both are sent to the writing
// thread, so its destructor can discard those that arrived without affecting other threads.
class WriteSignalsBlocked {
 public:
  WriteSignalsBlocked() {
    sigset_t pending;
    sigemptyset(&ours_);
    sigpending(&pending);
    for (const int signal : {SIGPIPE, SIGXFSZ})
      if (sigismember(&pending, signal) == 0) sigaddset(&ours_, signal);
    pthread_sigmask(SIG_BLOCK, &ours_, &before_);
  }
  WriteSignalsBlocked(const WriteSignalsBlocked&) = delete;
  WriteSignalsBlocked& operator=(const WriteSignalsBlocked&) = delete;
  ~WriteSignalsBlocked() {
    const timespec at_once{};
    while (sigtimedwait(&ours_, nullptr, &at_once) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t ours_, before_;
};

constexpr std::size_t largest_piece = std::size_t{1} << 30;  // a system call moves < 2 GiB

template <class Call>
ReadResult read_by(Call&& call, std::span<std::byte> bytes) {
  for (;;) {
    const ssize_t got = call(bytes.data(), std::min(bytes.size(), largest_piece));
    if (got >= 0) return {.bytes = static_cast<std::size_t>(got)};
    if (errno != EINTR) return {.error = errno};
  }
}

template <class Call>
int write_by(Call&& call, std::span<const std::byte> bytes) {
  const WriteSignalsBlocked guard;
  while (!bytes.empty()) {
    const ssize_t put = call(bytes.data(), std::min(bytes.size(), largest_piece));
    if (put >= 0)
      bytes = bytes.subspan(static_cast<std::size_t>(put));
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  close();
  fd_ = std::exchange(other.fd_, -1);
  return *this;
}

int Descriptor::close() noexcept {
  if (fd_ < 0) return 0;
  return ::close(std::exchange(fd_, -1)) == 0 || errno == EINTR ? 0 : errno;
}

ReadResult read_some(int fd, std::span<std::byte> bytes) {
  return read_by([fd](auto... piece) { return ::read(fd, piece...); }, bytes);
}

ReadResult read_some_at(int fd, std::span<std::byte> bytes, std::uint64_t place) {
  return read_by([=](auto... piece) { return ::pread(fd, piece..., static_cast<off_t>(place)); },
                 bytes);
}

int write_all(int fd, std::span<const std::byte> bytes) {
  return write_by([fd](auto... piece) { return ::write(fd, piece...); }, bytes);
}

int write_all_at(int fd, std::span<const std::byte> bytes, std::uint64_t place) {
  auto at = static_cast<off_t>(place);
  return write_by(
      [fd, &at](auto... piece) {
        const ssize_t put = ::pwrite(fd, piece..., at);
        if (put > 0) at += put;
        return put;
      },
      bytes);
}

void widen_pipe(int fd) {
#ifdef F_SETPIPE_SZ
  constexpr int bytes = 1 << 20;  // what Linux allows everybody
  if (const int now = ::fcntl(fd, F_GETPIPE_SZ); now > 0 && now < bytes)
    ::fcntl(fd, F_SETPIPE_SZ, bytes);
#else
  static_cast<void>(fd);
#endif
}

int sync_to_disk(int fd) {
  while (::fsync(fd) != 0) {
    if (errno == EINVAL || errno == EROFS || errno == ENOTSUP) return 0;
    if (errno != EINTR) return errno;
  }
  return 0;
}

}  // namespace selvage
