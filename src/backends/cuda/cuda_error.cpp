// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda_error.hpp"

#include <fmt/format.h>

#include <string>

#include "backends/gpu/device.hpp"
#include "selvage/error.hpp"

namespace selvage::cuda {

void check(CUresult status, const char* doing) {
  if (status == CUDA_SUCCESS) return;
  const char *name = nullptr, *words = nullptr;
  api().cuGetErrorName(status, &name);
  api().cuGetErrorString(status, &words);
  const std::string text = fmt::format("CUDA cannot {}: {} ({}): {}", doing,
                                       name ? name : "unknown error", status, words ? words : "");
  if (status == CUDA_ERROR_OUT_OF_MEMORY) throw gpu::OutOfMemory(text);
  throw Error(Errc::device, text, "update the NVIDIA driver, or use another device");
}

}  // namespace selvage::cuda
