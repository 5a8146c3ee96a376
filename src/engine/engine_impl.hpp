// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state of an Engine.

#include <memory>

#include "engine/devices/device_set.hpp"
#include "selvage/engine.hpp"

namespace selvage {

struct Engine::Impl {
  Device device;
  EngineOptions options;
  std::shared_ptr<DeviceSet> devices;  // plans hold them too
};

}  // namespace selvage
