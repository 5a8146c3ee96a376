// SPDX-License-Identifier: Apache-2.0
#pragma once
// A driver's library, opened at run time, so that it is not needed to build or to start. It is
// never closed, because drivers keep threads and exit handlers.

#include <dlfcn.h>
#include <link.h>

#include <filesystem>
#include <span>
#include <string>
#include <system_error>

namespace selvage::gpu {

class DynamicLibrary {
 public:
  DynamicLibrary() = default;
  // Opens the first of `names` that the machine has.
  explicit DynamicLibrary(std::span<const std::string> names) {
    for (const std::string& name : names) {
      handle_ = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
      if (handle_) return;
    }
  }

  explicit operator bool() const { return handle_ != nullptr; }

  // Looks up a function. Returns false, with `function` null, if there is none of that name.
  template <class F>
  bool find(F*& function, const char* name) const {
    function = handle_ ? reinterpret_cast<F*>(dlsym(handle_, name)) : nullptr;
    return function != nullptr;
  }

  // Returns the library's file, links followed; empty if unknown.
  std::filesystem::path file() const {
    link_map* map = nullptr;
    if (!handle_ || dlinfo(handle_, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 || !map)
      return {};
    std::error_code ignored;
    return std::filesystem::canonical(map->l_name, ignored);
  }

 private:
  void* handle_ = nullptr;
};

}  // namespace selvage::gpu
