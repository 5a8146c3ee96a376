// SPDX-License-Identifier: Apache-2.0
#include "io/bytes/byte_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "io/bytes/failures.hpp"

namespace selvage {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

[[noreturn]] void throw_unreadable(const std::string& name, int error) {
  throw Error(Errc::input,
              fmt::format("{}: cannot be read: {}", name, std::generic_category().message(error)),
              error == ENOENT   ? "check the name"
              : error == EISDIR ? "name the files in the folder"
              : error == EACCES ? "its permissions do not let you read it (see: ls -l)"
                                : "");
}

}  // namespace

ByteSource::ByteSource(const std::filesystem::path& path)
    : name_(path == "-" ? "standard input" : path.string()),
      buffer_(std::make_unique_for_overwrite<std::byte[]>(buffer_bytes)) {
  if (path == "-") {
    fd_ = STDIN_FILENO;
  } else {
    owned_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!owned_) throw_unreadable(name_, errno);
    fd_ = owned_.get();
  }
  struct stat status{};
  if (::fstat(fd_, &status) != 0) throw_unreadable(name_, errno);
  if (S_ISREG(status.st_mode)) {
    const auto at = std::max<off_t>(::lseek(fd_, 0, SEEK_CUR), 0);
    begin_ = static_cast<std::uint64_t>(at);
    unread_ = static_cast<std::uint64_t>(std::max<off_t>(status.st_size - at, 0));
  }
}

ByteSource::ByteSource(std::span<const std::byte> memory, std::string name)
    : name_(std::move(name)), unread_(0), memory_(memory), ready_(memory) {}

int ByteSource::need() {
  const int byte = get();
  if (byte < 0) throw_cut_short(name_);
  return byte;
}

void ByteSource::read(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    std::size_t got = std::min(bytes.size(), ready_.size());
    if (got > 0) {
      std::memcpy(bytes.data(), ready_.data(), got);
      ready_ = ready_.subspan(got);
    } else if (fd_ >= 0 && bytes.size() >= buffer_bytes) {
      got = fill(bytes);  // large reads bypass the buffer
    } else if (refill()) {
      continue;
    }
    if (got == 0) throw_cut_short(name_);
    bytes = bytes.subspan(got);
  }
}

void ByteSource::skip(std::size_t bytes) {
  while (bytes > 0) {
    if (ready_.empty() && !refill()) throw_cut_short(name_);
    const std::size_t some = std::min(bytes, ready_.size());
    ready_ = ready_.subspan(some);
    bytes -= some;
  }
}

std::span<const std::byte> ByteSource::peek(std::size_t count) {
  count = std::min<std::size_t>(count, 512);
  if (fd_ >= 0 && ready_.size() < count) {
    std::size_t held = ready_.size();
    if (held > 0) std::memmove(buffer_.get(), ready_.data(), held);
    while (held < count) {
      const std::size_t got = fill({buffer_.get() + held, buffer_bytes - held});
      if (got == 0) break;
      held += got;
    }
    ready_ = {buffer_.get(), held};
  }
  return ready_.first(std::min(count, ready_.size()));
}

std::span<const std::byte> ByteSource::take_chunk() {
  if (ready_.empty()) refill();
  const auto chunk = ready_.first(std::min(ready_.size(), buffer_bytes));
  ready_ = ready_.subspan(chunk.size());
  return chunk;
}

void ByteSource::expect(std::size_t bytes) const {
  if (unread_ && bytes > ready_.size() && bytes - ready_.size() > *unread_) throw_cut_short(name_);
}

void ByteSource::take_pipe() {
  if (fd_ < 0 || unread_) return;
  taken_.assign(ready_.begin(), ready_.end());
  for (std::size_t got = 1; got > 0;) {
    const std::size_t held = taken_.size();
    taken_.resize(held + std::max(held, buffer_bytes));
    got = fill(std::span(taken_).subspan(held));
    taken_.resize(held + got);
  }
  memory_ = ready_ = taken_;
  unread_ = 0;
  fd_ = -1;
}

std::uint64_t ByteSource::size() {
  take_pipe();
  if (fd_ < 0) return memory_.size();
  struct stat status{};
  if (::fstat(fd_, &status) != 0) throw_unreadable(name_, errno);
  const auto end = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  return end - std::min(end, begin_);
}

std::size_t ByteSource::read_at(std::uint64_t place, std::span<std::byte> bytes) {
  take_pipe();
  if (fd_ < 0) {
    const auto from = static_cast<std::size_t>(std::min<std::uint64_t>(place, memory_.size()));
    const std::size_t count = std::min(bytes.size(), memory_.size() - from);
    if (count > 0) std::memcpy(bytes.data(), memory_.data() + from, count);
    return count;
  }
  std::size_t held = 0;
  while (held < bytes.size()) {
    const ReadResult result = read_some_at(fd_, bytes.subspan(held), begin_ + place + held);
    if (result.error != 0) throw_unreadable(name_, result.error);
    if (result.bytes == 0) break;
    held += result.bytes;
  }
  return held;
}

bool ByteSource::refill() {
  if (fd_ < 0) return false;
  ready_ = {buffer_.get(), fill({buffer_.get(), buffer_bytes})};
  return !ready_.empty();
}

std::size_t ByteSource::fill(std::span<std::byte> bytes) {
  const ReadResult result = read_some(fd_, bytes);
  if (result.error != 0) throw_unreadable(name_, result.error);
  if (unread_) *unread_ -= std::min<std::uint64_t>(*unread_, result.bytes);
  return result.bytes;
}

}  // namespace selvage
