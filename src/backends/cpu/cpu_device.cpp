// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/cpu_device.hpp"

#include <algorithm>
#ifdef __linux__
#include <sched.h>
#include <unistd.h>

#include <fstream>
#endif
#include <thread>

#include "backends/cpu/simd_target.hpp"

namespace selvage::cpu {
namespace {

#ifdef __linux__

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (const auto colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "CPU";
}

int affinity_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return static_cast<int>(std::thread::hardware_concurrency());
}

// Returns the container's quota of cores, rounded up; 0: none. The file says "QUOTA PERIOD" or "max
// PERIOD".
int quota_cores() {
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  if (!(file >> quota >> period) || period <= 0) return 0;
  return std::max(1, static_cast<int>(quota / period + 0.999));
}

std::int64_t memory_bytes() {
  return std::int64_t{sysconf(_SC_PHYS_PAGES)} * std::int64_t{sysconf(_SC_PAGE_SIZE)};
}

#else  // another system: what C++ knows

std::string processor_name() {
  return "CPU";
}
int affinity_cores() {
  return static_cast<int>(std::thread::hardware_concurrency());
}
int quota_cores() {
  return 0;
}
std::int64_t memory_bytes() {
  return 0;
}

#endif

}  // namespace

int usable_cores() {
  const int cores = std::max(1, affinity_cores());
  const int quota = quota_cores();
  return quota > 0 ? std::min(cores, quota) : cores;
}

Device describe() {
  Device device;
  device.name = processor_name();
  device.compute_units = usable_cores();
  device.is_processor = true;
  device.memory_bytes = memory_bytes();
  for (const SimdTarget& target : simd_targets()) device.simd.push_back(target.name);
  return device;
}

}  // namespace selvage::cpu
