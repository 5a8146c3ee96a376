// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>

#include "d3d11_compute_chapter/shaders.hpp"

namespace selvage::studies::d3d11 {
namespace {

// Made by glslangValidator.
#include "bilateral_brute.inc"
#include "bilateral_separable_columns.inc"
#include "bilateral_separable_rows.inc"
#include "gaussian_brute.inc"
#include "gaussian_cached_columns.inc"
#include "gaussian_cached_rows.inc"
#include "gaussian_constants_columns.inc"
#include "gaussian_constants_rows.inc"
#include "gaussian_separable_columns.inc"
#include "gaussian_separable_rows.inc"

constexpr GroupSize square = {32, 32}, row = {640, 1}, column = {1, 480};

}  // namespace

std::span<const Shader> shaders() {
  static const std::array all{
      Shader{.file = "gaussian_brute.hlsl",
             .like = "Gaussian, brute force",
             .first = {gaussian_brute, square}},
      Shader{.file = "gaussian_separable.hlsl",
             .like = "Gaussian, separable",
             .first = {gaussian_separable_rows, row},
             .second = {gaussian_separable_columns, column}},
      Shader{.file = "gaussian_cached.hlsl",
             .like = "Gaussian, separable, cached",
             .first = {gaussian_cached_rows, row},
             .second = {gaussian_cached_columns, column}},
      Shader{.file = "gaussian_constants.hlsl",
             .like = "Gaussian, separable, weights in a constant buffer",
             .first = {gaussian_constants_rows, row},
             .second = {gaussian_constants_columns, column}},
      Shader{.file = "bilateral_brute.hlsl",
             .like = "bilateral, brute force",
             .first = {bilateral_brute, square}},
      Shader{.file = "bilateral_separable.hlsl",
             .like = "bilateral, rows, then columns",
             .first = {bilateral_separable_rows, row},
             .second = {bilateral_separable_columns, column}},
  };
  return all;
}

}  // namespace selvage::studies::d3d11
