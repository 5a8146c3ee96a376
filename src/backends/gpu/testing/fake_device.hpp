// SPDX-License-Identifier: Apache-2.0
#pragma once
// A device in host memory for tests, whose kernels are C++ functions. It counts, it fails when it
// is told to, and its commands run as late or as early as a driver may run them.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backends/gpu/device.hpp"

namespace selvage::gpu {

// The arguments of a launched kernel: buffers (null pointers are empty), and the struct.
using FakeBody = std::function<void(std::span<const std::span<std::byte>> buffers,
                                    std::span<const std::byte> arguments)>;

// Tells when the commands of a stream run.
enum class FakePace {
  at_once,   // as they are enqueued: later changes of staging go unseen
  at_flush,  // or at a wait
  at_wait,   // not before: what is read too early, or overwritten, is seen
};

// Counters start at 0; none: no fault.
struct FakeFaults {
  std::optional<int> failing_allocation = {};  // of Device::buffer and host_buffer: OutOfMemory
  std::optional<int> failing_launch = {};      // OutOfMemory at the enqueueing
  std::optional<int> lost_at_launch = {};      // that command and all later ones: Error{device}
  std::size_t memory_bytes = SIZE_MAX;         // of the device; more: OutOfMemory
  bool build_fails = false;
  bool build_finds_no_room = false;  // OutOfMemory
  bool load_fails = false;
  std::chrono::milliseconds build_time{0};
  bool has_binaries = true;
};

class FakeDevice final : public Device {
 public:
  // All kernels that a program may name.
  std::map<std::string, FakeBody> bodies = {};
  FakeFaults faults = {};
  FakePace pace = FakePace::at_wait;
  DeviceFacts device_facts = {.backend = "fake"};
  std::string name = "fake 1.0";
  bool keeps = false;  // programs, by itself
  std::vector<std::span<const std::byte>> page_locked = {};

  // A record of the calls.
  std::vector<std::string> log = {};  // "upload 0", "wait 1": what was called, on which stream
  int builds = 0, loads = 0, binaries = 0;
  int allocations = 0, launches = 0, streams = 0;
  std::size_t abandoned = 0;     // commands whose stream went before they ran
  std::size_t bytes_in_use = 0;  // of the device
  std::size_t most_bytes = 0;    // at any time

  const DeviceFacts& facts() const override { return device_facts; }
  const std::string& identity() const override { return name; }
  std::unique_ptr<Buffer> buffer(std::size_t bytes) override;
  std::unique_ptr<HostBuffer> host_buffer(std::size_t bytes) override;
  bool is_page_locked(const std::byte* first, std::size_t bytes) const override;
  std::unique_ptr<Stream> stream() override;
  std::unique_ptr<Program> build(const std::string& source,
                                 std::span<const std::string> options) override;
  std::unique_ptr<Program> load(std::span<const std::byte> binary) override;
  bool keeps_programs() const override { return keeps; }
  // `handle` is the address of a std::span<std::byte> that lives as long as the buffer.
  std::unique_ptr<Buffer> wrap_buffer(std::uint64_t handle) override;
  std::unique_ptr<Stream> wrap_stream(void* handle) override;

 private:
  void count_allocation();
};

}  // namespace selvage::gpu
