// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "staal2012_bilateral_cuda/document.hpp"
#include "staal2012_bilateral_cuda/experiments.hpp"
#include "staal2012_bilateral_cuda/measure.hpp"

namespace selvage::studies::staal {
namespace {

constexpr double cpu_seconds = 90.0;  // then rows are sampled: radius 10 runs in full

using Row = std::vector<Cell>;

void add_document(Row& row, int rung, int radius) {
  const auto theirs = document_time(rung, radius);
  row.push_back(theirs ? Cell(theirs->seconds) : Cell());
  row.push_back(theirs ? Cell(theirs->factor) : Cell());
}

Cell ratio(int rung, int radius, bool his_size, double ours) {
  const auto theirs = his_size ? document_time(rung, radius) : std::nullopt;
  return theirs ? Cell(theirs->seconds / ours) : Cell();
}

// The sequential loop, and the same with the literal exponents of the listings.
struct Baselines {
  std::optional<BaselineTime> cpu, listed;
};

Cell factor(const std::optional<BaselineTime>& baseline, double seconds) {
  return baseline ? Cell(baseline->seconds / seconds) : Cell();
}

Row row_of(const std::string& name, int rung, int radius, bool his_size, const Times& whole,
           const Times& kernel, const Baselines& over) {
  Row row = {name};
  add_document(row, rung, radius);
  row.emplace_back(whole.average);
  row.push_back(factor(over.cpu, whole.average));
  row.push_back(factor(over.listed, whole.average));
  row.push_back(ratio(rung, radius, his_size, whole.average));
  for (const double time : {whole.median, whole.low, whole.high}) row.emplace_back(1e3 * time);
  row.emplace_back(1e3 * kernel.median);
  row.push_back(factor(over.cpu, kernel.median));
  row.emplace_back(1.0 / whole.average);
  return row;
}

Row cpu_row(const std::string& name, const BaselineTime& cpu, int radius, bool his_size,
            const Baselines& over) {
  Row row = {name + (cpu.sampled ? " (rows sampled)" : "")};
  add_document(row, 0, radius);
  row.emplace_back(cpu.seconds);
  row.push_back(factor(over.cpu, cpu.seconds));
  row.push_back(factor(over.listed, cpu.seconds));
  row.push_back(ratio(0, radius, his_size, cpu.seconds));
  row.insert(row.end(), 5, Cell());
  row.emplace_back(1.0 / cpu.seconds);
  return row;
}

Table make_table(Session& session, const Settings& settings, const ConstImageView& image) {
  const int number = settings.radius == 10 ? 2 : 1;
  const bool quick = session.options().quick;
  Table table{.name = settings.radius == 4 || settings.radius == 10
                          ? fmt::format("table_{}", number)
                          : fmt::format("table_radius_{}", settings.radius),
              .title = fmt::format("Tables 1 and 2 at radius {}: {}x{}, host to host",
                                   settings.radius, image.width, image.height),
              .cells = {{"rung", 0},
                        {"Staal, s", 3},
                        {"Staal, speedup", 0},
                        {"ours, s", 5},
                        {"speedup", 1},
                        {"speedup over CPU, listed", 1},
                        {"Staal / ours", 1},
                        {"median, ms", 3},
                        {"low quartile, ms", 3},
                        {"high quartile, ms", 3},
                        {"kernel, ms", 4},
                        {"kernel's speedup", 1},
                        {"frames/s", 1}}};
  const bool his_size = !quick;
  const double limit = quick ? 1.0 : cpu_seconds;
  const Baselines over{.cpu = measure_cpu(session, settings, image, false, limit),
                       .listed = measure_cpu(session, settings, image, true, limit)};
  if (over.cpu) table.cells.add_row(cpu_row("CPU", *over.cpu, settings.radius, his_size, over));
  if (over.listed)
    table.cells.add_row(cpu_row("CPU, listed", *over.listed, settings.radius, his_size, over));
  for (const Measured& m : measure(session, settings, image, session.runs(10))) {
    table.cells.add_row(row_of(m.name, m.rung, settings.radius, his_size, m.whole, m.kernel, over));
    if (m.as_wished)
      table.cells.add_row(row_of(m.name + ", layout given", -1, settings.radius, his_size,
                                 *m.as_wished, m.kernel, over));
  }
  table.notes = {
      "As in the document, times are averages and include the copies to and from the device "
      "(pageable memory) and all launches. Kernel times are medians by the device's clock.",
      "GPU6, GPU7, float4: as in the document, the host's rearrangement of the pixels is included; "
      "\"layout given\": it is not.",
      "listed: the exponents are the literal 2 of the listings, which a compiler may turn into "
      "products; elsewhere in GPU1 to GPU4 and in the CPU row every power is computed.",
      "Staal: GeForce GTX 460, Phenom II X4 940 (one thread). The CPU's row here is one "
      "thread of this machine."};
  return table;
}

}  // namespace

void make_tables(Session& session) {
  const bool quick = session.options().quick;
  const std::vector<int> radii = quick ? std::vector<int>{4} : std::vector<int>{4, 10};
  for (const Settings& settings : settings_of(session.options(), radii)) {
    const int width = quick ? std::max(16, settings.radius + 1) : full_hd_width;
    const int height = quick ? std::max(12, settings.radius + 1) : full_hd_height;
    session.keep(make_table(session, settings, test_image(session, width, height)));
  }
}

}  // namespace selvage::studies::staal
