// SPDX-License-Identifier: Apache-2.0
#include "methods/separable_tensor/gpu/tensor_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/samples.hpp"
#include "kernels/texts.hpp"

namespace selvage::gpu {
namespace {

LinearStep separable_step(const Pass& pass) {
  auto step = as_separable(linear_step(pass.step));
  if (!step) throw std::logic_error("separable_tensor: the kernel is not separable");
  return *std::move(step);
}

ByteWeights weights_of(const LinearStep& step) {
  auto weights = byte_weights(step);
  if (!weights) throw std::logic_error("separable_tensor: the weights are not a mean");
  return *std::move(weights);
}

// Returns the tap `distance` samples or rows away, with taps `step` of them apart; 0 if there is
// none.
int weight_at(const ByteWeights1d& weights, int distance, int step) {
  const int radius = static_cast<int>(weights.weights.size()) / 2;
  if (distance % step != 0 || std::abs(distance / step) > radius) return 0;
  return weights.weights[static_cast<std::size_t>(distance / step + radius)];
}

// Equals place_of of methods/separable_tensor/gpu/async_copy.h.
int place_of(int m) {
  return m % 8 / 2 * 4 + m / 8 * 2 + m % 2;
}

// Returns the matrices of a row's or a column's sum, with taps `tap_step` samples or rows apart.
std::vector<std::uint32_t> matrices(const ByteWeights1d& weights, int steps, int tap_step) {
  std::vector<std::uint32_t> words;
  for (int step = 0; step < steps; ++step)
    for (const int shift : {8, 0})
      for (int item = 0; item < TensorShape::items; ++item)
        for (int word = 0; word < 4; ++word) {
          const int result = place_of(item / 4 + 8 * (word % 2));
          const int first = TensorShape::block * (2 * step + word / 2) + 4 * (item % 4);
          std::uint32_t bytes = 0;
          for (int j = 0; j < 4; ++j) {
            const int distance = first + j - TensorShape::reach(steps) - result;
            const auto weight = static_cast<std::uint32_t>(weight_at(weights, distance, tap_step));
            bytes |= (weight >> shift & 255u) << 8 * j;
          }
          words.push_back(bytes);
        }
  return words;
}

std::vector<std::uint32_t> row_matrices(const TensorStep& step) {
  return matrices(step.weights.row, step.shape().steps_x, step.channels);
}

std::vector<std::uint32_t> column_matrices(const TensorStep& step) {
  return matrices(step.weights.column, step.shape().steps_y, 1);
}

}  // namespace

TensorStep::TensorStep(const Pass& pass, const Problem& problem)
    : step(separable_step(pass)), weights(weights_of(step)), channels(problem.channels) {}

Code tensor_code(const TensorStep& step, const GpuFacts& gpu, bool dense) {
  Code code{.function = "separable_tensor", .source = {}, .options = {"-DSTRUCT=SelvageLinear"}};
  for (const auto file : {"dialect.h", "arguments.h", "linear_arguments.h", "samples.h", "mma.h",
                          "async_copy.h", "separable_tensor.cl"})
    code.source += kernels::text(file);
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  const TensorShape shape = step.shape();
  define("LINEAR_WEIGHTS", 1);  // in the arguments, as tensor_kernel.cpp says
  define("READS", static_cast<int>(PixelType::u8));
  define("WRITES", static_cast<int>(PixelType::u8));
  define("CHANNELS", step.channels);
  define("AVERAGED", step.channels);
  define("HOLES", 0);
  define("DENSE", dense ? 1 : 0);
  define("RADIUS_X", step.step.radius_x);
  define("RADIUS_Y", step.step.radius_y);
  define("STEPS_X", shape.steps_x);
  define("STEPS_Y", shape.steps_y);
  define("TILES", TensorShape::tiles);
  define("ONE_MATRIX", row_matrices(step) == column_matrices(step) ? 1 : 0);
  define("GROUP_WIDTH", TensorShape::items);
  define("GROUP_HEIGHT", TensorShape::warps);
  define("MIN_BLOCKS", tensor_min_blocks(shape));
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("BYTE_PRODUCTS", gpu.byte_products ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

SelvageLinear tensor_arguments(const TensorStep& step) {
  SelvageLinear a{};
  a.radius_x = step.step.radius_x;
  a.radius_y = step.step.radius_y;
  a.border = static_cast<int>(step.step.border);
  a.colours = step.channels;
  a.outside_value =
      static_cast<float>(stored_value(step.step.border_value, PixelType::u8, PixelType::u8));
  a.made_up = made_up(step.weights);
  return a;
}

std::vector<std::uint32_t> tensor_weights(const TensorStep& step) {
  std::vector<std::uint32_t> words = row_matrices(step);
  std::ranges::copy(column_matrices(step), std::back_inserter(words));
  return words;
}

}  // namespace selvage::gpu
