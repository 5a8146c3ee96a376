// SPDX-License-Identifier: Apache-2.0
#include "d3d11_compute_chapter/steps.hpp"

#include <fmt/format.h>

#include <optional>

namespace selvage::studies::d3d11 {
namespace {

// A step from one rung to another. `counted`: the factor by which the chapter's own numbers fall.
struct Step {
  const char* from;
  const char* to;
  const char* count;  // what it counts, and where
  std::optional<double> counted;
};

constexpr Step steps[] = {
    {"Gaussian, brute force", "Gaussian, separable", "operations: 49 to 7 + 7 (10.1.3)", 49.0 / 14},
    {"Gaussian, brute force", "Gaussian, separable", "reads of the image: 49 to 1 + 1 (10.2.2)",
     49.0 / 2},
    {"Gaussian, separable", "Gaussian, separable, cached",
     "multiplications: roughly 2; exactly 7 to 4 (10.2.2)", 2.0},
    {"Gaussian, separable",
     "Gaussian, separable, weights in a constant buffer",
     "weights from the application: not counted (10.3.1)",
     {}},
    {"Gaussian, separable",
     "Gaussian, separable, renormalised at the border",
     "some complexity: not counted (10.1.2)",
     {}},
    {"bilateral, brute force", "bilateral, rows, then columns",
     "operations, as with the Gaussian (10.3.2)", 49.0 / 14},
    {"bilateral, rows, then columns",
     "bilateral, columns, then rows",
     "the order: not mentioned",
     {}},
    {"bilateral, brute force", "bilateral, brute force, by luminance",
     "instructions on vector registers: the same number (10.3.1)", 1.0},
    {"Gaussian, brute force, from a buffer",
     "Gaussian, brute force",
     "texture caches help: not counted (10.2.2)",
     {}},
    {"bilateral, brute force, from a buffer",
     "bilateral, brute force",
     "texture caches help: not counted (10.2.2)",
     {}},
};

std::optional<double> factor(const SizedTimes& times, const Step& step) {
  const auto from = times.median.find(step.from), to = times.median.find(step.to);
  if (from == times.median.end() || to == times.median.end()) return {};
  return from->second / to->second;
}

Cell cell(std::optional<double> value) {
  return value ? Cell(*value) : Cell();
}

}  // namespace

Table steps_table(const std::vector<SizedTimes>& times) {
  Table table{.name = "steps",
              .title = "What each step saves: the chapter's count, and our time",
              .cells = {{"from"}, {"to"}, {"the chapter counts"}, {"reduction, chapter", 2}},
              .notes = {"ratio: our speedup at the largest size over the chapter's count"}};
  for (const SizedTimes& sized : times)
    table.cells.add_column({fmt::format("{}x{}", sized.size.width, sized.size.height), 2});
  table.cells.add_column({"ratio", 2});
  for (const Step& step : steps) {
    std::vector<Cell> row = {step.from, step.to, step.count, cell(step.counted)};
    std::optional<double> last;
    for (const SizedTimes& sized : times) {
      last = factor(sized, step);
      row.push_back(cell(last));
    }
    if (!last) continue;
    row.push_back(step.counted ? cell(*last / *step.counted) : Cell());
    table.cells.add_row(std::move(row));
  }
  return table;
}

}  // namespace selvage::studies::d3d11
