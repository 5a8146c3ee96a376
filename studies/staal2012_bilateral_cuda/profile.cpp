// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "runner/product.hpp"
#include "staal2012_bilateral_cuda/document.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/measure.hpp"
#include "staal2012_bilateral_cuda/prepared.hpp"

namespace selvage::studies::staal {
namespace {

template <class Value>
Cell cell(const std::optional<Value>& value) {
  return value ? Cell(static_cast<double>(*value)) : Cell();
}

std::string grid_text(int x, int y) {
  return y == 1 ? fmt::format("{}", x) : fmt::format("{}x{}", x, y);
}

int blocks(int items, int block) {
  return (items - 1) / block + 1;
}

// Of one launch, as the profiler's table has it.
std::vector<Cell> row_of(const Prepared& rung, double seconds, int width, int height, bool his) {
  const Variant& v = rung.variant();
  const auto theirs = document_profile(v.as_document ? v.entry->number : -1);
  const int launches = v.entry->one_channel ? rgb : 1;
  const double ours_us = 1e6 * seconds / launches;
  const std::string grid =
      v.entry->grid_2d ? grid_text(blocks(width, v.block.width), blocks(height, v.block.height))
                       : grid_text(blocks(width * height, v.block.width), 1);
  const CodeFacts facts = rung.facts();
  return {v.name,
          theirs ? Cell(theirs->kernel_us) : Cell(),
          ours_us,
          theirs && his ? Cell(theirs->kernel_us / ours_us) : Cell(),
          static_cast<double>(launches),
          theirs ? Cell(grid_text(theirs->grid_x, theirs->grid_y)) : Cell(),
          grid,
          theirs ? Cell(grid_text(theirs->block_x, theirs->block_y)) : Cell(),
          grid_text(v.block.width, v.block.height),
          theirs ? Cell(static_cast<double>(theirs->registers)) : Cell(),
          cell(facts.registers),
          theirs ? Cell(theirs->occupancy) : Cell(),
          cell(facts.occupancy),
          cell(facts.groups_resident),
          cell(facts.local_bytes)};
}

}  // namespace

void make_profile(Session& session) {
  const bool quick = session.options().quick;
  const Settings settings = settings_of(session.options(), {4}).front();
  const int side = quick ? std::max(16, settings.radius + 1) : 512;
  const Image image = test_image(session, side, side);
  const std::vector<Variant> wanted = variants(session, settings);
  Memory memory(session, image, settings);
  const std::vector<Prepared> rungs = prepare(session, memory, wanted, settings);
  const ProductKernel product = product_kernel(session, filter_of(settings), image,
                                               memory.interleaved(), memory.result_buffer());
  std::vector<Enqueue> things;
  for (const Prepared& rung : rungs)
    things.emplace_back([&rung](gpu::Stream& stream) { rung.enqueue(stream); });
  things.push_back(product.enqueue);
  const std::vector<Times> times = device_times(session, things, session.runs(10));

  Table table{.name = "figure_4",
              .title = fmt::format("Figure 4: each kernel at {}x{}, radius {}", side, side,
                                   settings.radius),
              .cells = {{"kernel", 0},
                        {"Staal, us", 1},
                        {"ours, us", 2},
                        {"Staal / ours", 1},
                        {"launches", 0},
                        {"Staal's grid", 0},
                        {"grid", 0},
                        {"Staal's block", 0},
                        {"block", 0},
                        {"Staal's registers", 0},
                        {"registers", 0},
                        {"Staal's occupancy", 3},
                        {"occupancy", 3},
                        {"groups per compute unit", 0},
                        {"local memory, bytes", 0}}};
  const bool his = !quick && settings.radius == 4;
  for (std::size_t i = 0; i < rungs.size(); ++i)
    table.cells.add_row(row_of(rungs[i], times[i].median, side, side, his));
  std::vector<Cell> last(table.cells.columns().size());
  last[0] = fmt::format("selvage: {}", product.candidate);
  last[2] = 1e6 * times.back().median;
  last[4] = 1.0;
  table.cells.add_row(last);
  table.notes = {
      "Times are per launch; GPU7 has three. Registers, occupancy and resident groups are "
      "reported by the driver; \"-\": not reported (OpenCL).",
      "Cache hits, which his card could not count either, are not measured: the counters need a "
      "profiler's privileges."};
  session.keep(table);
}

}  // namespace selvage::studies::staal
