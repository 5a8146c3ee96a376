// SPDX-License-Identifier: Apache-2.0
// What he tried beside his eight versions, or named: the weights of range from a table in constant
// memory, textures, unrolling on the other versions, the radius as a constant of the compiler.

#include <fmt/format.h>

#include <array>
#include <utility>

#include "larsson2015_case_study/experiments.hpp"
#include "larsson2015_case_study/measure.hpp"
#include "runner/pictures.hpp"
#include "runner/product.hpp"

namespace selvage::studies::larsson {
namespace {

constexpr double ms = 1e3;
constexpr int last_extra = 10;        // the textures
constexpr int largest_constant = 11;  // radius: larger ones take compilers seconds each

// How a version is compiled.
struct Variant {
  const char* name;
  bool range_table;
  TapLoops tap_loops;
  bool fixed_radius;
};
constexpr std::array variants{
    Variant{"as it is", false, TapLoops::compilers_choice, false},
    Variant{"range table", true, TapLoops::compilers_choice, false},
    Variant{"unrolled by 4", false, TapLoops::by_four, false},
    Variant{"radius constant", false, TapLoops::whole_rows, true},
    Variant{"table, radius constant", true, TapLoops::whole_rows, true},
};

// Those with a constant radius are the last ones.
constexpr std::size_t row_cells = 4 + 2 * (variants.size() - 1);

Setup setup_of(const Settings& settings, int version, const Variant& variant) {
  return {.rung = version,
          .block = settings.block(),
          .tiling = tiles(entry(version)) ? settings.tiling() : 1,
          .range_table = variant.range_table,
          .tap_loops = variant.tap_loops,
          .fixed_radius = variant.fixed_radius};
}

// A quick run has them all checked before; here one shows that the variants are right.
bool tries(const Session& session, int version) {
  return session.wants_rung(version) && (!session.options().quick || version == 4);
}

// The table's results differ by its own rounding; the others not at all.
void check(Session& session, const Setup& setup, int radius, const Image& as_it_is,
           const Image& result) {
  const Difference d = difference(result, as_it_is);
  session.expect(setup.range_table ? d.max <= 1.0 : d.count == 0,
                 fmt::format("radius {}, {}: differs {} from the version as it is, is {}", radius,
                             text(setup), setup.range_table ? "by at most 1" : "nowhere", d.max));
}

std::vector<Cell> row_of(Workplace& place, Rungs& rungs, const Settings& settings, int version,
                         int radius) {
  Session& session = rungs.session();
  const Window window = settings.window(radius);
  std::vector<Enqueue> things;
  Image as_it_is;
  for (const Variant& variant : variants) {
    if (variant.fixed_radius && radius > largest_constant) continue;
    const Setup setup = setup_of(settings, version, variant);
    things.push_back(place.enqueue(setup, window));
    Image result = place.result(things.back(), window);
    if (as_it_is)
      check(session, setup, radius, as_it_is, result);
    else
      as_it_is = std::move(result);
  }
  const std::vector<Times> times = device_times(session, things, settings.runs);
  std::vector<Cell> row{double(radius), std::string(entry(version).name), times[0].average * ms,
                        spread_ms(times[0])};
  for (std::size_t i = 1; i < times.size(); ++i)
    row.insert(row.end(), {times[i].average * ms, times[0].average / times[i].average});
  row.resize(row_cells);
  return row;
}

std::vector<Cell> product_row(Workplace& place, Session& session, const Settings& settings,
                              int radius) {
  const ProductKernel product = product_kernel(session, product_filter(settings.window(radius)),
                                               place.input(), place.from(), place.to());
  const Times times = device_times(session, {product.enqueue}, settings.runs).front();
  std::vector<Cell> row{double(radius), "product, " + product.candidate, times.average * ms,
                        spread_ms(times)};
  row.resize(row_cells);
  return row;
}

}  // namespace

void try_extras(Rungs& rungs, const Settings& settings) {
  Session& session = rungs.session();
  const TestImage& size = settings.trials;
  Workplace place(rungs, scene(session, PixelType::u8, size.width, size.height, 3));
  Table table{
      .name = "extra_rungs",
      .title = fmt::format("What he tried beside, {}x{}, block {}, N {}", size.width, size.height,
                           settings.block(), settings.tiling()),
      .cells = {{"radius", 0}, {"version"}, {"as it is, ms", 4}, {"quartiles, ms"}},
      .notes = {"Gains are relative to the unchanged version. His: range table 2.5 (\"250 %\"); "
                "radius and N both constant at most 1.1; textures none.",
                "Radius constant, to 11: a row of the window is unrolled."}};
  for (std::size_t i = 1; i < variants.size(); ++i) {
    table.cells.add_column({fmt::format("{}, ms", variants[i].name), 4});
    table.cells.add_column({"gain", 2});
  }
  for (const int radius : settings.table_radii()) {
    for (int version = 1; version <= last_extra; ++version)
      if (tries(session, version) &&
          fits(session, setup_of(settings, version, variants[0]), radius))
        table.cells.add_row(row_of(place, rungs, settings, version, radius));
    table.cells.add_row(product_row(place, session, settings, radius));
    if (session.options().quick) break;
  }
  session.keep(std::move(table));
}

}  // namespace selvage::studies::larsson
