// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/testing/fake_device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

#include "selvage/error.hpp"

namespace selvage::gpu {
namespace {

constexpr std::byte rubbish{0xcd};  // what fresh memory holds

class FakeBuffer final : public Buffer {
 public:
  FakeBuffer(FakeDevice& device, std::size_t bytes)
      : device_(&device), own_(bytes, rubbish), memory_(own_) {
    device.bytes_in_use += bytes;
    device.most_bytes = std::max(device.most_bytes, device.bytes_in_use);
  }
  explicit FakeBuffer(std::span<std::byte> of_the_user) : memory_(of_the_user) {}
  FakeBuffer(const FakeBuffer&) = delete;
  FakeBuffer& operator=(const FakeBuffer&) = delete;
  ~FakeBuffer() override {
    if (device_) device_->bytes_in_use -= own_.size();
  }

  std::span<std::byte> memory() const { return memory_; }

 private:
  FakeDevice* device_ = nullptr;
  std::vector<std::byte> own_;
  std::span<std::byte> memory_;
};

std::span<std::byte> memory_of(const Buffer& buffer) {
  return static_cast<const FakeBuffer&>(buffer).memory();
}

std::span<std::byte> part_of(const Buffer& buffer, std::size_t offset, std::size_t bytes) {
  const auto memory = memory_of(buffer);
  if (offset > memory.size() || bytes > memory.size() - offset)
    throw std::logic_error("a copy leaves its buffer");
  return memory.subspan(offset, bytes);
}

class FakeHostBuffer final : public HostBuffer {
 public:
  explicit FakeHostBuffer(std::size_t bytes) : memory_(bytes, rubbish) {}
  std::byte* data() override { return memory_.data(); }

 private:
  std::vector<std::byte> memory_;
};

class FakeFunction final : public Function {
 public:
  explicit FakeFunction(const FakeBody& run) : body(run) {}
  const FakeBody& body;
};

class FakeProgram final : public Program {
 public:
  FakeProgram(FakeDevice& device, std::string text) : device_(device), text_(std::move(text)) {
    for (const auto& [name, body] : device.bodies) functions_.try_emplace(name, body);
  }

  Function& function(const std::string& name) override {
    const auto found = functions_.find(name);
    if (found == functions_.end()) throw Error(Errc::device, "no kernel " + name);
    return found->second;
  }
  std::vector<std::byte> binary() const override {
    ++device_.binaries;
    if (!device_.faults.has_binaries) return {};
    const auto bytes = std::as_bytes(std::span(text_));
    return {bytes.begin(), bytes.end()};
  }

 private:
  FakeDevice& device_;
  std::string text_;
  std::map<std::string, FakeFunction> functions_;
};

class FakeStream final : public Stream {
 public:
  FakeStream(FakeDevice& device, int number) : device_(device), number_(number) {}
  FakeStream(const FakeStream&) = delete;
  FakeStream& operator=(const FakeStream&) = delete;
  ~FakeStream() override { device_.abandoned += commands_.size(); }

