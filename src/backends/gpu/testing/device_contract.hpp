// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tests that a driver keeps the contract of gpu::Device. The suite runs on each. A `Driver` has
//   static std::shared_ptr<Device> open();         null: this machine has none
//   static const char* dialect();                  KERNEL, GLOBAL, LOCAL_PARAM, ... as macros
//   static std::uint64_t native(const Buffer&);    what a user would have
//   static void* native(Stream&);

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "backends/gpu/device.hpp"
#include "core/test_errors.hpp"

namespace selvage::gpu {

// Reverses groups of GROUP samples: out[i] = gain * in[mirror of i] + extra[i]; no extra: 0.
constexpr const char* contract_kernel = R"(
typedef struct { i64 offset; int count; float gain; } Arguments;

KERNEL void mirror(GLOBAL const float *in, GLOBAL float *out, GLOBAL const float *extra,
                   Arguments a, LOCAL_PARAM(float, tile)) {
  LOCAL_BODY(float, tile)
  const int lane = LID_X;
  const int i = GROUP_X * GROUP + lane;
  tile[lane] = i < a.count ? in[a.offset + i] : 0.0f;
  BARRIER();
  if (i < a.count) out[a.offset + i] = a.gain * tile[GROUP - 1 - lane] + (extra ? extra[i] : 0.0f);
}

KERNEL void square(GLOBAL float *data) {
  const int i = GROUP_X * GROUP + LID_X;
  data[i] = data[i] * data[i];
}
)";

struct ContractArguments {
  std::int64_t offset = 0;  // samples
  int count = 0;
  float gain = 1.0f;
};

template <class Driver>
class DeviceContract : public ::testing::Test {
 protected:
  static constexpr int group = 64;

  static void SetUpTestSuite() { device = Driver::open(); }
  static void TearDownTestSuite() { device.reset(); }

  void SetUp() override {
    if (!device) GTEST_SKIP() << "this machine has no such device";
  }

  static std::unique_ptr<Program> program() {
    const std::string options[] = {"-DGROUP=64"};
    return device->build(source(), options);
  }
  static std::string source() { return std::string(Driver::dialect()) + contract_kernel; }

  static std::vector<float> ramp(int count) {
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 1.0f);
    return values;
  }

  static std::unique_ptr<Buffer> filled(Stream& stream, const std::vector<float>& values) {
    auto buffer = device->buffer(values.size() * sizeof(float));
    stream.upload(*buffer, 0, bytes_of(values), values.size() * sizeof(float));
    stream.wait();
    return buffer;
  }

  static std::vector<float> read(Stream& stream, const Buffer& buffer, int count) {
    std::vector<float> values(static_cast<std::size_t>(count));
    stream.download(reinterpret_cast<std::byte*>(values.data()), buffer, 0,
                    values.size() * sizeof(float));
    stream.wait();
    return values;
  }

  static const std::byte* bytes_of(const std::vector<float>& values) {
    return reinterpret_cast<const std::byte*>(values.data());
  }

  // mirror() over `count` samples.
  static void launch_mirror(Stream& stream, Function& function, const Buffer& in, const Buffer& out,
                            const Buffer* extra, const ContractArguments& arguments) {
    const Buffer* const buffers[] = {&in, &out, extra};
    stream.launch(function, {.groups_x = (arguments.count + group - 1) / group,
                             .group_width = group,
                             .local_bytes = group * sizeof(float),
                             .buffers = buffers,
                             .arguments = std::as_bytes(std::span(&arguments, 1))});
  }

  static void launch_square(Stream& stream, Function& function, const Buffer& data, int count) {
    const Buffer* const buffers[] = {&data};
    stream.launch(function, {.groups_x = count / group, .group_width = group, .buffers = buffers});
  }

  static std::vector<float> mirrored(const std::vector<float>& in, float gain) {
    std::vector<float> out(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
      out[i] = gain * in[i / group * group + group - 1 - i % group];
    return out;
  }

  static inline std::shared_ptr<Device> device;
};

TYPED_TEST_SUITE_P(DeviceContract);

TYPED_TEST_P(DeviceContract, SaysWhatItIs) {
  const DeviceFacts& facts = this->device->facts();
  EXPECT_GT(facts.gpu.compute_units, 0);
  EXPECT_GT(facts.gpu.clock_mhz, 0);
  EXPECT_GE(facts.gpu.largest_group, 64);
  EXPECT_GE(facts.gpu.local_bytes, 16384u);
  EXPECT_GT(facts.gpu.memory_bytes, std::size_t{16} << 20);
  EXPECT_GT(facts.gpu.largest_buffer_bytes, std::size_t{16} << 20);
  EXPECT_GT(facts.gpu.copy_bytes_per_second, 1e6);
  EXPECT_GT(facts.gpu.open_seconds, 0.0);
  EXPECT_NE(this->device->native_context(), nullptr);
  EXPECT_THAT(this->device->identity(), ::testing::StartsWith(std::string(facts.backend)));
}

