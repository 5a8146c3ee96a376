// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace selvage::studies::course {
namespace {

Cell cell(const std::optional<double>& value) {
  return value ? Cell(*value) : Cell();
}

Cell cell(const std::optional<int>& value) {
  return value ? Cell(double(*value)) : Cell();
}

std::string short_number(double value) {
  return fmt::format("{:.2g}", value);
}

}  // namespace

std::string text(GroupSize group) {
  return fmt::format("{}x{}", group.width, group.height);
}

std::vector<Row> timed(Session& session, std::vector<Row> rows, int runs) {
  std::vector<Enqueue> things;
  for (const Row& row : rows)
    if (row.enqueue) things.push_back(row.enqueue);
  const std::vector<Times> times = device_times(session, things, runs);
  std::size_t next = 0;
  for (Row& row : rows)
    if (row.enqueue) row.times = times[next++];
  return rows;
}

std::optional<double> quotient(const std::vector<Row>& rows, const std::string& rung,
                               const std::string& over, const std::string& end) {
  const auto find = [&](const std::string& wanted) {
    return std::ranges::find_if(
        rows, [&](const Row& row) { return row.rung == wanted && row.what.ends_with(end); });
  };
  const auto above = find(rung), below = find(over);
  if (above == rows.end() || below == rows.end()) return {};
  return above->times.median / below->times.median;
}

Table table_of(const std::string& name, const std::string& title, const std::vector<Row>& rows) {
  Table table{.name = name,
              .title = title,
              .cells = {{"rung"},
                        {"kernel"},
                        {"group"},
                        {"loads per pixel", 3},
                        {"average, ms", 4},
                        {"median, ms", 4},
                        {"quartiles, ms"},
                        {"GB/s", 1},
                        {"speedup over the first row", 2},
                        {"registers", 0},
                        {"occupancy", 2},
                        {"largest error"}},
              .notes = {"GB/s counts all loads and stores of the kernels, cached or not."}};
  for (const Row& row : rows) {
    const Times& t = row.times;
    const CodeFacts facts = row.facts.value_or(CodeFacts{});
    table.cells.add_row(
        {row.rung, row.what, row.group.empty() ? Cell() : Cell(row.group), cell(row.loads),
         t.average * 1e3, t.median * 1e3, fmt::format("{:.4f} {:.4f}", t.low * 1e3, t.high * 1e3),
         row.bytes ? Cell(*row.bytes / t.median * 1e-9) : Cell(),
         rows.front().times.median / t.median, cell(facts.registers), cell(facts.occupancy),
         row.error ? Cell(short_number(*row.error)) : Cell()});
  }
  return table;
}

}  // namespace selvage::studies::course
