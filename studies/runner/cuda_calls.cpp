// SPDX-License-Identifier: Apache-2.0
#include "runner/cuda_calls.hpp"

#include <charconv>
#include <optional>
#include <string>

#include "backends/gpu/dynamic_library.hpp"
#include "selvage/error.hpp"

namespace selvage::studies {
namespace {

std::optional<CudaCalls> load() {
  const std::string names[] = {"libcuda.so.1"};
  const gpu::DynamicLibrary library(names);
  CudaCalls f{};
  const bool complete = library.find(f.cuTexObjectCreate, "cuTexObjectCreate") &&
                        library.find(f.cuTexObjectDestroy, "cuTexObjectDestroy") &&
                        library.find(f.cuArrayCreate, "cuArrayCreate_v2") &&
                        library.find(f.cuArrayDestroy, "cuArrayDestroy") &&
                        library.find(f.cuMemcpy2D, "cuMemcpy2D_v2") &&
                        library.find(f.cuOccupancyMaxActiveBlocksPerMultiprocessor,
                                     "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  if (!complete) return {};
  return f;
}

}  // namespace

const CudaCalls& cuda_calls() {
  static const std::optional<CudaCalls> loaded = load();
  if (!loaded)
    throw Error(Errc::device, "CUDA's driver has no texture objects", "update the driver");
  return *loaded;
}

cuda::SharedContext context_of(Session& session) {
  const std::string& id = session.place().description.id;  // "cuda:1"
  int index = 0;
  std::from_chars(id.data() + id.find(':') + 1, id.data() + id.size(), index);
  cuda::CUdevice device = 0;
  cuda::check(cuda::api().cuDeviceGet(&device, index), "find the device");
  // The primary context, which the session's device is in too.
  return std::make_shared<const cuda::Context>(device);
}

}  // namespace selvage::studies
