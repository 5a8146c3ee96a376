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
// replaced. "-" (standard output), pipes and devices are written as they are, at the end when the
// format goes back in what it has written.
// Every failure is Error{output} with the system's reason.
class OutputFile final : public ByteSink {
 public:
  // With `overwrite` false, a file that exists is an error, now and in commit.
  OutputFile(const std::filesystem::path& path, bool overwrite);

  const std::string& name() const override { return name_; }
  void write(std::span<const std::byte> bytes) override;
  void begin_places() override;
  std::uint64_t size() const override { return flushed_ + held_; }
  void write_at(std::uint64_t place, std::span<const std::byte> bytes) override;
  std::size_t read_at(std::uint64_t place, std::span<std::byte> bytes) override;
  void commit();

 private:
  void open_device(const std::filesystem::path& path);
  void open_temporary(const std::filesystem::path& path);
  void flush();
  void write_through(std::span<const std::byte> bytes);
  void copy_kept();             // to where it belongs
  void check(int error) const;  // throws unless 0

  std::string name_;
  bool overwrite_ = true;
  bool replaces_ = false;    // a file that must stay unchanged in case of failure
  TemporaryFile temporary_;  // for regular files
  Descriptor device_;        // for named pipes and devices
  Descriptor kept_;          // a file without a name, for what a pipe gets at the end
  int fd_ = -1;              // the one that is written
  int target_fd_ = -1;       // where kept_ goes
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t held_ = 0;       // bytes in the buffer
  std::uint64_t flushed_ = 0;  // bytes before it
};

}  // namespace selvage
