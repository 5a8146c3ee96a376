// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file beside the one that it will replace. remove_temporary_files (selvage/io.hpp) knows it.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

#include "io/descriptor.hpp"

namespace selvage {

// Named .NAME.XXXXXX.tmp, in the folder of NAME. Destruction removes it, unless it was published.
// Functions return errno values; 0 is success.
class TemporaryFile {
 public:
  TemporaryFile() = default;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { discard(); }

  // `folder` empty: the current one. `mode` are the permissions; none: the umask's.
  int create(const std::string& folder, const std::string& name, std::optional<mode_t> mode);
  int fd() const { return file_.get(); }

  // Syncs the file, gives it the name in one step, and syncs the folder. With `replace` false it is
  // EEXIST when a file has the name.
  int publish(bool replace);

 private:
  int open_unique(std::optional<mode_t> mode);
  int rename(bool replace) const;
  void discard() noexcept;
  void forget() noexcept;

  Descriptor folder_, file_;
  std::string target_, name_;
  int slot_ = -1;         // in the table of remove_temporary_files
  bool created_ = false;  // and not yet published
};

// The system's folder for temporary files: TMPDIR, or /tmp. It may be missing.
std::filesystem::path temporary_folder();
// A file for reading and writing that has no name and vanishes with its descriptor, in that folder.
// Empty, with errno set, on failure.
Descriptor open_nameless_file();

}  // namespace selvage
