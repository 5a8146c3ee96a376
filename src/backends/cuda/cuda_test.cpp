// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "backends/cuda/cuda_devices.hpp"
#include "backends/cuda/cuda_memory.hpp"
#include "backends/cuda/cuda_stream.hpp"
#include "backends/gpu/testing/device_contract.hpp"

namespace selvage::cuda {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Driver {
  static std::shared_ptr<gpu::Device> open() { return list().empty() ? nullptr : cuda::open(0); }
  static const char* dialect() {
    return R"(
#define KERNEL extern "C" __global__
#define GLOBAL
#define LOCAL_PARAM(T, name) int name##_unused
#define LOCAL_BODY(T, name) extern __shared__ T name[];
#define BARRIER() __syncthreads()
#define LID_X ((int)threadIdx.x)
#define GROUP_X ((int)blockIdx.x)
typedef long long i64;
)";
  }
  static std::uint64_t native(const gpu::Buffer& buffer) {
    return static_cast<const CuBuffer&>(buffer).get();
  }
  static void* native(gpu::Stream& stream) { return static_cast<CuStream&>(stream).get(); }
};

}  // namespace
}  // namespace selvage::cuda

namespace selvage::gpu {
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, DeviceContract, cuda::Driver);
}  // namespace selvage::gpu

namespace selvage::cuda {
namespace {

// Returns the calling thread's context.
CUcontext current_context() {
  CUcontext context = nullptr;
  if (api().cuCtxPopCurrent(&context) != CUDA_SUCCESS) return nullptr;
  api().cuCtxPushCurrent(context);
  return context;
}

TEST(CudaMemory, KnowsWhatIsPageLocked) {
  const auto device = Driver::open();
  if (!device) GTEST_SKIP() << "this machine has no such device";
  std::vector<std::byte> ordinary(std::size_t{8} << 20);
  EXPECT_FALSE(device->is_page_locked(ordinary.data(), ordinary.size()));
  for (const std::size_t bytes : {std::size_t{1000}, std::size_t{5} << 20}) {  // of two kinds
    const auto buffer = device->host_buffer(bytes);
    EXPECT_TRUE(device->is_page_locked(buffer->data(), bytes));
    EXPECT_TRUE(device->is_page_locked(buffer->data() + 100, bytes - 100));
    EXPECT_FALSE(device->is_page_locked(buffer->data() + 100, bytes + (std::size_t{4} << 20)));
  }
}

// Small and large ones are made at a time; all are page-locked and stay apart.
TEST(CudaMemory, SeveralHostBuffersAtATime) {
  const auto device = Driver::open();
  if (!device) GTEST_SKIP() << "this machine has no such device";
  SerialRunner runner;
  const std::size_t sizes[] = {100, std::size_t{5} << 20, std::size_t{2} << 20};
  const auto buffers = device->host_buffers(sizes, runner);
  ASSERT_EQ(buffers.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(device->is_page_locked(buffers[i]->data(), sizes[i]));
    std::fill_n(buffers[i]->data(), sizes[i], static_cast<std::byte>(i));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(buffers[i]->data()[0], static_cast<std::byte>(i));
    EXPECT_EQ(buffers[i]->data()[sizes[i] - 1], static_cast<std::byte>(i));
  }
}

TEST(CudaDevices, ListsWhatThereIs) {
  const auto devices = list();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    EXPECT_EQ(devices[i].id, "cuda:" + std::to_string(i));
    EXPECT_FALSE(devices[i].name.empty());
    EXPECT_THAT(devices[i].driver, StartsWith("CUDA "));
    EXPECT_GT(devices[i].compute_units, 0);
    EXPECT_GT(devices[i].memory_bytes, 0);
  }
}

TEST(CudaDevices, WithoutADriverTheListIsEmpty) {
  if (find_api()) GTEST_SKIP() << "this machine has a CUDA driver";
  EXPECT_TRUE(list().empty());
  EXPECT_EQ(driver_major(), 0);
  EXPECT_STREQ(driver_release(), "");
  EXPECT_THROW(api(), std::logic_error);
}

TEST(CudaDevices, AnIndexThatIsNoneIsAnError) {
  for (const int index : {-1, 1000}) {
    const Error error = error_of([&] { open(index); });
    EXPECT_EQ(error.code(), Errc::device);
    EXPECT_THAT(error.what(), HasSubstr("cuda:" + std::to_string(index)));
  }
}

TEST(CudaDevices, KeepsToAMemoryLimit) {
  if (list().empty()) GTEST_SKIP() << "this machine has no CUDA device";
  EXPECT_EQ(open(0, 12345678)->facts().gpu.memory_bytes, 12345678u);
}

TEST(CudaDevices, LeavesTheCallersContextAlone) {
  if (list().empty()) GTEST_SKIP() << "this machine has no CUDA device";
  CUcontext before = current_context();
  {
    const auto device = open(0);
    const auto buffer = device->buffer(1000);
    const auto stream = device->stream();
    stream->record(0);
    stream->wait();
    EXPECT_EQ(current_context(), before);
    EXPECT_THROW(device->buffer(std::size_t{1} << 50), gpu::OutOfMemory);
  }
  EXPECT_EQ(current_context(), before);
}

// Uses more than the 48 KiB that need no permission.
TEST(CudaDevices, GivesAllOfTheLocalMemory) {
  if (list().empty()) GTEST_SKIP() << "this machine has no CUDA device";
  const auto device = open(0);
  const auto program = device->build(
      "extern \"C\" __global__ void last(float *out, int unused) {\n"
      "  extern __shared__ float tile[];\n"
      "  tile[BYTES / 4 - 1] = 7.0f;\n"
      "  __syncthreads();\n"
      "  out[0] = tile[BYTES / 4 - 1];\n"
      "}\n",
      std::vector{"-DBYTES=" + std::to_string(device->facts().gpu.local_bytes)});
  const auto stream = device->stream();
  const auto out = device->buffer(sizeof(float));
  const gpu::Buffer* const buffers[] = {out.get()};
  stream->launch(program->function("last"),
                 {.local_bytes = device->facts().gpu.local_bytes, .buffers = buffers});
  float result = 0.0f;
  stream->download(reinterpret_cast<std::byte*>(&result), *out, 0, sizeof result);
  stream->wait();
  EXPECT_EQ(result, 7.0f);
}

}  // namespace
}  // namespace selvage::cuda
