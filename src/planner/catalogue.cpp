// SPDX-License-Identifier: Apache-2.0
// THE list of candidates.
#include "planner/catalogue.hpp"

#include <array>

#include "planner/cpu_direct.hpp"
#include "planner/cpu_lines.hpp"
#include "planner/cpu_matrix.hpp"
#include "planner/cpu_narrow.hpp"
#include "planner/cpu_running.hpp"
#include "planner/cpu_series.hpp"
#include "planner/direct_steps.hpp"
#include "planner/geometry.hpp"
#include "planner/gpu_direct.hpp"
#include "planner/gpu_lines.hpp"
#include "planner/gpu_matrix.hpp"
#include "planner/gpu_separable.hpp"
#include "planner/gpu_tensor.hpp"
#include "planner/histogram.hpp"
#include "planner/line_plans.hpp"
#include "planner/upsample.hpp"

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

constexpr Candidate gpu_separable(std::string_view backend) {
  return {.name = "separable",
          .backend = backend,
          .paper = "pham2005",
          .method = Method::separable,
          .serves = is_bilateral,
          .unsupported = gpu_separable_unsupported,
          .error = gpu_separable_error,
          .tune = gpu_separable_tuning,
          .seconds = gpu_separable_seconds,
          .scratch = gpu_separable_scratch,
          .passes = separable_passes};
}

constexpr Candidate gpu_count(std::string_view backend) {
  return {.name = "count",
          .backend = backend,
          .paper = "podlozhnyuk2007",
          .method = Method::direct,
          .serves = is_histogram,
          .unsupported = gpu_count_unsupported,
          .error = histogram_error,
          .tune = gpu_count_tuning,
          .seconds = gpu_count_seconds,
          .scratch = gpu_count_scratch,
          .passes = histogram_passes};
}

constexpr Candidate gpu_upsample(std::string_view backend) {
  return {.name = "upsample",
          .backend = backend,
          .paper = "kopf2007",
          .method = Method::direct,
          .serves = is_upsampling,
          .unsupported = gpu_upsample_unsupported,
          .error = gpu_upsample_error,
          .tune = gpu_upsample_tuning,
          .seconds = gpu_upsample_seconds,
          .scratch = gpu_upsample_scratch,
          .passes = upsample_passes};
}

constexpr Candidate gpu_walk(std::string_view backend) {
  return {.name = "walk",
          .backend = backend,
          .paper = "convolution_sheet",
          .method = Method::direct,
          .serves = is_geometry_guided,
          .unsupported = gpu_walk_unsupported,
          .error = gpu_walk_error,
          .tune = gpu_walk_tuning,
          .seconds = gpu_walk_seconds,
          .scratch = gpu_walk_scratch,
          .passes = walk_passes};
}

constexpr Candidate gpu_lines(std::string_view backend) {
  return {.name = "lines",
          .backend = backend,
          .paper = "treitel1971",
          .method = Method::direct,
          .serves = may_be_lines,
          .unsupported = gpu_lines_unsupported,
          .error = gpu_lines_error,
          .tune = gpu_lines_tuning,
          .seconds = gpu_lines_seconds,
          .scratch = gpu_lines_scratch,
          .passes = linear_passes};
}

constexpr Candidate gpu_tensor(std::string_view backend) {
  return {.name = "tensor",
          .backend = backend,
          .paper = "liu2022",
          .method = Method::direct,
          .serves = may_be_lines,
          .unsupported = gpu_tensor_unsupported,
          .error = gpu_tensor_error,
          .tune = gpu_tensor_tuning,
          .seconds = gpu_tensor_seconds,
          .scratch = gpu_tensor_scratch,
          .passes = linear_passes};
}

