// SPDX-License-Identifier: Apache-2.0
#include "methods/histogram/gpu/histogram_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/texts.hpp"

namespace selvage::gpu {
namespace {

constexpr int word_bytes = 16;  // per load

// Returns the loads that an item has in flight.
int loads_of(const GpuFacts& gpu) {
  return gpu.is_processor ? 1 : 4;
}

Code histogram_code(const std::string& function, PixelType type, int channels,
                    const HistogramGpuTuning& tuning, const GpuFacts& gpu) {
  Code code{.function = function, .source = {}, .options = {}};
  code.source = fmt::format("{}{}{}", kernels::text("dialect.h"), kernels::text("histogram.h"),
                            kernels::text("histogram.cl"));
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(type));
  define("CHANNELS", channels);
  define("COPIES", tuning.copies);
  define("LOADS", loads_of(gpu));
  define("GROUP_WIDTH", tuning.group.width);
  define("MIN_BLOCKS", tuning.group.min_blocks);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

}  // namespace

CountKernels::CountKernels(const Histogram& filter, PixelType type, int channels,
                           const HistogramGpuTuning& tuning, const GpuFacts& gpu,
                           ProgramSource& programs)
    : type_(type),
      channels_(channels),
      tuning_(tuning),
      loads_(loads_of(gpu)),
      most_groups_(std::max(gpu.compute_units * tuning.group.min_blocks, 1)),
      edges_(type == PixelType::u8 ? 0 : static_cast<std::size_t>(filter.bins) + 1) {
  // An item's words are whole pixels apart, also with three channels.
  if (channels == 3) most_groups_ = (most_groups_ + 2) / 3 * 3;
  arguments_.bins = filter.bins;
  arguments_.slots = device_slots(filter, type);
  const auto code = [&](const char* function) {
    return DeviceCode([=](bool) { return histogram_code(function, type, channels, tuning, gpu); },
                      programs);
  };
  count_ = code("count_samples");
  if (finds_range(filter, type)) find_ = code("find_range");
}

void CountKernels::set_range(const Binning& binning) {
  if (type_ == PixelType::u8) return;
  const double full = full_scale(type_);
  arguments_.half_low = static_cast<float>(0.5 * binning.low() * full);
  arguments_.gain = 0.0f;  // if it is not a finite float, each bin is searched
  if (binning.extent() > 0.0)
    arguments_.gain = static_cast<float>(2.0 * binning.bins() / (binning.extent() * full));
  if (!std::isfinite(arguments_.gain)) arguments_.gain = 0.0f;
  find_edges(binning, type_, edges_);
}

std::size_t CountKernels::counters() const {
  return static_cast<std::size_t>(channels_) * static_cast<std::size_t>(arguments_.slots);
}

void CountKernels::count(Stream& stream, const Buffer& data, std::int64_t samples,
                         const Buffer* edges, const Buffer& counters) {
  const std::array buffers{&data, edges, &counters};
  launch(stream, count_, buffers, samples,
         this->counters() * sizeof(std::uint32_t) * static_cast<std::size_t>(tuning_.copies));
}

void CountKernels::find(Stream& stream, const Buffer& data, std::int64_t samples,
                        const Buffer& range) {
  const std::array buffers{&data, &range};
  launch(stream, find_, buffers, samples, 0);
}

// Every kernel has some local memory, so all have the same arguments.
void CountKernels::launch(Stream& stream, DeviceCode& code, std::span<const Buffer* const> buffers,
                          std::int64_t samples, std::size_t local_bytes) {
  // Clearing and adding up a group's counters takes as long as counting a few words per item.
  const std::int64_t group_samples = std::int64_t{tuning_.group.width} * loads_ * word_bytes /
                                     static_cast<std::int64_t>(sample_bytes(type_));
  const std::int64_t needed = (samples + group_samples - 1) / group_samples;
  int groups = static_cast<int>(std::min<std::int64_t>(needed, most_groups_));
  if (channels_ == 3) groups = (groups + 2) / 3 * 3;
  SelvageHistogram a = arguments_;
  a.samples = samples;
  a.items = groups * tuning_.group.width;
  stream.launch(code.get(true), {.groups_x = groups,
                                 .group_width = tuning_.group.width,
                                 .local_bytes = std::max(local_bytes, sizeof(FoundRange)),
                                 .buffers = buffers,
                                 .arguments = std::as_bytes(std::span(&a, 1))});
}

}  // namespace selvage::gpu
