// SPDX-License-Identifier: Apache-2.0
#pragma once
// Caches compiled programs, in memory and in a folder for the next process.

#include <mutex>
#include <string>
#include <unordered_map>

#include "backends/gpu/kernel.hpp"
#include "backends/gpu/programs/cache_folder.hpp"

namespace selvage::gpu {

// Thread-safe; one thread builds at a time.
class ProgramCache final : public ProgramSource {
 public:
  // Caches only in memory if `folder` is empty or the driver keeps programs itself. The device must
  // outlive the cache.
  explicit ProgramCache(Device& device, std::filesystem::path folder = default_cache_folder());

  std::shared_ptr<Program> program(const std::string& source,
                                   std::span<const std::string> options) override;

 private:
  std::shared_ptr<Program> stored(const std::string& key) const;
  std::shared_ptr<Program> built(const std::string& source,
                                 std::span<const std::string> options) const;
  void store(const std::string& key, const Program& program) const;

  Device& device_;
  CacheFolder folder_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Program>> programs_;  // by key
};

}  // namespace selvage::gpu
