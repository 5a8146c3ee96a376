// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/fingerprint.hpp"

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <vector>

namespace selvage {
namespace {

// Variables that decide which devices a driver shows.
constexpr std::array variables{"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "OCL_ICD_VENDORS",
                               "OCL_ICD_FILENAMES",    "LD_LIBRARY_PATH",   "POCL_DEVICES"};
// Files that change when a library or an OpenCL driver is installed or removed.
constexpr std::array files{"/etc/ld.so.cache", "/etc/OpenCL/vendors", "/usr/lib/wsl/lib"};
// Folders whose entries name the graphics cards.
constexpr std::array folders{"/proc/driver/nvidia/gpus", "/dev/dri"};
// Missing in some containers, which changes what drivers do.
constexpr const char* processors = "/sys/devices/system/cpu";
// Holds the kernel driver's version.
constexpr const char* driver_version = "/sys/module/nvidia/version";

std::string names_in(const char* folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> opened(opendir(folder), closedir);
  std::vector<std::string> names;
  while (const dirent* entry = opened ? readdir(opened.get()) : nullptr)
    names.emplace_back(entry->d_name);
  std::ranges::sort(names);
  std::string all;
  for (const std::string& name : names) all += name + '\n';
  return all;
}

std::string size_and_time(const char* file) {
  struct stat status{};
  if (stat(file, &status) != 0) return "none";
  return fmt::format("{} {} {}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace

std::string gpu_fingerprint() {
  std::string text = SELVAGE_VERSION "\n";
  for (const char* name : variables) {
    const char* value = std::getenv(name);
    text += fmt::format("{}={}\n", name, value ? value : "");
  }
  for (const char* file : files) text += size_and_time(file) + '\n';
  for (const char* folder : folders) text += names_in(folder) + '\n';
  text += ::access(processors, F_OK) == 0 ? "sys\n" : "no sys\n";
  std::string version;
  std::ifstream(driver_version) >> version;
  return text + version;
}

}  // namespace selvage
