// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_devices.hpp"

#include <fmt/format.h>

#include <exception>

#include "backends/cuda/cuda_device.hpp"
#include "backends/cuda/cuda_info.hpp"
#include "core/stopwatch.hpp"
#include "selvage/error.hpp"

namespace selvage::cuda {

std::vector<Device> list() try {
  std::vector<Device> devices;
  const int count = count_devices();
  for (int index = 0; index < count; ++index) devices.push_back(describe(index));
  return devices;
} catch (const std::exception&) {
  return {};  // treat a failing driver as missing
}

std::shared_ptr<gpu::Device> open(int index, std::size_t memory_limit) {
  const Stopwatch opening;
  const int count = count_devices();
  if (index < 0 || index >= count)
    throw Error(
        Errc::device,
        fmt::format("cuda:{} was requested, but this machine has {} CUDA devices", index, count),
        "selvage::devices() lists them");
  CUdevice handle = 0;
  check(api().cuDeviceGet(&handle, index), "find the device");
  auto device = std::make_shared<CuDevice>(handle, memory_limit);
  device->set_open_seconds(opening.seconds());
  return device;
}

}  // namespace selvage::cuda
