// SPDX-License-Identifier: Apache-2.0
#pragma once
// The chapter's five filters, and one with its weights in a constant buffer, as compute shaders:
// HLSL that the build has compiled to SPIR-V.

#include <cstdint>
#include <span>
#include <string_view>

#include "d3d11_compute_chapter/ladder.hpp"

namespace selvage::studies::d3d11 {

struct ShaderPass {
  std::span<const std::uint32_t> code;
  GroupSize group;  // as the shader declares it
};

struct Shader {
  std::string_view file;   // in shaders/
  std::string_view like;   // the title of the rung that computes the same
  ShaderPass first;        //
  ShaderPass second = {};  // no code: there is none
};
std::span<const Shader> shaders();

}  // namespace selvage::studies::d3d11
