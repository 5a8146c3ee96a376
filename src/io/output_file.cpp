// SPDX-License-Identifier: Apache-2.0
#include "io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "selvage/error.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr int most_links = 40;  // as the kernel has it

std::string_view advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space, or write somewhere else";
    case EFBIG: return "the limit on file sizes is too low (see: ulimit -f)";
    case ENOENT: return "make the folder first";
    case EACCES:
    case EPERM:
    case EROFS: return "write to a folder that is yours";
    case EEXIST: return "overwrite it with -f (SaveOptions::overwrite)";
    case EISDIR: return "add a file's name";
    default: return "";
  }
}

// Where a chain of symbolic links ends; the file need not exist.
fs::path follow_links(fs::path path, int& error) {
  std::error_code failure;
  for (int links = 0; fs::is_symlink(fs::symlink_status(path, failure)); ++links) {
    if (links == most_links) {
      error = ELOOP;
      break;
    }
    path = path.parent_path() / fs::read_symlink(path, failure);
  }
  return path;
}

}  // namespace

OutputFile::OutputFile(const fs::path& path, bool overwrite)
    : name_(path == "-" ? "standard output" : path.string()),
      overwrite_(overwrite),
      buffer_(std::make_unique_for_overwrite<std::byte[]>(buffer_bytes)) {
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
  struct stat old{};
  std::optional<mode_t> mode;
  if (::stat(target.c_str(), &old) == 0) {
    replaces_ = true;
    check(overwrite_ ? 0 : EEXIST);
    // Renaming would get round the permissions of a read-only file.
    check(::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) == 0 ? 0 : errno);
    mode = old.st_mode;
  }
  check(temporary_.create(target.parent_path(), target.filename(), mode));
  fd_ = temporary_.fd();
}

void OutputFile::write(std::span<const std::byte> bytes) {
  if (bytes.size() > buffer_bytes - held_) flush();
  if (bytes.size() >= buffer_bytes) return check(write_all(fd_, bytes));
  if (bytes.empty()) return;
  std::memcpy(buffer_.get() + held_, bytes.data(), bytes.size());
  held_ += bytes.size();
}

void OutputFile::flush() {
  check(write_all(fd_, {buffer_.get(), held_}));
  held_ = 0;
}

void OutputFile::commit() {
  flush();
  if (fd_ == temporary_.fd())
    check(temporary_.publish(overwrite_));
  else
    check(device_.close());
}

void OutputFile::check(int error) const {
  if (error == 0) return;
  const std::string hint(advice(error));
  if (error == EEXIST) throw Error(Errc::output, fmt::format("{}: exists already", name_), hint);
  throw Error(
      Errc::output,
      fmt::format("{}: cannot be written: {}{}", name_, std::generic_category().message(error),
                  replaces_ ? "; the old file is unchanged" : ""),
      hint);
}

}  // namespace selvage
