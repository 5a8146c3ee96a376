// SPDX-License-Identifier: Apache-2.0
#include "backends/gpu/tensor_code.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/samples.hpp"
#include "kernels/texts.hpp"

namespace selvage::gpu {
namespace {

LinearStep step_with_lines(const Pass& pass) {
  auto step = as_lines(linear_step(pass.step));
  if (!step) throw std::logic_error("tensor: the matrix is no product of a row and a column");
  return *std::move(step);
}

ByteLines lines_of(const LinearStep& step) {
  auto lines = byte_lines(step);
  if (!lines) throw std::logic_error("tensor: the weights are no mean");
  return *std::move(lines);
}

// The tap `distance` samples or rows away, where taps are `step` of them apart; 0: there is none.
int weight_at(const ByteLine& line, int distance, int step) {
  const int radius = static_cast<int>(line.weights.size()) / 2;
  if (distance % step != 0 || std::abs(distance / step) > radius) return 0;
  return line.weights[static_cast<std::size_t>(distance / step + radius)];
}

// The sample that the m-th row of the first product's left matrix gives. Its items write four
// samples side by side in the end, two of which come from each eight.
int sample_of(int m) {
  const int n = m % 8;
  return n / 2 * 4 + m / 8 * 2 + n % 2;
}

// The sample of the window that byte j of a row's words stands for: an item reads eight side by
// side.
int sample_of_window(int step, int item, int word, int j) {
  return 32 * step + 8 * (item % 4) + 4 * (word / 2) + j;
}

// The row of the window that byte j of a column's words stands for: rows 2 t, 2 t + 1, and 8 below.
int row_of_window(int step, int item, int word, int j) {
  const int block = 2 * step + word / 2;
  return TensorShape::block * block + 2 * (item % 4) + j % 2 + 8 * (j / 2);
}

// One matrix: `weight`(m, step, item, word, j) of its row m.
template <class Weight>
void add_matrices(int steps, const Weight& weight, std::vector<std::uint32_t>& words) {
  for (int step = 0; step < steps; ++step)
    for (const int shift : {8, 0})
      for (int item = 0; item < TensorShape::items; ++item)
        for (int word = 0; word < 4; ++word) {
          const int m = item / 4 + 8 * (word % 2);
          std::uint32_t bytes = 0;
          for (int j = 0; j < 4; ++j) {
            const auto w = static_cast<std::uint32_t>(weight(m, step, item, word, j));
            bytes |= (w >> shift & 255u) << 8 * j;
          }
          words.push_back(bytes);
        }
}

}  // namespace

TensorStep::TensorStep(const Pass& pass, const Problem& problem)
    : step(step_with_lines(pass)), lines(lines_of(step)), channels(problem.channels) {}

Code tensor_code(const TensorStep& step, const GpuFacts& gpu, bool dense) {
  Code code{.function = "tensor", .source = {}, .options = {"-DSTRUCT=SelvageStrip"}};
  for (const auto file :
       {"dialect.h", "arguments.h", "strip_arguments.h", "samples.h", "products.h", "tensor.cl"})
    code.source += kernels::text(file);
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  const TensorShape shape = step.shape();
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
  define("GROUP_WIDTH", TensorShape::items);
  define("GROUP_HEIGHT", TensorShape::teams);
  define("GROUPS_AT_ONCE", tensor_groups_at_once(shape));
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("BYTE_PRODUCTS", gpu.byte_products ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

int tensor_groups_at_once(const TensorShape& shape) {
  // Of 128 items, out of 65536 registers; by the steps of both ways, from 2 on.
  constexpr std::array<int, TensorShape::most_steps_x + TensorShape::most_steps_y - 1> groups{5, 4,
                                                                                              3, 2};
  return groups.at(static_cast<std::size_t>(shape.steps_x + shape.steps_y - 2));
}

SelvageStrip tensor_arguments(const TensorStep& step) {
  SelvageStrip a{};
  a.radius_x = step.step.radius_x;
  a.radius_y = step.step.radius_y;
  a.border = static_cast<int>(step.step.border);
  a.colours = step.channels;
  a.outside_value =
      static_cast<float>(stored_value(step.step.border_value, PixelType::u8, PixelType::u8));
  a.made_up = made_up(step.lines);
  return a;
}

std::vector<std::uint32_t> tensor_weights(const TensorStep& step) {
  const TensorShape shape = step.shape();
  const int left = TensorShape::reach(shape.steps_x), above = TensorShape::reach(shape.steps_y);
  std::vector<std::uint32_t> words;
  add_matrices(
      shape.steps_x,
      [&](int m, int s, int item, int word, int j) {
        const int distance = sample_of_window(s, item, word, j) - left - sample_of(m);
        return weight_at(step.lines.row, distance, step.channels);
      },
      words);
  add_matrices(
      shape.steps_y,
      [&](int m, int s, int item, int word, int j) {
        return weight_at(step.lines.column, row_of_window(s, item, word, j) - above - m, 1);
      },
      words);
  return words;
}

}  // namespace selvage::gpu
