// SPDX-License-Identifier: Apache-2.0
#pragma once
// A cache folder of named byte strings. Nothing depends on it, so its errors are ignored. Several
// processes may use it at the same time.
//
// Entries are programs that a driver runs. The folder and its entries must belong to the user, and
// nobody else may be able to write to them; otherwise nothing is read or written.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace selvage::gpu {

// Returns "$XDG_CACHE_HOME/selvage", else "$HOME/.cache/selvage"; empty if neither is an absolute
// path.
std::filesystem::path default_cache_folder();

class CacheFolder {
 public:
  static constexpr std::size_t most_entries =
      256;  // beyond that, the least recently used are deleted

  // The first write creates the folder. With an empty path nothing is read or written.
  explicit CacheFolder(std::filesystem::path path) : path_(std::move(path)) {}

  bool keeps_anything() const { return !path_.empty(); }

  // Returns the value; empty if there is none. Deletes an entry that is damaged or foreign.
  std::vector<std::byte> read(const std::string& key) const;
  // Writes atomically and leaves no temporary file. Ignores an empty value.
  void write(const std::string& key, std::span<const std::byte> value) const;
  void discard(const std::string& key) const;

  // Returns the file of a key's entry.
  std::filesystem::path file(const std::string& key) const;

 private:
  void prune() const;

  std::filesystem::path path_;
};

}  // namespace selvage::gpu
