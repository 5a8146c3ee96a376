// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/nvrtc_paths.hpp"

#include <dlfcn.h>
#include <glob.h>

#include <cstdlib>
#include <filesystem>

namespace selvage::cuda {
namespace {

// "$NAME`rest`", when the variable is set.
void add_from_environment(std::vector<std::string>& patterns, const char* name, const char* rest) {
  if (const char* value = std::getenv(name); value && *value)
    patterns.push_back(std::string(value) + rest);
}

// The folder of Python packages, if this library belongs to one: pip puts NVIDIA's packages there.
std::string packages_of_library() {
  namespace fs = std::filesystem;
  Dl_info library{};
  if (::dladdr(reinterpret_cast<const void*>(&nvrtc_names), &library) == 0) return {};
  const fs::path folder = fs::absolute(library.dli_fname).parent_path();
  if (!folder.filename().string().starts_with("pyselvage")) return {};
  return folder.parent_path().string();
}

std::vector<std::string> folder_patterns() {
  const char* packages = "/lib/python3*/*-packages/nvidia/*/lib";
  std::vector<std::string> patterns;
  if (const std::string own = packages_of_library(); !own.empty())
    patterns.push_back(own + "/nvidia/*/lib");
  for (const char* toolkit : {"CUDA_PATH", "CUDA_HOME"}) {
    add_from_environment(patterns, toolkit, "/lib64");
    add_from_environment(patterns, toolkit, "/lib");
  }
  patterns.emplace_back("/usr/local/cuda/lib64");
  patterns.emplace_back("/usr/local/cuda-*/lib64");
  add_from_environment(patterns, "CONDA_PREFIX", "/lib");
  for (const char* root : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    add_from_environment(patterns, root, packages);
  add_from_environment(patterns, "HOME", (std::string("/.local") + packages).c_str());
  patterns.push_back(std::string("/usr/local") + packages);
  return patterns;
}

std::vector<std::string> files_like(const std::string& pattern) {
  glob_t found = {};
  std::vector<std::string> files;
  if (glob(pattern.c_str(), 0, nullptr, &found) == 0)
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  globfree(&found);
  return files;
}

}  // namespace

std::vector<std::string> nvrtc_names(int driver_major) {
  constexpr int oldest = 12;
  std::vector<std::string> names;
  for (int major = driver_major; major >= oldest; --major)
    names.push_back("libnvrtc.so." + std::to_string(major));
  names.emplace_back("libnvrtc.so");
  return names;
}

std::vector<std::string> nvrtc_files(const std::vector<std::string>& names) {
  const std::vector<std::string> folders = folder_patterns();
  std::vector<std::string> files;
  for (const std::string& name : names)
    for (const std::string& folder : folders)
      for (std::string& file : files_like(folder + "/" + name)) files.push_back(std::move(file));
  return files;
}

}  // namespace selvage::cuda
