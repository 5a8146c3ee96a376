// SPDX-License-Identifier: Apache-2.0
// Blocks resident on a multiprocessor: the driver's count for the device at hand, and what table
// 6.1 lets on his.

#include <fmt/format.h>

#include <optional>

#include "larsson2015_case_study/document.hpp"
#include "larsson2015_case_study/experiments.hpp"

namespace selvage::studies::larsson {
namespace {

std::vector<Cell> row_of(Rungs& rungs, const Settings& settings, const Setup& setup,
                         const std::vector<int>& radii) {
  const Entry& e = entry(setup.rung);
  std::vector<Cell> row{std::string(e.name), double(setup.block),
                        tiles(e) ? Cell{double(setup.tiling)} : Cell{}};
  for (const int radius : radii) {
    const std::size_t local = local_bytes(setup, radius);
    CodeFacts facts;
    if (fits(rungs.session(), setup, radius))
      facts = rungs.get(setup, settings.window(radius))->facts(local);
    const auto cell = [](const std::optional<int>& n) { return n ? Cell{double(*n)} : Cell{}; };
    if (row.size() == 3) row.insert(row.end(), {cell(facts.registers)});
    row.insert(row.end(), {double(local), cell(facts.groups_resident),
                           double(blocks_resident({}, setup.block, static_cast<int>(local)))});
  }
  return row;
}

}  // namespace

void count_residents(Rungs& rungs, const Settings& settings) {
  const std::vector<int> radii = settings.table_radii();
  Table table{.name = "resident_blocks",
              .title = "Blocks resident on a multiprocessor",
              .cells = {{"version"}, {"block", 0}, {"N", 0}, {"registers", 0}},
              .notes = {"GTX 760: by his table 6.1 alone, that is by threads, blocks and shared "
                        "memory; he gives no register counts. 0: a block does not fit.",
                        "Ours: as the driver reports; none where it does not, or where a block "
                        "does not fit."}};
  for (const int radius : radii) {
    table.cells.add_column({fmt::format("r {}: bytes", radius), 0});
    table.cells.add_column({fmt::format("r {}: ours", radius), 0});
    table.cells.add_column({fmt::format("r {}: GTX 760", radius), 0});
  }
  for (const Entry& e : ladder().first(his_versions)) {
    if (!rungs.session().wants_rung(e.number)) continue;
    for (const int block : settings.blocks)
      for (const int tiling : settings.tilings) {
        if (!tiles(e) && tiling != settings.tilings.front()) continue;
        const Setup setup{.rung = e.number, .block = block, .tiling = tiles(e) ? tiling : 1};
        table.cells.add_row(row_of(rungs, settings, setup, radii));
      }
  }
  rungs.session().keep(std::move(table));
}

}  // namespace selvage::studies::larsson
