// SPDX-License-Identifier: Apache-2.0
#include "support/subjects.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

namespace selvage::testing {

std::string describe(const Subject& s) {
  return s.simd.empty() ? s.candidate : fmt::format("{} ({})", s.candidate, s.simd);
}

std::string test_device() {
  const char* name = std::getenv("SELVAGE_TEST_DEVICE");
  return name != nullptr && *name != '\0' ? name : "cpu";
}

std::vector<Subject> subjects(const std::string& id, EngineOptions options) {
  const Device device = find_device(id);
  const std::string backend = device.id.substr(0, device.id.find(':'));
  std::map<std::string, std::shared_ptr<const Engine>> engines;
  std::vector<Subject> all;
  const auto add = [&](const planner::Candidate& candidate, const std::string& simd) {
    auto& engine = engines[simd];
    options.simd = simd;
    if (!engine) engine = std::make_shared<const Engine>(device, options);
    all.push_back({&candidate, std::string(candidate.name), simd, engine});
  };
  for (const planner::Candidate& candidate : planner::catalogue()) {
    if (candidate.backend != backend) continue;
    if (!candidate.uses_simd) add(candidate, "");
    if (candidate.uses_simd)
      for (const std::string& simd : device.simd) add(candidate, simd);
  }
  return all;
}

std::vector<Subject> subjects_of(const Filter& filter) {
  std::vector<Subject> all = subjects();
  std::erase_if(all, [&](const Subject& s) {
    return !s.entry->serves(filter) || s.entry->method == Method::separable;
  });
  return all;
}

}  // namespace selvage::testing
