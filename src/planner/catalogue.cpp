// SPDX-License-Identifier: Apache-2.0
// THE list of candidates.
#include "planner/catalogue.hpp"

#include <array>

#include "planner/cpu_direct.hpp"
#include "planner/direct_steps.hpp"
#include "planner/gpu_direct.hpp"

namespace selvage::planner {
namespace {

// From one text on both.
constexpr Candidate gpu_tile(std::string_view backend) {
  return {.name = "tile",
          .backend = backend,
          .paper = "tomasi1998",
          .method = Method::direct,
          .serves = is_window_mean,
          .unsupported = gpu_tile_unsupported,
          .error = gpu_tile_error,
          .tune = gpu_tile_tuning,
          .seconds = gpu_tile_seconds,
          .scratch = gpu_tile_scratch,
          .passes = direct_passes};
}
constexpr Candidate gpu_plain(std::string_view backend) {
  return {.name = "plain",
          .backend = backend,
          .paper = "tomasi1998",
          .method = Method::direct,
          .serves = is_window_mean,
          .unsupported = gpu_plain_unsupported,
          .error = gpu_plain_error,
          .tune = gpu_plain_tuning,
          .seconds = gpu_plain_seconds,
          .scratch = gpu_plain_scratch,
          .passes = direct_passes};
}

constexpr std::array candidates{
    Candidate{.name = "simd",
              .backend = "cpu",
              .paper = "tomasi1998",
              .method = Method::direct,
              .uses_simd = true,
              .serves = is_window_mean,
              .unsupported = simd_unsupported,
              .error = simd_error,
              .tune = simd_tuning,
              .seconds = simd_seconds,
              .scratch = simd_scratch,
              .passes = direct_passes},
    Candidate{.name = "simd16",
              .backend = "cpu",
              .paper = "tomasi1998",
              .method = Method::direct,
              .uses_simd = true,
              .serves = is_window_mean,
              .unsupported = simd16_unsupported,
              .error = simd16_error,
              .tune = simd16_tuning,
              .seconds = simd16_seconds,
              .scratch = simd16_scratch,
              .passes = direct_passes},
    Candidate{.name = "plain",
              .backend = "cpu",
              .paper = "tomasi1998",
              .method = Method::direct,
              .serves = is_window_mean,
              .unsupported = plain_unsupported,
              .error = plain_error,
              .tune = plain_tuning,
              .seconds = plain_seconds,
              .scratch = plain_scratch,
              .passes = direct_passes},
    gpu_tile("cuda"),
    gpu_plain("cuda"),
    gpu_tile("opencl"),
    gpu_plain("opencl"),
};

}  // namespace

std::span<const Candidate> catalogue() {
  return candidates;
}

}  // namespace selvage::planner
