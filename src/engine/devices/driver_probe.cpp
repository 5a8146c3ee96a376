// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/driver_probe.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <sstream>

#include "backends/gpu/programs/cache_folder.hpp"
#include "engine/devices/child_process.hpp"
#include "engine/devices/fingerprint.hpp"
#include "engine/devices/probe_program.hpp"
#include "engine/devices/runtimes.hpp"

namespace selvage {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds time_limit{30};      // a driver of eight GPUs may take ten
constexpr std::chrono::seconds time_to_mend{3600};  // a refused driver is tried again after that

// Returns the program that lies beside this library, or where `make install` puts it.
std::string program_path() {
  Dl_info library{};
  if (::dladdr(reinterpret_cast<const void*>(&run_probe), &library) == 0) return {};
  const fs::path folder = fs::absolute(library.dli_fname).parent_path();
  const fs::path installed = folder / SELVAGE_LIBEXEC_OF_LIBRARY;
  std::error_code ignored;
  // The folder of the library may be a link.
  for (const fs::path& place : {folder, installed, installed.lexically_normal()})
    if (const fs::path path = place / "selvage-probe"; fs::is_regular_file(path, ignored))
      return path;
  return {};
}

// PoCL's library for the layout of processors aborts without a description of them.
bool is_dangerous_here(const std::string& driver) {
  std::error_code ignored;
  return driver == "opencl" && !fs::exists("/sys/devices/system/cpu", ignored);
}

DriverProbe probe_here(const std::string& driver) {
  const std::array drivers{driver_of(driver)};
  const Probe probe = probe_gpus(drivers);
  return {.gpus = probe.gpus, .settled = probe.settled};
}

DriverProbe cached_or_asked(const std::string& driver) {
  const gpu::CacheFolder cache(gpu::default_cache_folder());
  const std::string key = fmt::format("driver {} {}", driver, gpu_fingerprint());
  const std::vector<std::byte> kept = cache.read(key);
  const std::string_view kept_text(reinterpret_cast<const char*>(kept.data()), kept.size());
  if (auto probe = probe_from_text(std::string(kept_text))) return *std::move(probe);
  DriverProbe probe = ask_program(program_path(), driver, time_limit);
  const std::string text = to_text(probe);
  if (probe.settled) cache.write(key, std::as_bytes(std::span(text)));
  return probe;
}

}  // namespace

const DriverProbe& probe_of(const std::string& driver) {
  static std::mutex mutex;
  static std::map<std::string, DriverProbe> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(driver);
  return found != known.end() ? found->second
                              : known.emplace(driver, cached_or_asked(driver)).first->second;
}

DriverProbe ask_program(const std::string& path, const std::string& driver,
                        std::chrono::milliseconds limit) {
  const auto result = path.empty() ? std::nullopt : run_program(path, {driver}, limit);
  if (!result && is_dangerous_here(driver))
    return {.refused =
                "without /sys its driver may end this process, and selvage-probe, which would "
                "find out, is not installed"};
  if (!result) return probe_here(driver);
  if (!result->ended_well) return {.refused = fmt::format("its probe {}", result->fault)};
  if (auto probe = probe_from_text(result->output)) return *std::move(probe);
  return {.settled = false, .refused = "its probe gave no answer"};
}

std::string to_text(const DriverProbe& probe) {
  if (!probe.refused.empty())
    return fmt::format("refused {} {}\n", std::time(nullptr), probe.refused);
  return (probe.settled ? "settled\n" : "unsettled\n") + to_text(probe.gpus);
}

std::optional<DriverProbe> probe_from_text(const std::string& text) {
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return {};
  std::istringstream words(text.substr(0, end));
  std::string first;
  words >> first;
  if (first == "refused") {
    std::time_t then = 0;
    DriverProbe probe;
    words >> then >> std::ws;
    std::getline(words, probe.refused);
    const std::time_t age = std::time(nullptr) - then;
    const bool recent = age >= 0 && age < time_to_mend.count();
    return recent && !probe.refused.empty() ? std::optional(probe) : std::nullopt;
  }
  if (first != "settled" && first != "unsettled") return {};
  auto gpus = from_text(text.substr(end + 1));
  if (!gpus) return {};
  return DriverProbe{.gpus = *std::move(gpus), .settled = first == "settled"};
}

int run_probe(const char* driver) {
  const std::string text = to_text(probe_here(driver));
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0
             ? 0
             : 1;
}

}  // namespace selvage
