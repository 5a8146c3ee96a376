// SPDX-License-Identifier: Apache-2.0
#include "methods/edge_stopping/gpu/edge_stopping_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/texts.hpp"
#include "methods/edge_stopping/edge_stopping_shape.hpp"
#include "methods/edge_stopping/tuning.hpp"

namespace selvage::gpu {
namespace {

static_assert(SELVAGE_EDGE_STOPPING_RADIUS == largest_tiled_radius);

// Rounds weights to single precision, as the kernels use them.
std::vector<float> single(const std::vector<double>& weights) {
  return {weights.begin(), weights.end()};
}

// Returns the sums of the first 0, 1, ... taps back, the centre's included, and of those forth.
struct EdgeStoppingSums {
  std::vector<double> back, forth;
};
EdgeStoppingSums edge_stopping_sums(const std::vector<float>& weights) {
  const std::size_t r = weights.size() / 2;
  EdgeStoppingSums sums{.back = {double{weights[r]}}, .forth = {0.0}};
  for (std::size_t k = 1; k <= r; ++k) {
    sums.back.push_back(sums.back.back() + double{weights[r - k]});
    sums.forth.push_back(sums.forth.back() + double{weights[r + k]});
  }
  return sums;
}

// Rounds down for integers: a difference exceeds the threshold exactly if it exceeds the integer
// below it.
float stored_threshold(const Problem& problem, float threshold) {
  const double stored = double{threshold} * full_scale(problem.type);
  return static_cast<float>(is_integer(problem.type) ? std::floor(std::min(stored, 1e6)) : stored);
}

bool has_geometry(const Problem& problem) {
  return problem.shapes.normals.width > 0 || problem.shapes.depth.width > 0;
}

// Returns the minimum blocks per multiprocessor, which bound registers; 1 if a span of values needs
// more registers.
int min_blocks(const GeometryText& text, const Problem& problem, int averaged) {
  constexpr int few_values = 72;
  const std::string_view function = text.function;
  const int span = text.group.rows + 2 * std::get<GeometryGuided>(problem.filter).radius;
  if (function == "geometry_marks") return 4;
  if (span * averaged > few_values) return 1;
  if (function == "geometry_rows") return text.rows_find_holes ? 5 : 6;
  return function == "geometry_columns" ? 5 : 1;
}

}  // namespace

// The rows see only the averaged channels of a block, of pixels that their taps reach.
bool rows_may_find_holes(const Problem& problem) {
  return !is_integer(problem.type) && averaged_channels(problem) == problem.channels &&
         channel_blocks(problem).size() == 1 &&
         std::get<GeometryGuided>(problem.filter).radius > 0 && has_geometry(problem);
}

bool marks_read(const Problem& problem, int block) {
  return block == 0 || !is_integer(problem.type) || !has_geometry(problem);
}

Code geometry_code(const GeometryText& asked, const Problem& problem, const GpuFacts& gpu,
                   bool dense) {
  const std::string file = asked.file;
  const Group& group = asked.group;
  const auto& filter = std::get<GeometryGuided>(problem.filter);
  const ConstImageView &normals = problem.shapes.normals, &depth = problem.shapes.depth;
  const ChannelBlock block = channel_blocks(problem).at(static_cast<std::size_t>(asked.block));
  const bool first = asked.block == 0;
  Code code{.function = asked.function, .source = {}, .options = {}};
  for (const auto text :
       {"dialect.h", "arguments.h", "geometry_arguments.h", "samples.h", "geometry.h"})
    code.source += kernels::text(text);
  code.source += kernels::text(file + ".cl");
  code.options.emplace_back("-DSTRUCT=SelvageGeometry");
  const auto define = [&](std::string_view name, int value) {
    code.options.push_back(fmt::format("-D{}={}", name, value));
  };
  define("READS", static_cast<int>(problem.type));
  define("WRITES", static_cast<int>(problem.type));
  define("CHANNELS", block.channels);
  define("AVERAGED", block.averaged);
  define("HOLES", 1);
  define("DENSE", dense && block.channels == problem.channels ? 1 : 0);
  if (file == "geometry_marks") {
    define("IMAGE_HOLES", !is_integer(problem.type) && !asked.rows_find_holes ? 1 : 0);
    define("HAS_NORMALS", first && normals.width > 0 ? 1 : 0);
    define("HAS_DEPTH", first && depth.width > 0 ? 1 : 0);
    define("COMPARES_SAMPLES", has_geometry(problem) ? 0 : 1);
    define("ADDS", first ? 0 : 1);
    define("NORMALS", static_cast<int>(normals.type));
    define("NORMAL_CHANNELS", normals.channels);
    define("DEPTH", static_cast<int>(depth.type));
    define("DEPTH_CHANNELS", depth.channels);
  }
  if (file == "geometry_tile") {
    define("RADIUS", filter.radius);
    define("FINDS_HOLES", asked.rows_find_holes ? 1 : 0);
  }
  if (file == "geometry_taps") define("COLUMNS", asked.columns ? 1 : 0);
  define("GROUP_WIDTH", group.width);
  define("GROUP_HEIGHT", group.height);
  define("ROWS", group.rows);
  define("MIN_BLOCKS", min_blocks(asked, problem, block.averaged));
  define("BLOCK", edge_stopping_block);
  define("BYTE_SIMD", gpu.byte_simd ? 1 : 0);
  define("PROCESSOR", gpu.is_processor ? 1 : 0);
  return code;
}

SelvageGeometry geometry_arguments(const Problem& problem) {
  const auto& filter = std::get<GeometryGuided>(problem.filter);
  SelvageGeometry a{};
  a.radius = filter.radius;
  const double cosine = signed_square_of_cosine(filter);
  a.cosine = static_cast<float>(cosine);
  a.cosine_rest = static_cast<float>(cosine - double{a.cosine});
  a.depth_threshold = filter.depth_threshold;
  a.edge_threshold = stored_threshold(problem, filter.edge_threshold.value_or(0.0f));
  if (filter.radius <= SELVAGE_EDGE_STOPPING_RADIUS) {
    const EdgeStoppingWeights weights = edge_stopping_weights(filter);
    std::ranges::copy(single(weights.row), a.row);
    std::ranges::copy(single(weights.column), a.column);
  }
  return a;
}

std::vector<float> reciprocal_tables(const GeometryGuided& filter) {
  const EdgeStoppingWeights weights = edge_stopping_weights(filter);
  std::vector<float> tables;
  for (const std::vector<double>& line : {weights.row, weights.column}) {
    const EdgeStoppingSums sums = edge_stopping_sums(single(line));
    for (const double back : sums.back)
      for (const double forth : sums.forth)
        tables.push_back(static_cast<float>(1.0 / (back + forth)));
  }
  return tables;
}

std::vector<float> weight_tables(const GeometryGuided& filter) {
  const EdgeStoppingWeights weights = edge_stopping_weights(filter);
  std::vector<float> tables;
  const auto add = [&](const auto& values) {
    for (const auto v : values) tables.push_back(static_cast<float>(v));
  };
  add(weights.row);
  add(weights.column);
  for (const std::vector<double>& line : {weights.row, weights.column}) {
    const EdgeStoppingSums sums = edge_stopping_sums(single(line));
    add(sums.back);
    add(sums.forth);
  }
  return tables;
}

}  // namespace selvage::gpu