TYPED_TEST_P(DeviceContract, CopiesAtOffsets) {
  const auto stream = this->device->stream();
  const auto host = this->device->host_buffer(1000);
  const auto memory = this->device->buffer(3000);
  for (int i = 0; i < 1000; ++i) host->data()[i] = static_cast<std::byte>(i % 251);
  stream->upload(*memory, 1003, host->data(), 1000);
  stream->upload(*memory, 0, host->data(), 0);  // nothing
  std::vector<std::byte> back(500);
  stream->download(back.data(), *memory, 1303, back.size());
  stream->wait();
  for (int i = 0; i < 500; ++i)
    ASSERT_EQ(back[static_cast<std::size_t>(i)], static_cast<std::byte>((i + 300) % 251)) << i;
}

TYPED_TEST_P(DeviceContract, EmptyMemoryIsMemory) {
  EXPECT_NE(this->device->buffer(0), nullptr);
  EXPECT_NE(this->device->host_buffer(0)->data(), nullptr);
}

TYPED_TEST_P(DeviceContract, LaunchesWithAllKindsOfArguments) {
  constexpr int count = 1024;
  const auto program = this->program();
  Function& mirror = program->function("mirror");
  EXPECT_EQ(&mirror, &program->function("mirror"));
  const auto stream = this->device->stream();
  const auto values = this->ramp(count);
  const auto in = this->filled(*stream, values);
  const auto out = this->filled(*stream, std::vector<float>(count, -1.0f));

  this->launch_mirror(*stream, mirror, *in, *out, nullptr, {.count = count, .gain = 0.5f});
  EXPECT_EQ(this->read(*stream, *out, count), this->mirrored(values, 0.5f));

  // With the optional buffer, and for a part of the samples alone.
  const auto extra = this->filled(*stream, std::vector<float>(count, 10.0f));
  this->launch_mirror(*stream, mirror, *in, *out, extra.get(), {.offset = 512, .count = 64});
  const auto result = this->read(*stream, *out, count);
  EXPECT_EQ(result[511], 0.5f * values[448]);
  EXPECT_EQ(result[512], values[575] + 10.0f);
  EXPECT_EQ(result[575], values[512] + 10.0f);
  EXPECT_EQ(result[576], 0.5f * values[639]);
}

TYPED_TEST_P(DeviceContract, RunsCommandsInOrder) {
  constexpr int count = 4096;
  const auto program = this->program();
  const auto stream = this->device->stream();
  const auto memory = this->filled(*stream, std::vector<float>(count, 1.5f));
  const std::vector<float> twos(count, 2.0f);
  std::vector<float> between(count), after(count);
  Function& square = program->function("square");
  const auto bytes = count * sizeof(float);
  this->launch_square(*stream, square, *memory, count);
  stream->download(reinterpret_cast<std::byte*>(between.data()), *memory, 0, bytes);
  stream->upload(*memory, 0, this->bytes_of(twos), bytes);
  this->launch_square(*stream, square, *memory, count);
  this->launch_square(*stream, square, *memory, count);
  stream->download(reinterpret_cast<std::byte*>(after.data()), *memory, 0, bytes);
  stream->flush();
  stream->wait();
  EXPECT_THAT(between, ::testing::Each(2.25f));
  EXPECT_THAT(after, ::testing::Each(16.0f));
}

TYPED_TEST_P(DeviceContract, TwoStreamsShareAFunction) {
  constexpr int count = 4096;
  const auto program = this->program();
  Function& square = program->function("square");
  const auto first = this->device->stream();
  const auto second = this->device->stream();
  const auto a = this->filled(*first, std::vector<float>(count, 3.0f));
  const auto b = this->filled(*second, std::vector<float>(count, 5.0f));
  for (int i = 0; i < 2; ++i) {
    this->launch_square(*first, square, *a, count);
    this->launch_square(*second, square, *b, count);
  }
  EXPECT_THAT(this->read(*second, *b, count), ::testing::Each(625.0f));
  EXPECT_THAT(this->read(*first, *a, count), ::testing::Each(81.0f));
}

TYPED_TEST_P(DeviceContract, MeasuresTime) {
  constexpr int count = 1 << 16;
  const auto program = this->program();
  Function& square = program->function("square");
  const auto stream = this->device->stream();
  const auto memory = this->filled(*stream, std::vector<float>(count, 1.0f));
  stream->record(0);
  this->launch_square(*stream, square, *memory, count);
  stream->record(31);
  for (int i = 0; i < 8; ++i) this->launch_square(*stream, square, *memory, count);
  stream->record(5);
  stream->wait();
  const double one = stream->seconds_between(0, 31);
  const double all = stream->seconds_between(0, 5);
  EXPECT_GT(one, 0.0);
  EXPECT_GT(all, one);
  EXPECT_LT(all, 10.0);
  EXPECT_THROW(stream->seconds_between(0, 6), std::logic_error);
}

