// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/programs/cache_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "backends/gpu/programs/cache_entry.hpp"

namespace selvage::gpu {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".program", unfinished = ".unfinished-";
constexpr off_t most_bytes = off_t{1} << 28;  // per entry; programs have less than a megabyte

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  ~Descriptor() { close(); }

  explicit operator bool() const { return number_ >= 0; }
  int get() const { return number_; }
  bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
};

// Programs run as this user, so nobody else may have written what is read.
bool only_ours(const struct stat& info) {
  return info.st_uid == ::geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Returns nothing if the folder is missing, or others can write to it.
Descriptor open_folder(const fs::path& path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  struct stat info = {};
  if (folder && (::fstat(folder.get(), &info) != 0 || !only_ours(info))) folder.close();
  return folder;
}

// Returns nothing if it is not a plain file, too large, unreadable, or not ours alone.
std::vector<std::byte> read_file(const Descriptor& folder, const fs::path& name) {
  // O_NONBLOCK: opening a pipe would wait for its other end.
  const Descriptor file(
      ::openat(folder.get(), name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  struct stat info = {};
  if (!file || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
      info.st_size > most_bytes || !only_ours(info))
    return {};
  std::vector<std::byte> bytes(static_cast<std::size_t>(info.st_size));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got = ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {};
    done += static_cast<std::size_t>(got);
  }
  ::futimens(file.get(), nullptr);  // marks it as used; prune() deletes the least recently used
  return bytes;
}

bool write_all(Descriptor& file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return file.close();  // some file systems report a full disk only here
}

fs::path absolute_folder(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value ? value : "";
  return path.is_absolute() ? path : fs::path();
}

}  // namespace

fs::path default_cache_folder() {
  if (const fs::path cache = absolute_folder("XDG_CACHE_HOME"); !cache.empty())
    return cache / "selvage";
  if (const fs::path home = absolute_folder("HOME"); !home.empty())
    return home / ".cache" / "selvage";
  return {};
}

fs::path CacheFolder::file(const std::string& key) const {
  return path_ / (entry_name(key) + std::string(suffix));
}

std::vector<std::byte> CacheFolder::read(const std::string& key) const {
  const Descriptor folder = open_folder(path_);
  if (!folder) return {};
  const std::vector<std::byte> bytes = read_file(folder, file(key).filename());
  std::vector<std::byte> value = unpack_entry(key, bytes);
  if (value.empty() && !bytes.empty()) discard(key);
  return value;
}

void CacheFolder::discard(const std::string& key) const {
  if (const Descriptor folder = open_folder(path_))
    ::unlinkat(folder.get(), file(key).filename().c_str(), 0);
}

void CacheFolder::write(const std::string& key, std::span<const std::byte> value) const {
  if (path_.empty() || value.empty()) return;
  std::error_code ignored;
  fs::create_directories(path_.parent_path(), ignored);
  ::mkdir(path_.c_str(), S_IRWXU);
  if (!open_folder(path_)) return;

  std::string temporary = fmt::format("{}/{}XXXXXX", path_.native(), unfinished);
  Descriptor out(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!out) return;
  // Not synced: what a power failure leaves unfinished fails its checksum.
  if (write_all(out, pack_entry(key, value)) && ::rename(temporary.c_str(), file(key).c_str()) == 0)
    prune();
  else
    ::unlink(temporary.c_str());
}

void CacheFolder::prune() const {
  struct Entry {
    fs::file_time_type used;
    fs::path path;
  };
  std::vector<Entry> entries;
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(1);
  std::error_code error;
  fs::directory_iterator at(path_, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    std::error_code gone;  // another process may prune, too
    const auto used = at->last_write_time(gone);
    if (gone) continue;
    const std::string name = at->path().filename().string();
    if (name.ends_with(suffix)) entries.push_back({used, at->path()});
    // Left by a process that was killed while it wrote.
    if (name.starts_with(unfinished) && used < long_ago) ::unlink(at->path().c_str());
  }
  if (entries.size() <= most_entries) return;
  std::ranges::sort(entries, {}, &Entry::used);
  for (std::size_t i = 0; i + most_entries < entries.size(); ++i) ::unlink(entries[i].path.c_str());
}

}  // namespace selvage::gpu
