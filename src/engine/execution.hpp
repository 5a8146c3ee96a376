// SPDX-License-Identifier: Apache-2.0
#pragma once
// A placed plan that is made ready and run; when its device fails, somewhere else.

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/places.hpp"

namespace selvage {

class Execution {
 public:
  // Where to go when the device fails; nothing: nowhere.
  using Elsewhere = std::function<std::optional<Placement>()>;

  Execution(Placement placement, Problem problem, const Frame& frame, Elsewhere elsewhere);

  const std::string& device() const { return placement_.device; }
  const std::string& candidate() const { return candidate_; }
  const planner::Choice& choice() const { return placement_.choice; }

  void reserve();
  Report run(const Inputs& inputs, const Outputs& outputs, const Controls& controls);
  // The pipeline, made ready.
  Pipeline& pipeline();
  void* native_context() const { return placement_.runtime->native_context(); }

 private:
  void make();
  void move_on(const std::exception_ptr& failure);

  Placement placement_;
  std::string candidate_;
  Problem problem_;
  Frame frame_;
  Elsewhere elsewhere_;  // empty once used
  std::vector<std::string> notes_;
  std::unique_ptr<Pipeline> pipeline_;  // goes before the runtime
};

}  // namespace selvage
