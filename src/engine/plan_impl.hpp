// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of a Plan.

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "core/ports.hpp"
#include "core/views.hpp"
#include "engine/execution.hpp"
#include "selvage/engine.hpp"
#include "selvage/error.hpp"

namespace selvage {

// Lets one thread at a time use a plan: runs share its scratch memory.
class OneUser {
 public:
  OneUser() = default;
  OneUser(OneUser&&) noexcept {}  // nobody uses a plan that is moved

  // Throws Error{invalid_argument} while another guard lives.
  class Guard {
   public:
    explicit Guard(OneUser& plan) : used_(plan.used_) {
      if (used_.exchange(true))
        throw Error(Errc::invalid_argument, "another thread is using this plan",
                    "make a plan for each thread");
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { used_ = false; }

   private:
    std::atomic<bool>& used_;
  };

 private:
  std::atomic<bool> used_{false};
};

struct Plan::Impl {
  Filter filter;
  Frame frame;
  Inputs shapes;  // without data
  // The decision for this plan's image, which plans for its other parts reuse. It stays when the
  // device fails.
  std::shared_ptr<DeviceSet> devices = {};
  Request request = {};
  Placement placement = {};
  Execution execution;
  OneUser user = {};
  std::unique_ptr<std::mutex> explaining = std::make_unique<std::mutex>();
  std::array<Image, image_inputs.size()> copies =
      {};  // copies of inputs, made when an output is the same view
};

}  // namespace selvage
