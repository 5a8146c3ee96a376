// SPDX-License-Identifier: Apache-2.0
#include "io/bytes/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string_view>
#include <system_error>

#include "selvage/io.hpp"

namespace selvage {
namespace {

// A signal handler can read these slots: they are plain memory that never moves. A save that finds
// no free slot is not listed.
struct Slot {
  enum State : int { unused, in_preparation, listed };
  std::atomic<int> state{unused};
  int folder = -1;
  std::array<char, NAME_MAX + 1> name{};
};
static_assert(std::atomic<int>::is_always_lock_free);
constinit std::array<Slot, 64> slots;

int list_in_slot(int folder, const std::string& name) {
  for (std::size_t i = 0; i < slots.size(); ++i) {
    int expected = Slot::unused;
    if (!slots[i].state.compare_exchange_strong(expected, Slot::in_preparation)) continue;
    slots[i].folder = folder;
    slots[i].name[name.copy(slots[i].name.data(), NAME_MAX)] = '\0';
    slots[i].state = Slot::listed;
    return static_cast<int>(i);
  }
  return -1;
}

constexpr std::size_t random_letters = 6;

// The first names that are tried are the same each time, so that abandoned files are found.
constexpr int numbered_names = 4;

std::string temporary_name(std::string_view target, std::string_view letters) {
  constexpr std::size_t decoration = sizeof "...tmp" - 1 + random_letters;
  return fmt::format(".{}.{}.tmp", target.substr(0, NAME_MAX - decoration), letters);
}

std::string numbered_name(std::string_view target, int number) {
  return temporary_name(target, fmt::format("{:0{}}", number, random_letters));
}

std::string random_name(std::string_view target) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device device;
  std::uniform_int_distribution<std::size_t> letter(0, letters.size() - 1);
  std::string random(random_letters, ' ');
  for (char& c : random) c = letters[letter(device)];
  return temporary_name(target, random);
}

}  // namespace

int TemporaryFile::create(const std::string& folder, const std::string& name, bool secret) {
  // O_PATH: a folder may be writable without being readable.
  folder_ =
      Descriptor(::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder_) return errno;
  target_ = name;
  for (int number = 0; number < numbered_names; ++number)
    remove_abandoned(numbered_name(target_, number));
  for (int attempt = 0; attempt < 100; ++attempt) {
    name_ = attempt < numbered_names ? numbered_name(target_, attempt) : random_name(target_);
    // Before the file exists, so that it is always listed.
    slot_ = list_in_slot(folder_.get(), name_);
    const int error = open_unique(secret);
    if (error == 0) return 0;
    forget();
    if (error != EEXIST) return error;
  }
  return EEXIST;
}

int TemporaryFile::open_unique(bool secret) {
  file_ = Descriptor(::openat(folder_.get(), name_.c_str(),
                              O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                              secret ? S_IRUSR | S_IWUSR : 0666));
  if (!file_) return errno;
  created_ = true;
  ::flock(file_.get(), LOCK_EX | LOCK_NB);
  return 0;
}

// Removes the file of that name if nobody writes it any more.
void TemporaryFile::remove_abandoned(const std::string& name) const {
  constexpr std::time_t least_age = 2;  // seconds; a newer file may not be locked yet
  const Descriptor old(
      ::openat(folder_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status{}, named{};
  if (!old || ::fstat(old.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != ::geteuid() || std::time(nullptr) - status.st_mtim.tv_sec < least_age ||
      ::flock(old.get(), LOCK_EX | LOCK_NB) != 0)
    return;
  // Meanwhile another process may have removed this file and created its own under the name. Now
  // that this one is locked, nobody else removes it.
  if (::fstatat(folder_.get(), name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
      named.st_ino == status.st_ino && named.st_dev == status.st_dev)
    ::unlinkat(folder_.get(), name.c_str(), 0);
}

int TemporaryFile::publish(bool replace) {
  if (const int error = sync_to_disk(file_.get())) return error;
  if (const int error = file_.close()) return error;
  if (const int error = rename(replace)) return error;
  created_ = false;
  forget();
  // The new file is in place. Syncing the folder makes it survive a power failure, but needs
  // permission to read the folder.
  const Descriptor readable(::openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (readable) sync_to_disk(readable.get());
  return 0;
}

int TemporaryFile::rename(bool replace) const {
  const int folder = folder_.get();
  if (!replace) {
    if (::renameat2(folder, name_.c_str(), folder, target_.c_str(), RENAME_NOREPLACE) == 0)
      return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // The file system lacks this operation. A hard link fails as well if the target exists.
    if (::linkat(folder, name_.c_str(), folder, target_.c_str(), 0) == 0)
      return ::unlinkat(folder, name_.c_str(), 0) == 0 ? 0 : errno;
    if (errno == EEXIST || ::faccessat(folder, target_.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0)
      return EEXIST;
  }
  return ::renameat(folder, name_.c_str(), folder, target_.c_str()) == 0 ? 0 : errno;
}

void TemporaryFile::discard() noexcept {
  file_.close();
  if (created_) ::unlinkat(folder_.get(), name_.c_str(), 0);
  created_ = false;
  forget();
}

void TemporaryFile::forget() noexcept {
  if (slot_ >= 0) slots[static_cast<std::size_t>(slot_)].state = Slot::unused;
  slot_ = -1;
}

std::filesystem::path temporary_folder() {
  const char* named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

Descriptor open_nameless_file() {
  const std::filesystem::path folder = temporary_folder();
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (file || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
  std::string name = (folder / "selvage.XXXXXX").string();  // the file system lacks O_TMPFILE
  file = Descriptor(::mkostemp(name.data(), O_CLOEXEC));
  if (file) ::unlink(name.c_str());
  return file;
}

void remove_temporary_files() noexcept {
  const int error = errno;  // the interrupted code may be about to read it
  for (Slot& slot : slots)
    if (slot.state == Slot::listed) ::unlinkat(slot.folder, slot.name.data(), 0);
  errno = error;
}

}  // namespace selvage
