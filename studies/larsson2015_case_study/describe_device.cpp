// SPDX-License-Identifier: Apache-2.0
// Tables 6.1 and 6.2: his card beside the device at hand, as far as its driver tells.

#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "backends/cuda/cuda_api.hpp"
#include "larsson2015_case_study/banks.hpp"
#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {
namespace {

using Number = std::optional<double>;

// CUdevice_attribute, of cuda.h.
enum Attribute : int {
  threads_per_block = 1,
  constant_bytes = 9,
  clock_khz = 13,
  multiprocessors = 16,
  memory_clock_khz = 36,
  memory_bus_bits = 37,
  threads_per_multiprocessor = 39,
  capability_major = 75,
  capability_minor = 76,
  shared_bytes_per_multiprocessor = 81,
  registers_per_multiprocessor = 82,
  blocks_per_multiprocessor = 106,
};

// Of a CUDA device; none where the driver does not know the attribute.
class Attributes {
 public:
  explicit Attributes(const std::string& id) {
    const std::size_t colon = id.find(':');
    int index = 0;
    if (colon != std::string::npos)
      std::from_chars(id.data() + colon + 1, id.data() + id.size(), index);
    if (id.starts_with("cuda") && cuda::find_api() != nullptr)
      known_ = cuda::api().cuDeviceGet(&device_, index) == cuda::CUDA_SUCCESS;
  }

  Number get(Attribute attribute, double scale = 1.0) const {
    int value = 0;
    if (!known_ ||
        cuda::api().cuDeviceGetAttribute(&value, attribute, device_) != cuda::CUDA_SUCCESS)
      return {};
    return scale * value;
  }

 private:
  cuda::CUdevice device_ = 0;
  bool known_ = false;
};

// FP32 lanes of a multiprocessor, which no driver tells.                 [CUDA programming guide]
Number lanes(const Attributes& device) {
  const Number major = device.get(capability_major), minor = device.get(capability_minor);
  if (!major || !minor) return {};
  switch (static_cast<int>(*major * 10 + *minor)) {
    case 30:
    case 35:
    case 37: return 192;
    case 60:
    case 70:
    case 72:
    case 75:
    case 80: return 64;
    default: return 128;
  }
}

Cell cell(const Number& value) {
  return value ? Cell{*value} : Cell{};
}

Number product(const Number& a, const Number& b, double scale = 1.0) {
  return a && b ? Number(*a * *b * scale) : Number();
}

void add(Table& table, const char* what, const Number& his, const Number& ours) {
  table.cells.add_row({std::string(what), cell(his), cell(ours)});
}

Table table_of(const char* name, const char* title) {
  return {.name = name,
          .title = title,
          .cells = {{"property"}, {"his GTX 760", 1}, {"this device", 1}},
          .notes = {"-: not reported by the driver."}};
}

}  // namespace

void describe_device(Session& session) {
  const Attributes device(session.place().description.id);
  const GpuFacts& gpu = session.facts().gpu;
  const Number threads = device.get(threads_per_multiprocessor);
  const bool cuda_device = threads.has_value();
  const auto if_cuda = [&](double value) { return cuda_device ? Number(value) : Number(); };
  Table limits = table_of("table_6_1", "Limits of his compute capability 3.0, and of this device");
  add(limits, "threads of a block", 1024, gpu.largest_group);
  add(limits, "resident blocks per multiprocessor", 16, device.get(blocks_per_multiprocessor));
  add(limits, "resident warps of a multiprocessor", 64, product(threads, 1.0 / warp_threads));
  add(limits, "resident threads of a multiprocessor", 2048, threads);
  add(limits, "registers of a multiprocessor, K", 64,
      device.get(registers_per_multiprocessor, 1.0 / 1024.0));
  add(limits, "registers of a thread", 63, if_cuda(255));
  add(limits, "shared memory of a multiprocessor, KB", 48,
      device.get(shared_bytes_per_multiprocessor, 1.0 / 1024.0));
  add(limits, "shared memory of a block, KB", 48, static_cast<double>(gpu.local_bytes) / 1024.0);
  add(limits, "banks of shared memory", 32, if_cuda(banks));
  add(limits, "local memory of a thread, KB", 512, if_cuda(512));
  add(limits, "constant memory, KB", 64, device.get(constant_bytes, 1.0 / 1024.0));
  add(limits, "cache of it in a multiprocessor, KB", 8, if_cuda(8));
  limits.notes.emplace_back(
      "Registers, local memory and the cache of constants are those of all "
      "CUDA devices from capability 3.5 on.");
  session.keep(std::move(limits));

  Table card = table_of("table_6_2", "His card, and this device");
  const Number clock = device.get(memory_clock_khz), bus = device.get(memory_bus_bits);
  add(card, "multiprocessors", 6, gpu.compute_units);
  add(card, "CUDA cores", 1152, product(device.get(multiprocessors), lanes(device)));
  add(card, "clock, MHz", 980, gpu.clock_mhz);
  add(card, "memory speed, Gbps", 6.0, product(clock, 2e-6));
  add(card, "memory, MB", 2048,
      static_cast<double>(session.place().description.memory_bytes) / 1048576.0);
  add(card, "memory bandwidth, GB/s", 192.2, product(clock, bus, 2.0 / 8.0 * 1e-6));
  session.keep(std::move(card));
}

}  // namespace selvage::studies::larsson