constexpr Candidate gpu_matrix(std::string_view backend) {
  return {.name = "matrix",
          .backend = backend,
          .paper = "prewitt1970",
          .method = Method::direct,
          .serves = is_matrix,
          .unsupported = gpu_matrix_unsupported,
          .error = gpu_matrix_error,
          .tune = gpu_matrix_tuning,
          .seconds = gpu_matrix_seconds,
          .scratch = gpu_matrix_scratch,
          .passes = linear_passes};
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
              .serves = is_bilateral,
              .unsupported = simd16_unsupported,
              .error = simd16_error,
              .tune = simd16_tuning,
              .seconds = simd16_seconds,
              .scratch = simd16_scratch,
              .passes = direct_passes},
    Candidate{.name = "series",
              .backend = "cpu",
              .paper = "chaudhury2011",
              .method = Method::bounded,
              .uses_simd = true,
              .serves = is_bilateral,
              .unsupported = series_unsupported,
              .error = series_bound,
              .tune = series_tuning,
              .seconds = series_seconds,
              .scratch = series_scratch,
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
    Candidate{.name = "separable",
              .backend = "cpu",
              .paper = "pham2005",
              .method = Method::separable,
              .uses_simd = true,
              .serves = is_bilateral,
              .unsupported = simd_unsupported,
              .error = separable_error,
              .tune = separable_tuning,
              .seconds = separable_seconds,
              .scratch = separable_scratch,
              .passes = separable_passes},
    Candidate{.name = "count",
              .backend = "cpu",
              .paper = "podlozhnyuk2007",
              .method = Method::direct,
              .serves = is_histogram,
              .unsupported = cpu_count_unsupported,
              .error = histogram_error,
              .tune = cpu_count_tuning,
              .seconds = cpu_count_seconds,
              .scratch = cpu_count_scratch,
              .passes = histogram_passes},
    Candidate{.name = "walk",
              .backend = "cpu",
              .paper = "convolution_sheet",
              .method = Method::direct,
              .uses_simd = true,
              .serves = is_geometry_guided,
              .unsupported = walk_unsupported,
              .error = walk_error,
              .tune = walk_tuning,
              .seconds = walk_seconds,
              .scratch = walk_scratch,
              .passes = walk_passes},
    Candidate{.name = "upsample",
              .backend = "cpu",
              .paper = "kopf2007",
              .method = Method::direct,
              .uses_simd = true,
              .serves = is_upsampling,
              .unsupported = upsample_unsupported,
              .error = upsample_error,
              .tune = upsample_tuning,
              .seconds = upsample_seconds,
              .scratch = upsample_scratch,
              .passes = upsample_passes},
    Candidate{.name = "plain_upsample",
              .backend = "cpu",
              .paper = "kopf2007",
              .method = Method::direct,
              .serves = is_upsampling,
              .unsupported = plain_upsample_unsupported,
              .error = plain_upsample_error,
              .tune = plain_upsample_tuning,
              .seconds = plain_upsample_seconds,
              .scratch = plain_upsample_scratch,
              .passes = upsample_passes},
    Candidate{.name = "lines",
              .backend = "cpu",
              .paper = "treitel1971",
              .method = Method::direct,
              .uses_simd = true,
              .serves = may_be_lines,
              .unsupported = lines_unsupported,
              .error = lines_error,
              .tune = lines_tuning,
              .seconds = lines_seconds,
              .scratch = lines_scratch,
              .passes = linear_passes},
    Candidate{.name = "lines16",
              .backend = "cpu",
              .paper = "treitel1971",
              .method = Method::direct,
              .uses_simd = true,
              .serves = may_be_lines,
              .unsupported = lines16_unsupported,
              .error = lines16_error,
              .tune = lines16_tuning,
              .seconds = lines16_seconds,
              .scratch = lines16_scratch,
              .passes = linear_passes},
    Candidate{.name = "running",
              .backend = "cpu",
              .paper = "mcdonnell1981",
              .method = Method::direct,
              .uses_simd = true,
              .serves = is_box,
              .unsupported = running_unsupported,
              .error = running_error,
              .tune = running_tuning,
              .seconds = running_seconds,
              .scratch = running_scratch,
              .passes = linear_passes},
    Candidate{.name = "plain_lines",
              .backend = "cpu",
              .paper = "treitel1971",
              .method = Method::direct,
              .serves = is_lines,
              .unsupported = plain_lines_unsupported,
              .error = plain_lines_error,
              .tune = plain_lines_tuning,
              .seconds = plain_lines_seconds,
              .scratch = plain_lines_scratch,
              .passes = linear_passes},
    Candidate{.name = "matrix",
              .backend = "cpu",
              .paper = "prewitt1970",
              .method = Method::direct,
              .uses_simd = true,
              .serves = is_matrix,
              .unsupported = matrix_unsupported,
              .error = matrix_error,
              .tune = matrix_tuning,
              .seconds = matrix_seconds,
              .scratch = matrix_scratch,
              .passes = linear_passes},
    Candidate{.name = "plain_matrix",
              .backend = "cpu",
              .paper = "prewitt1970",
              .method = Method::direct,
              .serves = is_matrix,
              .unsupported = plain_matrix_unsupported,
              .error = plain_matrix_error,
              .tune = plain_matrix_tuning,
              .seconds = plain_matrix_seconds,
              .scratch = plain_matrix_scratch,
              .passes = linear_passes},
    gpu_tile("cuda"),
    gpu_plain("cuda"),
    gpu_separable("cuda"),
    gpu_count("cuda"),
    gpu_walk("cuda"),
    gpu_upsample("cuda"),
    gpu_lines("cuda"),
    gpu_matrix("cuda"),
    gpu_tensor("cuda"),
    gpu_tile("opencl"),
    gpu_plain("opencl"),
    gpu_separable("opencl"),
    gpu_count("opencl"),
    gpu_walk("opencl"),
    gpu_upsample("opencl"),
    gpu_lines("opencl"),
    gpu_matrix("opencl"),
    gpu_tensor("opencl"),
};

}  // namespace

std::span<const Candidate> catalogue() {
  return candidates;
}

}  // namespace selvage::planner
