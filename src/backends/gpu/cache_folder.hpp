// SPDX-License-Identifier: Apache-2.0
#pragma once
// A folder of named byte strings that is never needed: what goes wrong with it goes unsaid. Several
// processes may use it at the same time.

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace selvage::gpu {

// "$XDG_CACHE_HOME/selvage", else "$HOME/.cache/selvage"; empty when neither is an absolute path.
std::filesystem::path default_cache_folder();

class CacheFolder {
 public:
  static constexpr std::size_t most_entries = 256;  // then the longest unused ones are deleted

  // The folder is made when something is written. Empty: reads nothing, writes nothing.
  explicit CacheFolder(std::filesystem::path path) : path_(std::move(path)) {}

  bool keeps_anything() const { return !path_.empty(); }

  // Empty when there is none. Deletes an entry that is damaged or not ours.
  std::vector<std::byte> read(const std::string& key) const;
  // Whole or not at all; no temporary file stays. An empty value is not written.
  void write(const std::string& key, std::span<const std::byte> value) const;
  void discard(const std::string& key) const;

  // Where the entry of a key is.
  std::filesystem::path file(const std::string& key) const;

 private:
  void prune() const;

  std::filesystem::path path_;
};

}  // namespace selvage::gpu
