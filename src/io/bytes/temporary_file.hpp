// SPDX-License-Identifier: Apache-2.0
#pragma once
// A temporary file next to the one it will replace. remove_temporary_files (selvage/io.hpp) removes
// it.

#include <filesystem>
#include <string>

#include "io/bytes/descriptor.hpp"

namespace selvage {

// The file is called .NAME.XXXXXX.tmp and lies in the folder of NAME. The destructor removes it
// unless it was published. It is locked: one that a killed process left is not, and the next write
// of that name removes it. Functions return errno values; 0 is success.
class TemporaryFile {
 public:
  TemporaryFile() = default;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { discard(); }

  // An empty `folder` is the current one. A `secret` file only its owner can open; others have the
  // permissions of the umask.
  int create(const std::string& folder, const std::string& name, bool secret);
  int fd() const { return file_.get(); }

  // Syncs the file, renames it atomically, and syncs the folder. With `replace` false it returns
  // EEXIST when the target exists.
  int publish(bool replace);

 private:
  int open_unique(bool secret);
  void remove_abandoned(const std::string& name) const;
  int rename(bool replace) const;
  void discard() noexcept;
  void forget() noexcept;

  Descriptor folder_, file_;
  std::string target_, name_;
  int slot_ = -1;         // index in the table of remove_temporary_files
  bool created_ = false;  // but not yet published
};

// Returns the folder for temporary files, TMPDIR or /tmp. It may be missing.
std::filesystem::path temporary_folder();
// Opens an unnamed file in that folder for reading and writing; it vanishes with its descriptor.
// Returns an empty descriptor, with errno set, on failure.
Descriptor open_nameless_file();

}  // namespace selvage
