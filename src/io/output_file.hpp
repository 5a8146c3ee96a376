// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one writer that puts bytes on disk.

#include <filesystem>
#include <memory>
#include <string>

#include "io/byte_sink.hpp"
#include "io/temporary_file.hpp"

namespace selvage {

// A regular file is written as a temporary one in the same folder and renamed by commit: until then
// the old file stays whole, and without commit it stays for good. A link is followed: its target is
// replaced. "-" (standard output), pipes and devices are written as they are.
// Every failure is Error{output} with the system's reason.
class OutputFile final : public ByteSink {
 public:
  // With `overwrite` false, a file that exists is an error, now and in commit.
  OutputFile(const std::filesystem::path& path, bool overwrite);

  void write(std::span<const std::byte> bytes) override;
  void commit();

 private:
  void open_device(const std::filesystem::path& path);
  void open_temporary(const std::filesystem::path& path);
  void flush();
  void check(int error) const;  // throws unless 0

  std::string name_;
  bool overwrite_ = true;
  bool replaces_ = false;    // a file that must stay unchanged in case of failure
  TemporaryFile temporary_;  // for regular files
  Descriptor device_;        // for named pipes and devices
  int fd_ = -1;              // the one that is written
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t held_ = 0;  // bytes in the buffer
};

}  // namespace selvage
