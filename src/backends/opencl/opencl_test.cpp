// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "backends/gpu/testing/device_contract.hpp"
#include "backends/opencl/opencl_devices.hpp"
#include "backends/opencl/opencl_error.hpp"
#include "backends/opencl/opencl_memory.hpp"
#include "backends/opencl/opencl_stream.hpp"

namespace selvage::opencl {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Driver {
  static std::shared_ptr<gpu::Device> open() { return list().empty() ? nullptr : opencl::open(0); }
  static const char* dialect() {
    return R"(
#define KERNEL __kernel
#define GLOBAL __global
#define LOCAL_PARAM(T, name) __local T *name
#define LOCAL_BODY(T, name)
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define LID_X ((int)get_local_id(0))
#define GROUP_X ((int)get_group_id(0))
typedef long i64;
)";
  }
  static std::uint64_t native(const gpu::Buffer& buffer) {
    return reinterpret_cast<std::uint64_t>(static_cast<const ClBuffer&>(buffer).get());
  }
  static void* native(gpu::Stream& stream) { return static_cast<ClStream&>(stream).get(); }
};

}  // namespace
}  // namespace selvage::opencl

namespace selvage::gpu {
INSTANTIATE_TYPED_TEST_SUITE_P(Opencl, DeviceContract, opencl::Driver);
}  // namespace selvage::gpu

namespace selvage::opencl {
namespace {

TEST(OpenclDevices, ListsProcessorsLast) {
  const auto devices = list();
  bool processor = false;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    EXPECT_EQ(devices[i].id, "opencl:" + std::to_string(i));
    EXPECT_FALSE(devices[i].name.empty());
    EXPECT_THAT(devices[i].driver, StartsWith("OpenCL "));
    EXPECT_TRUE(!processor || devices[i].is_processor) << devices[i].name;
    processor = devices[i].is_processor;
  }
}

TEST(OpenclDevices, AnIndexThatIsNoneIsAnError) {
  for (const int index : {-1, 1000}) {
    const Error error = error_of([&] { open(index); });
    EXPECT_EQ(error.code(), Errc::device);
    EXPECT_THAT(error.what(), HasSubstr("opencl:" + std::to_string(index)));
  }
}

TEST(OpenclDevices, KeepsToAMemoryLimit) {
  if (list().empty()) GTEST_SKIP() << "this machine has no OpenCL device";
  EXPECT_EQ(open(0, 12345678)->facts().gpu.memory_bytes, 12345678u);
}

// Two contexts are foreign to each other even on one device.
TEST(OpenclDevices, RefusesWhatBelongsToAnotherContext) {
  if (list().empty()) GTEST_SKIP() << "this machine has no OpenCL device";
  const auto ours = open(0), other = open(0);
  const auto buffer = other->buffer(100);
  const auto stream = other->stream();
  const auto wrap = [&] { ours->wrap_buffer(Driver::native(*buffer)); };
  EXPECT_THAT(error_of(wrap).what(), HasSubstr("another context"));
  const auto wrap_stream = [&] { ours->wrap_stream(Driver::native(*stream)); };
  EXPECT_THAT(error_of(wrap_stream).what(), HasSubstr("another context"));
}

// A user's buffer in the device's native context.
TEST(OpenclDevices, TakesABufferMadeInItsContext) {
  if (list().empty()) GTEST_SKIP() << "this machine has no OpenCL device";
  const auto device = open(0);
  cl_int status = CL_SUCCESS;
  const Memory users(api().clCreateBuffer(static_cast<cl_context>(device->native_context()),
                                          CL_MEM_READ_WRITE, 100, nullptr, &status));
  ASSERT_EQ(status, CL_SUCCESS);
  const auto buffer = device->wrap_buffer(std::bit_cast<std::uint64_t>(users.get()));
  const auto stream = device->stream();
  const std::byte sent{42};
  std::byte received{0};
  stream->upload(*buffer, 99, &sent, 1);
  stream->download(&received, *buffer, 99, 1);
  stream->wait();
  EXPECT_EQ(received, sent);
}

TEST(OpenclErrors, SayWhatTheDriverSaid) {
  EXPECT_NO_THROW(check(CL_SUCCESS, "do it"));
  const Error error = error_of([] { check(-54, "launch a kernel"); });
  EXPECT_EQ(error.code(), Errc::device);
  EXPECT_STREQ(error.what(), "OpenCL cannot launch a kernel: CL_INVALID_WORK_GROUP_SIZE (-54)");
  EXPECT_EQ(status_name(-9999), "OpenCL error (-9999)");
}

// A driver that reserves memory at first use may report its lack anywhere.
TEST(OpenclErrors, KnowALackOfMemory) {
  EXPECT_THROW(check(CL_MEM_OBJECT_ALLOCATION_FAILURE, "launch a kernel"), gpu::OutOfMemory);
  EXPECT_THROW(check(CL_OUT_OF_RESOURCES, "launch a kernel"), Error);
  EXPECT_THROW(check_allocation(CL_OUT_OF_RESOURCES, 1), gpu::OutOfMemory);
  EXPECT_THROW(check_allocation(CL_INVALID_BUFFER_SIZE, 1), gpu::OutOfMemory);
  EXPECT_THROW(check_allocation(-34, 1), Error);
}

}  // namespace
}  // namespace selvage::opencl
