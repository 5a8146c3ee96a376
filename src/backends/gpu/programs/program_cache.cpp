// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/programs/program_cache.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

// Returns a key of everything that the code depends on. Each part follows its length, so that no
// two lists of parts give the same key.
std::string key_of(const Device& device, const std::string& source,
                   std::span<const std::string> options) {
  std::string key;
  const auto add = [&key](std::string_view part) {
    key += fmt::format("{}:{}\n", part.size(), part);
  };
  add(SELVAGE_VERSION);
  add(device.identity());
  for (const std::string& option : options) add(option);
  add(source);
  return key;
}

}  // namespace

ProgramCache::ProgramCache(Device& device, std::filesystem::path folder)
    : device_(device),
      folder_(device.keeps_programs() ? std::filesystem::path() : std::move(folder)) {}

std::shared_ptr<Program> ProgramCache::program(const std::string& source,
                                               std::span<const std::string> options) {
  const std::string key = key_of(device_, source, options);
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Program>& program = programs_[key];
  if (!program) program = stored(key);
  if (!program) {
    program = built(source, options);
    store(key, *program);
  }
  return program;
}

// Returns null if there is none that the device accepts.
std::shared_ptr<Program> ProgramCache::stored(const std::string& key) const {
  const std::vector<std::byte> binary = folder_.read(key);
  if (binary.empty()) return nullptr;
  try {
    return device_.load(binary);
  } catch (const Error&) {  // the driver rejects the entry, so it is useless
    folder_.discard(key);
    return nullptr;
  }
}

std::shared_ptr<Program> ProgramCache::built(const std::string& source,
                                             std::span<const std::string> options) const {
  try {
    return device_.build(source, options);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{} (options {})", error.what(), fmt::join(options, " ")),
                error.hint());
  }
}

void ProgramCache::store(const std::string& key, const Program& program) const {
  if (!folder_.keeps_anything()) return;  // the driver may take long to produce a binary
  try {
    folder_.write(key, program.binary());
  } catch (const Error&) {  // the driver gives no binary; the program works without
  }
}

}  // namespace selvage::gpu
