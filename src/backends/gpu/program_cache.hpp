// SPDX-License-Identifier: Apache-2.0
#pragma once
// Programs that were built once: in memory, and in a folder for the next process.

#include <mutex>
#include <string>
#include <unordered_map>

#include "backends/gpu/cache_folder.hpp"
#include "backends/gpu/kernel.hpp"

namespace selvage::gpu {

// May be used from any thread; one of them builds at a time.
class ProgramCache final : public ProgramSource {
 public:
  // `folder` empty, or a driver that keeps programs: memory alone. The device must outlive the
  // cache.
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
