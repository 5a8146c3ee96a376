// SPDX-License-Identifier: Apache-2.0
#include "engine/devices/device_cache.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <locale>
#include <sstream>

namespace selvage {
namespace {

constexpr const char* heading = "selvage-devices-4";  // the number changes with the layout
constexpr const char* ending = "end";                 // missing: the file was cut short

// All fields in the file's order, except for the threads, which follow from an engine's options. A
// missing or extra field does not compile.
template <class Facts, class Use>
void for_each_field(Facts& facts, const Use& use) {
  auto& [units, clock, lanes, processor, real64, byte_simd, products, group_products, group, local,
         memory, buffer, copy, threads, open] = facts;
  use(units), use(clock), use(lanes), use(processor), use(real64), use(byte_simd), use(products);
  use(group_products), use(group), use(local), use(memory), use(buffer), use(copy), use(open);
}

bool plausible(const GpuFacts& facts) {
  return facts.compute_units > 0 && facts.clock_mhz > 0 && facts.lanes > 0 && !facts.is_processor &&
         facts.largest_group > 0 && std::isfinite(facts.copy_bytes_per_second) &&
         facts.copy_bytes_per_second > 0.0 && std::isfinite(facts.open_seconds) &&
         facts.open_seconds >= 0.0;
}

// "cuda:0" -> "cuda"; empty for anything else.
std::string_view backend_of(const std::string& device) {
  for (const std::string_view backend : {"cuda", "opencl"})
    if (device.starts_with(fmt::format("{}:", backend))) return backend;
  return {};
}

std::optional<CachedGpu> read_gpu(std::istream& text, const std::string& device) {
  CachedGpu gpu{.device = device, .facts = {.backend = backend_of(device), .threads = 1}};
  for_each_field(gpu.facts.gpu, [&](auto& field) { text >> field; });
  if (!text || gpu.facts.backend.empty() || !plausible(gpu.facts.gpu)) return {};
  return gpu;
}

}  // namespace

std::string to_text(const CachedGpus& gpus) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(std::numeric_limits<double>::max_digits10);
  text << heading << '\n';
  for (const CachedGpu& gpu : gpus) {
    text << gpu.device;
    for_each_field(gpu.facts.gpu, [&](const auto& field) { text << ' ' << field; });
    text << '\n';
  }
  text << ending << '\n';
  return text.str();
}

std::optional<CachedGpus> from_text(const std::string& text) {
  std::istringstream words(text);
  words.imbue(std::locale::classic());
  std::string first;
  if (!(words >> first) || first != heading) return {};
  CachedGpus gpus;
  for (std::string word; words >> word;) {
    if (word == ending) return gpus;
    std::optional<CachedGpu> gpu = read_gpu(words, word);
    if (!gpu) return {};
    gpus.push_back(*std::move(gpu));
  }
  return {};
}

}  // namespace selvage
