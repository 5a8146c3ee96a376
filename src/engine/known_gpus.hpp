// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known of GPUs without opening one: kept as text from the last look, so that a run on the
// CPU pays no more than reading a file.

#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace selvage {

struct KnownGpu {
  std::string device = {};  // "cuda:0"
  DeviceFacts facts = {};   // with the measured open_seconds

  friend bool operator==(const KnownGpu&, const KnownGpu&) = default;
};
using KnownGpus = std::vector<KnownGpu>;

std::string to_text(const KnownGpus& gpus);
// Nothing when the text is damaged or of another layout.
std::optional<KnownGpus> from_text(const std::string& text);

}  // namespace selvage
