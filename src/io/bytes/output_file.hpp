// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one class that writes files to disk.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/bytes/byte_sink.hpp"
#include "io/bytes/temporary_file.hpp"

namespace selvage {

// A regular file is written to a temporary file in the same folder, which commit renames: without
// commit the old file stays as it is. Owner, group, permissions, ACL and extended attributes of a
// replaced file are kept. A symbolic link is followed, and its target is replaced. "-"
// (standard output), pipes and devices are written directly, or at the end if the format needs
// random access. Every failure is Error{output} with the reason of the system.
class OutputFile final : public ByteSink {
 public:
  // With `overwrite` false, an existing file is an error, both here and in commit.
  OutputFile(const std::filesystem::path& path, bool overwrite);

  const std::string& name() const override { return name_; }
  void write(std::span<const std::byte> bytes) override;
  void flush() override;
  void begin_places() override;
  std::uint64_t size() const override { return flushed_ + held_; }
  void write_at(std::uint64_t place, std::span<const std::byte> bytes) override;
  std::size_t read_at(std::uint64_t place, std::span<std::byte> bytes) override;
  void commit();

  // What of the replaced file's attributes the new one does not have: "group", "ACL".
  const std::vector<std::string>& lost_attributes() const { return lost_; }

 private:
  void open_device(const std::filesystem::path& path);
  void open_temporary(const std::filesystem::path& path);
  void write_through(std::span<const std::byte> bytes);
  void copy_kept();             // to the target
  void check(int error) const;  // throws unless it is 0

  std::string name_;
  bool overwrite_ = true;
  bool replaces_ = false;          // a file exists, and stays unchanged on failure
  bool read_only_ = false;         // that file
  std::vector<std::string> lost_;  // of its attributes
  TemporaryFile temporary_;        // for regular files
  Descriptor device_;              // for named pipes and devices
  Descriptor kept_;                // an unnamed file for bytes that a pipe gets at the end
  int fd_ = -1;                    // the file being written
  int target_fd_ = -1;             // the destination of kept_
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t held_ = 0;       // bytes in the buffer
  bool widened_ = false;       // see widen_pipe
  std::uint64_t flushed_ = 0;  // bytes already written
};

}  // namespace selvage