  void upload(Buffer& to, std::size_t offset, const std::byte* from, std::size_t bytes) override {
    enqueue("upload",
            [=, target = part_of(to, offset, bytes)] { std::copy_n(from, bytes, target.begin()); });
  }
  void download(std::byte* to, const Buffer& from, std::size_t offset, std::size_t bytes) override {
    enqueue("download",
            [=, source = part_of(from, offset, bytes)] { std::ranges::copy(source, to); });
  }
  void launch(Function& function, const Launch& launch) override {
    const int index = device_.launches++;
    if (index == device_.faults.failing_launch) throw OutOfMemory("no room for a launch");
    std::vector<std::span<std::byte>> buffers;
    for (const Buffer* buffer : launch.buffers)
      buffers.push_back(buffer ? memory_of(*buffer) : std::span<std::byte>());
    std::vector<std::byte> arguments(launch.arguments.begin(), launch.arguments.end());
    const bool lost = device_.faults.lost_at_launch && index >= *device_.faults.lost_at_launch;
    enqueue("launch", [=, &body = static_cast<FakeFunction&>(function).body] {
      if (lost) throw Error(Errc::device, "the device was lost");
      body(buffers, arguments);
    });
  }
  void record(int slot) override {
    auto& mark = marks_.at(static_cast<std::size_t>(slot));
    mark.reset();
    enqueue("record", [&mark] { mark = std::chrono::steady_clock::now(); });
  }
  double seconds_between(int first, int second) override {
    const auto& from = marks_.at(static_cast<std::size_t>(first));
    const auto& to = marks_.at(static_cast<std::size_t>(second));
    if (!from || !to) throw std::logic_error("the stream has not passed these marks");
    return std::chrono::duration<double>(*to - *from).count();
  }
  void flush() override {
    note("flush");
    if (device_.pace == FakePace::at_flush) run();
  }
  void wait() override {
    note("wait");
    run();
  }

 private:
  using Command = std::function<void()>;

  void note(const char* what) { device_.log.push_back(fmt::format("{} {}", what, number_)); }
  void enqueue(const char* what, Command command) {
    note(what);
    commands_.push_back(std::move(command));
    if (device_.pace == FakePace::at_once) run();
  }
  void run() {
    const auto commands = std::exchange(commands_, {});
    for (const Command& command : commands) command();
  }

  FakeDevice& device_;
  int number_;
  std::vector<Command> commands_;
  std::array<std::optional<std::chrono::steady_clock::time_point>, 32> marks_;
};

}  // namespace

void FakeDevice::count_allocation() {
  if (allocations++ == faults.failing_allocation) throw OutOfMemory("an allocation failed");
}

std::unique_ptr<Buffer> FakeDevice::buffer(std::size_t bytes) {
  count_allocation();
  if (bytes > faults.memory_bytes - std::min(bytes_in_use, faults.memory_bytes))
    throw OutOfMemory("the device is full");
  return std::make_unique<FakeBuffer>(*this, bytes);
}

std::unique_ptr<HostBuffer> FakeDevice::host_buffer(std::size_t bytes) {
  count_allocation();
  return std::make_unique<FakeHostBuffer>(bytes);
}

bool FakeDevice::is_page_locked(const std::byte* first, std::size_t bytes) const {
  return std::ranges::any_of(page_locked, [&](std::span<const std::byte> memory) {
    return first >= memory.data() && first + bytes <= memory.data() + memory.size();
  });
}

std::unique_ptr<Stream> FakeDevice::stream() {
  return std::make_unique<FakeStream>(*this, streams++);
}

std::unique_ptr<Program> FakeDevice::build(const std::string& source,
                                           std::span<const std::string> options) {
  ++builds;
  std::this_thread::sleep_for(faults.build_time);
  if (faults.build_finds_no_room) throw OutOfMemory("no room for a kernel");
  if (faults.build_fails) throw Error(Errc::device, "line 1: what is this?", "a hint");
  return std::make_unique<FakeProgram>(*this,
                                       fmt::format("{} {}", source, fmt::join(options, " ")));
}

std::unique_ptr<Program> FakeDevice::load(std::span<const std::byte> binary) {
  ++loads;
  if (faults.load_fails) throw Error(Errc::device, "not a program of this device");
  std::string text(binary.size(), ' ');
  std::memcpy(text.data(), binary.data(), binary.size());
  return std::make_unique<FakeProgram>(*this, text);
}

std::unique_ptr<Buffer> FakeDevice::wrap_buffer(std::uint64_t handle) {
  return std::make_unique<FakeBuffer>(*std::bit_cast<std::span<std::byte>*>(handle));
}

std::unique_ptr<Stream> FakeDevice::wrap_stream(void*) {
  throw std::logic_error("fake streams are not wrapped");
}

}  // namespace selvage::gpu
