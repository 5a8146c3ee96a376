// SPDX-License-Identifier: Apache-2.0
#include "io/bytes/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "io/bytes/file_attributes.hpp"
#include "selvage/error.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t unwritten_bytes = std::size_t{1} << 16;
constexpr int most_links = 40;  // the limit of the kernel

std::string_view advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space, or write somewhere else";
    case EFBIG: return "raise the limit on file sizes (see: ulimit -f)";
    case ENOENT: return "create the folder first";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder that you can write to";
    case EEXIST: return "overwrite it with SaveOptions::overwrite";
    case EISDIR: return "add a file name";
    default: return "";
  }
}

// In a folder where everybody can make files, such as /tmp, only links of the user or of the
// folder's owner are followed, as the kernel does with protected_symlinks (proc_sys_fs(5)).
bool may_follow(const fs::path& link, const struct stat& status) {
  struct stat folder{};
  const fs::path parent = link.has_parent_path() ? link.parent_path() : fs::path(".");
  if (::stat(parent.c_str(), &folder) != 0) return false;
  const bool anybodys = (folder.st_mode & S_ISVTX) != 0 && (folder.st_mode & S_IWOTH) != 0;
  return !anybodys || status.st_uid == ::geteuid() || status.st_uid == folder.st_uid;
}

// Returns the end of a chain of symbolic links. The file need not exist.
fs::path follow_links(fs::path path, int& error) {
  std::error_code failure;
  struct stat status{};
  for (int links = 0; ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode); ++links) {
    if (links == most_links)
      error = ELOOP;
    else if (!may_follow(path, status))
      error = EACCES;
    if (error != 0) break;
    path = path.parent_path() / fs::read_symlink(path, failure);
  }
  return path;
}

}  // namespace

OutputFile::OutputFile(const fs::path& path, bool overwrite)
    : name_(path == "-" ? "standard output" : path.string()),
      overwrite_(overwrite),
      buffer_(std::make_unique_for_overwrite<std::byte[]>(unwritten_bytes)) {
  struct stat status{};
  if (path == "-") {
    fd_ = STDOUT_FILENO;
  } else if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    check(S_ISDIR(status.st_mode) ? EISDIR : 0);
    open_device(path);
  } else {
    open_temporary(path);
  }
}

void OutputFile::open_device(const fs::path& path) {
  device_ = Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  check(device_ ? 0 : errno);
  fd_ = device_.get();
}

void OutputFile::open_temporary(const fs::path& path) {
  int error = 0;
  const fs::path target = follow_links(path, error);
  check(error);
  check(target.filename().empty() ? EISDIR : 0);
  // As with O_EXCL, a link is something that exists, even one to nothing.
  check(target != path && !overwrite_ ? EEXIST : 0);
  replaces_ = ::faccessat(AT_FDCWD, target.c_str(), F_OK, AT_EACCESS) == 0;
  if (replaces_) {
    check(overwrite_ ? 0 : EEXIST);
    // Renaming would bypass the permissions of a read-only file.
    read_only_ = ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0;
    check(read_only_ ? errno : 0);
  }
  check(temporary_.create(target.parent_path(), target.filename(), replaces_));
  if (replaces_) lost_ = copy_attributes(target, temporary_.fd());
  fd_ = temporary_.fd();
}

void OutputFile::write(std::span<const std::byte> bytes) {
  if (bytes.size() > unwritten_bytes - held_) flush();
  if (bytes.size() >= unwritten_bytes) return write_through(bytes);
  if (bytes.empty()) return;
  std::memcpy(buffer_.get() + held_, bytes.data(), bytes.size());
  held_ += bytes.size();
}

void OutputFile::flush() {
  if (!std::exchange(widened_, true)) widen_pipe(fd_);
  write_through({buffer_.get(), held_});
  held_ = 0;
}

void OutputFile::write_through(std::span<const std::byte> bytes) {
  check(write_all(fd_, bytes));
  flushed_ += bytes.size();
}

void OutputFile::begin_places() {
  if (fd_ == temporary_.fd()) return;
  kept_ = open_nameless_file();
  if (!kept_)
    throw Error(Errc::output,
                fmt::format("{}: no temporary file can be made in {}: {}", name_,
                            temporary_folder().string(), std::generic_category().message(errno)),
                "set TMPDIR to a folder that you can write to");
  target_fd_ = std::exchange(fd_, kept_.get());
}

void OutputFile::write_at(std::uint64_t place, std::span<const std::byte> bytes) {
  while (size() < place) write(std::array{std::byte{0}});
  const std::uint64_t end = size();
  const std::size_t before = std::min<std::uint64_t>(bytes.size(), end - place);
  if (before > 0) {
    flush();
    check(write_all_at(fd_, bytes.first(before), place));
  }
  write(bytes.subspan(before));
}

std::size_t OutputFile::read_at(std::uint64_t place, std::span<std::byte> bytes) {
  flush();
  std::size_t held = 0;
  for (std::size_t got = 1; got > 0 && held < bytes.size(); held += got) {
    const ReadResult result = read_some_at(fd_, bytes.subspan(held), place + held);
    check(result.error);
    got = result.bytes;
  }
  return held;
}

void OutputFile::copy_kept() {
  fd_ = target_fd_;
  for (std::uint64_t place = 0;;) {
    const ReadResult result = read_some_at(kept_.get(), {buffer_.get(), unwritten_bytes}, place);
    check(result.error);
    if (result.bytes == 0) return;
    check(write_all(fd_, {buffer_.get(), result.bytes}));
    place += result.bytes;
  }
}

void OutputFile::commit() {
  flush();
  if (kept_) copy_kept();
  if (fd_ == temporary_.fd())
    check(temporary_.publish(overwrite_));
  else
    check(device_.close());
}

void OutputFile::check(int error) const {
  if (error == 0) return;
  const std::string hint(read_only_ ? "the file is read-only; make it writable with chmod +w"
                                    : advice(error));
  if (error == EEXIST) throw Error(Errc::output, fmt::format("{}: already exists", name_), hint);
  throw Error(
      Errc::output,
      fmt::format("{}: cannot be written: {}{}", name_, std::generic_category().message(error),
                  replaces_ ? "; the old file is unchanged" : ""),
      hint);
}

}  // namespace selvage
