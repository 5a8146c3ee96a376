// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the measurements of one run of the program share: devices, images and references.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "check/error.hpp"
#include "gpu/passes.hpp"
#include "gpu/place.hpp"
#include "images/input_images.hpp"
#include "run/setting.hpp"
#include "timing/turns.hpp"

namespace selvage::bench {

class Session {
 public:
  Session(std::filesystem::path photos, TurnLimits limits, HostClock clock)
      : photos_(std::move(photos)), limits_(limits), clock_(clock) {}

  const std::filesystem::path& photos() const { return photos_; }
  const TurnLimits& limits() const { return limits_; }
  HostClock clock() const { return clock_; }

  // Opens a GPU, once. Blocks. Throws Error{device}.
  Place& place(const std::string& device);
  // Returns the facts that the planner decides by.
  DeviceFacts facts(const Setting& setting);

  // Each keeps the last one made.
  std::shared_ptr<const InputImages> inputs(const Case& c);
  std::shared_ptr<const Expected> expected(const Case& c, const Filter& filter);
  std::shared_ptr<const DeviceCopies> copies(Place& place, const Case& c);

 private:
  template <class T>
  struct Kept {
    std::string key = {};
    std::shared_ptr<const T> value = {};
  };

  std::filesystem::path photos_;
  TurnLimits limits_;
  HostClock clock_;
  std::map<std::string, Place> places_;
  Kept<InputImages> inputs_;
  Kept<Expected> expected_;
  Kept<DeviceCopies> copies_;  // of one of the places
};

}  // namespace selvage::bench
