// SPDX-License-Identifier: Apache-2.0
#include "support/subjects.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

namespace selvage::testing {

std::string describe(const Subject& s) {
  return s.simd.empty() ? s.candidate : fmt::format("{} ({})", s.candidate, s.simd);
}

bool serves(const Subject& subject, const Filter& filter) {
  return subject.entry->serves(filter);
}

bool keeps_bound(const Subject& subject) {
  return subject.entry->method != Method::separable;
}

bool some_device_serves(const Subject& subject, const Problem& problem) {
  const bool on_cpu = subject.entry->platform == Platform::cpu;
  const DeviceFacts facts{.backend = on_cpu ? "cpu" : "cuda",
                          .threads = 2,
                          .simd = subject.simd,
                          .simd_floats = 16,
                          .byte_tables = true,
                          .gpu = {.compute_units = 100,
                                  .real64 = true,
                                  .byte_simd = true,
                                  .byte_products = true,
                                  .largest_group = 1024,
                                  .local_bytes = 96 << 10,
                                  .memory_bytes = std::size_t{64} << 30,
                                  .largest_buffer_bytes = std::size_t{16} << 30}};
  return subject.entry->serves(problem.filter) &&
         std::holds_alternative<planner::Offer>(subject.entry->offer(problem, facts));
}

std::string test_device() {
  const char* name = std::getenv("SELVAGE_TEST_DEVICE");
  return name != nullptr && *name != '\0' ? name : "cpu";
}

std::vector<Subject> subjects(const std::string& id, EngineOptions options) {
  const Device device = find_device(id);
  const Platform platform = device.id == "cpu" ? Platform::cpu : Platform::gpu;
  std::map<std::string, std::shared_ptr<const Engine>> engines;
  std::vector<Subject> all;
  const auto add = [&](const planner::Candidate& candidate, const std::string& simd) {
    auto& engine = engines[simd];
    options.simd = simd;
    if (!engine) engine = std::make_shared<const Engine>(device, options);
    all.push_back({&candidate, std::string(candidate.name), simd, engine});
  };
  for (const planner::Candidate& candidate : planner::catalogue()) {
    if (candidate.platform != platform) continue;
    if (!candidate.uses_simd) add(candidate, "");
    if (candidate.uses_simd)
      for (const std::string& simd : device.simd) add(candidate, simd);
  }
  return all;
}

std::vector<Subject> subjects_of(const Filter& filter) {
  std::vector<Subject> all = subjects();
  std::erase_if(all, [&](const Subject& s) { return !serves(s, filter) || !keeps_bound(s); });
  return all;
}

}  // namespace selvage::testing
