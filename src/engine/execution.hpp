// SPDX-License-Identifier: Apache-2.0
#pragma once
// Prepares and runs a decision; moves to another device if its own fails.

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/devices/device_set.hpp"

namespace selvage {

class Execution {
 public:
  // Returns another placement when the device fails; none: the failure is thrown.
  using Fallback = std::function<std::optional<Placement>()>;

  Execution(Placement placement, const Frame& frame, Fallback fallback);

  const std::string& device() const { return placement_.device; }
  const std::string& candidate() const { return candidate_; }
  const planner::Decision& decision() const { return placement_.decision; }

  const std::vector<Reason>& reasons() {
    planner::explain(placement_.decision);
    return placement_.decision.reasons;
  }
  void reserve();
  Report run(const Inputs& inputs, const Outputs& outputs, const Controls& controls);
  // Blocks: prepares the pipeline at the first call.
  Pipeline& pipeline();
  void* native_context() const { return placement_.runtime->native_context(); }

 private:
  void make();
  void move_on(const std::exception_ptr& failure);

  Placement placement_;
  std::string candidate_;
  Frame frame_;
  Fallback fallback_;  // empty once used
  std::vector<std::string> notes_;
  std::unique_ptr<Pipeline> pipeline_;  // destroyed before the runtime
};

}  // namespace selvage
