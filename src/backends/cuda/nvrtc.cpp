// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/nvrtc.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "backends/cuda/nvrtc_paths.hpp"
#include "backends/gpu/dynamic_library.hpp"
#include "backends/gpu/one_line.hpp"
#include "selvage/error.hpp"

namespace selvage::cuda {
namespace {

bool find_all(const gpu::DynamicLibrary& library, NvrtcApi& f) {
  return library.find(f.nvrtcGetErrorString, "nvrtcGetErrorString") &&
         library.find(f.nvrtcVersion, "nvrtcVersion") &&
         library.find(f.nvrtcGetNumSupportedArchs, "nvrtcGetNumSupportedArchs") &&
         library.find(f.nvrtcGetSupportedArchs, "nvrtcGetSupportedArchs") &&
         library.find(f.nvrtcCreateProgram, "nvrtcCreateProgram") &&
         library.find(f.nvrtcDestroyProgram, "nvrtcDestroyProgram") &&
         library.find(f.nvrtcCompileProgram, "nvrtcCompileProgram") &&
         library.find(f.nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize") &&
         library.find(f.nvrtcGetProgramLog, "nvrtcGetProgramLog") &&
         library.find(f.nvrtcGetCUBINSize, "nvrtcGetCUBINSize") &&
         library.find(f.nvrtcGetCUBIN, "nvrtcGetCUBIN") &&
         library.find(f.nvrtcGetPTXSize, "nvrtcGetPTXSize") &&
         library.find(f.nvrtcGetPTX, "nvrtcGetPTX");
}

void check(const NvrtcApi& api, nvrtcResult status, const char* doing) {
  if (status == NVRTC_SUCCESS) return;
  throw Error(Errc::device,
              fmt::format("NVRTC cannot {}: {}", doing, api.nvrtcGetErrorString(status)),
              "install another version of NVRTC, or use another device");
}

// A program being compiled.
class Compilation {
 public:
  Compilation(const NvrtcApi& api, const std::string& source) : api_(api) {
    check(api_,
          api_.nvrtcCreateProgram(&program_, source.c_str(), "selvage.cu", 0, nullptr, nullptr),
          "take a kernel's source");
  }
  ~Compilation() { api_.nvrtcDestroyProgram(&program_); }
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  void run(const std::vector<std::string>& options) {
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    const nvrtcResult status =
        api_.nvrtcCompileProgram(program_, static_cast<int>(words.size()), words.data());
    if (status != NVRTC_SUCCESS)
      check(
          api_, status,
          fmt::format("compile a kernel with \"{}\": {}", fmt::join(options, " "), log()).c_str());
  }

  std::vector<std::byte> code(bool own_code) const {
    std::size_t bytes = 0;
    check(api_,
          own_code ? api_.nvrtcGetCUBINSize(program_, &bytes)
                   : api_.nvrtcGetPTXSize(program_, &bytes),
          "give a kernel's code");
    std::vector<std::byte> code(bytes);
    char* const data = reinterpret_cast<char*>(code.data());
    check(api_, own_code ? api_.nvrtcGetCUBIN(program_, data) : api_.nvrtcGetPTX(program_, data),
          "give a kernel's code");
    return code;
  }

 private:
  std::string log() const {
    std::size_t bytes = 0;
    if (api_.nvrtcGetProgramLogSize(program_, &bytes) != NVRTC_SUCCESS) return {};
    std::string text(bytes, '\0');
    if (api_.nvrtcGetProgramLog(program_, text.data()) != NVRTC_SUCCESS) return {};
    return gpu::one_line(text);
  }

  const NvrtcApi& api_;
  nvrtcProgram program_ = nullptr;
};

}  // namespace

std::string Target::name() const {
  return fmt::format("{}_{}{}", own_code ? "sm" : "compute", architecture, of_hopper() ? "a" : "");
}

std::optional<Target> choose_target(std::span<const int> known, int capability) {
  std::optional<Target> best;
  for (const int architecture : known)
    if (architecture <= capability) best = Target{architecture, architecture == capability};
  return best;
}

// Returns false if the driver would not run this compiler's code, or if it is too old for 9.0's
// own.
bool Nvrtc::read_version(int driver_major) {
  constexpr int oldest = 12;
  int major = 0, minor = 0, count = 0;
  if (api_.nvrtcVersion(&major, &minor) != NVRTC_SUCCESS || major < oldest || major > driver_major)
    return false;
  version_ = fmt::format("{}.{}", major, minor);
  if (api_.nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0) return false;
  known_.resize(static_cast<std::size_t>(count));
  if (api_.nvrtcGetSupportedArchs(known_.data()) != NVRTC_SUCCESS) return false;
  std::sort(known_.begin(), known_.end());
  return true;
}

std::optional<Nvrtc> Nvrtc::open(int driver_major, int capability) {
  const auto first_usable = [&](const std::vector<std::string>& names) -> std::optional<Nvrtc> {
    for (const std::string& name : names) {
      const gpu::DynamicLibrary library(std::span(&name, 1));
      Nvrtc nvrtc;
      if (find_all(library, nvrtc.api_) && nvrtc.read_version(driver_major) &&
          nvrtc.target(capability))
        return nvrtc;
    }
    return {};
  };
  const std::vector<std::string> names = nvrtc_names(driver_major);
  if (auto nvrtc = first_usable(names)) return nvrtc;
  return first_usable(nvrtc_files(names));
}

std::vector<std::byte> Nvrtc::compile(const std::string& source,
                                      std::span<const std::string> options,
                                      const Target& target) const {
  std::vector<std::string> all = {
      "--gpu-architecture=" + target.name(), "--std=c++17",
      "-diag-suppress=177",  // unused functions of the shared text
  };
  all.insert(all.end(), options.begin(), options.end());
  Compilation compilation(api_, source);
  compilation.run(all);
  return compilation.code(target.own_code);
}

const Nvrtc* find_nvrtc(int capability) {
  static std::mutex busy;
  static std::map<int, std::optional<Nvrtc>> opened;  // by capability
  const std::lock_guard lock(busy);
  auto found = opened.find(capability);
  if (found == opened.end())
    found = opened.emplace(capability, Nvrtc::open(driver_major(), capability)).first;
  return found->second ? &*found->second : nullptr;
}

std::string missing_compiler(int capability) {
  if (find_nvrtc(capability)) return {};
  constexpr int oldest_of_nvrtc_13 = 75;
  const bool old = driver_major() == 12 || capability < oldest_of_nvrtc_13;
  return fmt::format(
      "no NVRTC {} was found that knows compute capability {}.{} (pip install nvidia-cuda-nvrtc{})",
      old ? 12 : driver_major(), capability / 10, capability % 10, old ? "-cu12" : "");
}

}  // namespace selvage::cuda
