// SPDX-License-Identifier: Apache-2.0
#pragma once
// Caches the facts of GPUs as text from the last probe, so that a run on the CPU only reads a file
// and opens no GPU.

#include <optional>
#include <string>
#include <vector>

#include "planner/device_facts.hpp"

namespace selvage {

struct CachedGpu {
  std::string device = {};  // "cuda:0"
  DeviceFacts facts = {};   // with the measured open_seconds

  friend bool operator==(const CachedGpu&, const CachedGpu&) = default;
};
using CachedGpus = std::vector<CachedGpu>;

std::string to_text(const CachedGpus& gpus);
// Returns nothing if the text is damaged or has another layout.
std::optional<CachedGpus> from_text(const std::string& text);

}  // namespace selvage