TYPED_TEST_P(DeviceContract, ABuildErrorSaysWhere) {
  const std::string options[] = {"-DGROUP=no_such_name"};
  const Error error = error_of([&] { this->device->build(this->source(), options); });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("-DGROUP=no_such_name"));
  EXPECT_THAT(error.what(), ::testing::ContainsRegex("undeclared|undefined"));
  EXPECT_THAT(error.what(), ::testing::Not(::testing::HasSubstr("\n")));
  EXPECT_FALSE(error.hint().empty());
}

TYPED_TEST_P(DeviceContract, AMissingFunctionIsAnError) {
  const auto program = this->program();
  const Error error = error_of([&] { program->function("no_such_kernel"); });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("no_such_kernel"));
}

TYPED_TEST_P(DeviceContract, ABinaryRunsLikeItsSource) {
  constexpr int count = 128;
  const auto binary = this->program()->binary();
  ASSERT_FALSE(binary.empty());
  const auto program = this->device->load(binary);
  const auto stream = this->device->stream();
  const auto in = this->filled(*stream, this->ramp(count));
  const auto out = this->device->buffer(count * sizeof(float));
  this->launch_mirror(*stream, program->function("mirror"), *in, *out, nullptr, {.count = count});
  EXPECT_EQ(this->read(*stream, *out, count), this->mirrored(this->ramp(count), 1.0f));
}

TYPED_TEST_P(DeviceContract, ADamagedBinaryIsAnError) {
  const auto binary = this->program()->binary();
  const auto fails = [&](std::span<const std::byte> bytes) {
    return error_of([&] { this->device->load(bytes); }).code() == Errc::device;
  };
  EXPECT_TRUE(fails({}));
  EXPECT_TRUE(fails(std::span(binary).first(10)));
  EXPECT_TRUE(fails(std::span(binary).first(binary.size() - 1)));
  auto changed = binary;
  changed[changed.size() / 2] ^= std::byte{1};
  EXPECT_TRUE(fails(changed));
}

TYPED_TEST_P(DeviceContract, TooMuchMemoryIsOutOfMemory) {
  EXPECT_THROW(this->device->buffer(std::size_t{1} << 50), OutOfMemory);
  EXPECT_THROW(this->device->host_buffer(std::size_t{1} << 50), OutOfMemory);
  // And nothing else broke.
  const auto stream = this->device->stream();
  const auto memory = this->filled(*stream, this->ramp(64));
  EXPECT_EQ(this->read(*stream, *memory, 64), this->ramp(64));
}

TYPED_TEST_P(DeviceContract, UsesBuffersAndStreamsOfTheUser) {
  constexpr int count = 256;
  const auto program = this->program();
  const auto users_stream = this->device->stream();
  const auto users_memory = this->filled(*users_stream, std::vector<float>(count, 7.0f));
  {
    const auto stream = this->device->wrap_stream(TypeParam::native(*users_stream));
    const auto memory = this->device->wrap_buffer(TypeParam::native(*users_memory));
    this->launch_square(*stream, program->function("square"), *memory, count);
  }
  EXPECT_THAT(this->read(*users_stream, *users_memory, count), ::testing::Each(49.0f));
}

TYPED_TEST_P(DeviceContract, ALaunchThatCannotBeIsAnError) {
  const auto program = this->program();
  const auto stream = this->device->stream();
  const auto memory = this->device->buffer(4096);
  const Buffer* const buffers[] = {memory.get()};
  const auto launch = [&] {
    stream->launch(program->function("square"), {.group_width = 1 << 20, .buffers = buffers});
  };
  EXPECT_EQ(error_of(launch).code(), Errc::device);
  EXPECT_NO_THROW(stream->wait());
}

// Objects made by a device may outlive it.
TYPED_TEST_P(DeviceContract, MayGoBeforeItsBuffers) {
  auto own = TypeParam::open();
  const auto buffer = own->buffer(100);
  const auto host = own->host_buffer(100);
  const auto stream = own->stream();
  own.reset();
  host->data()[0] = std::byte{42};
  host->data()[1] = std::byte{0};
  stream->upload(*buffer, 7, host->data(), 1);
  stream->download(host->data() + 1, *buffer, 7, 1);
  stream->wait();
  EXPECT_EQ(host->data()[1], std::byte{42});
}

REGISTER_TYPED_TEST_SUITE_P(DeviceContract, SaysWhatItIs, CopiesAtOffsets, EmptyMemoryIsMemory,
                            LaunchesWithAllKindsOfArguments, RunsCommandsInOrder,
                            TwoStreamsShareAFunction, MeasuresTime, ABuildErrorSaysWhere,
                            AMissingFunctionIsAnError, ABinaryRunsLikeItsSource,
                            ADamagedBinaryIsAnError, TooMuchMemoryIsOutOfMemory,
                            UsesBuffersAndStreamsOfTheUser, ALaunchThatCannotBeIsAnError,
                            MayGoBeforeItsBuffers);

}  // namespace selvage::gpu
