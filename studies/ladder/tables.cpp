// SPDX-License-Identifier: Apache-2.0
#include "ladder/tables.hpp"

#include <fmt/format.h>

namespace selvage::studies::climbing {
namespace {

constexpr double tera = 1e12;

template <class Number>
Cell cell(const std::optional<Number>& value) {
  return value ? Cell(static_cast<double>(*value)) : Cell();
}

std::string title(const Run& run, const char* what) {
  const Setting& s = run.setting;
  return fmt::format("{}: {}x{} u8 RGB, l1, disc, radius {}, sigma_space {:g}, sigma_range {:g}",
                     what, s.input.width(), s.input.height(), s.radius(), s.filter.sigma_space,
                     s.filter.sigma_range);
}

// Tera taps a second.
double rate(const Run& run, const Outcome& outcome) {
  return run.setting.taps() / outcome.times.median / tera;
}

std::optional<double> ceiling_rate(const Run& run, const Outcome& outcome) {
  if (!run.units) return {};
  const Work work = work_of_tap(*outcome.step, run.setting.radius());
  return ceiling_of(work, *run.units).taps * run.clocks / tera;
}

Cell times_as_fast(const Outcome* slow, const Outcome& fast) {
  return slow == nullptr ? Cell() : Cell(slow->times.median / fast.times.median);
}

}  // namespace

Table rungs_table(const Run& run) {
  Table table{
      .name = "rungs" + run.suffix,
      .title = title(run, "The rungs"),
      .cells = {{"rung", 0},
                {"median, ms", 4},
                {"lower quartile, ms", 4},
                {"upper quartile, ms", 4},
                {"Ttap/s", run.is_processor ? 6 : 3},
                {"speedup over the first rung", 2},
                {"speedup over the previous rung", 2},
                {"samples that differ from the reference", 0},
                {"registers", 0},
                {"local memory, bytes", 0},
                {"resident groups", 0}},
      .notes = {fmt::format("{} runs each, interleaved; a tap is one neighbour of one pixel, "
                            "all channels: {} per pixel",
                            run.outcomes.back().times.runs, taps_of(run.setting.radius()))}};
  for (std::size_t i = 0; i < run.outcomes.size(); ++i) {
    const Outcome& o = run.outcomes[i];
    table.cells.add_row({o.name, 1e3 * o.times.median, 1e3 * o.times.low, 1e3 * o.times.high,
                         rate(run, o), i == 0 ? Cell() : times_as_fast(&run.outcomes.front(), o),
                         times_as_fast(before(run.outcomes, i), o),
                         static_cast<double>(o.from_reference.count), cell(o.code.registers),
                         cell(o.code.local_bytes), cell(o.code.groups_resident)});
    if (o.step->aside && !o.product)
      table.notes.push_back(fmt::format(
          "\"{}\" is a step aside: the row below it is compared with the one above it", o.name));
  }
  return table;
}

Table ceilings_table(const Run& run) {
  Table table{.name = "ceilings" + run.suffix,
              .title = title(run, "Instructions per tap, and the ceiling they set"),
              .cells = {{"rung", 0},
                        {"loads", 2},
                        {"float arithmetic", 2},
                        {"integer arithmetic", 2},
                        {"integer logic", 2},
                        {"2^x", 2},
                        {"conversions", 2},
                        {"total", 2},
                        {"words loaded", 2},
                        {"ceiling by", 0},
                        {"Ttap/s", 2},
                        {"reached, %", 0}},
              .notes = {"Counted by hand in the rungs' sources, with a tap's share of its loops, "
                        "but without loading the tile and storing the result."}};
  if (!run.units)
    table.notes.emplace_back(
        "No ceiling: it is known only for CUDA devices of compute capability 7.0 to 9.0.");
  for (const Outcome& o : run.outcomes) {
    const Work w = work_of_tap(*o.step, run.setting.radius());
    const auto ceiling = ceiling_rate(run, o);
    table.cells.add_row({o.name, w.loads, w.floats, w.integers, w.logic, w.specials,
                         w.narrow_to_float + w.word_to_float, w.all(), w.words,
                         run.units ? Cell(std::string(ceiling_of(w, *run.units).unit)) : Cell(),
                         cell(ceiling), ceiling ? Cell(100.0 * rate(run, o) / *ceiling) : Cell()});
  }
  return table;
}

Plot rates_plot(const Run& run) {
  Plot plot{.name = "rates" + run.suffix,
            .title = title(run, "Taps per second"),
            .x_label = "",
            .y_label = "rate, Ttap/s",
            .kind = Plot::Kind::bars};
  Series measured{.name = "measured"};
  Series ceiling{.name = "ceiling by the unit that limits it", .document = true};
  for (const Outcome& o : run.outcomes) {
    const auto place = static_cast<double>(plot.x_names.size());
    plot.x_names.push_back(o.name);
    measured.x.push_back(place);
    measured.y.push_back(rate(run, o));
    if (const auto most = ceiling_rate(run, o)) {
      ceiling.x.push_back(place);
      ceiling.y.push_back(*most);
    }
  }
  plot.series = {measured};
  if (run.units) plot.series.push_back(ceiling);
  return plot;
}

Table units_table(const Units& units) {
  Table table{.name = "units",
              .title = "Lanes of one multiprocessor per clock cycle",
              .cells = {{"unit", 0}, {"lanes", 0}},
              .notes = {"CUDA C++ Programming Guide, \"Arithmetic Instructions\""}};
  const auto add = [&](const char* name, double Units::* lanes) {
    table.cells.add_row({name, units.*lanes});
  };
  add("issue slots (four schedulers of 32)", &Units::issue);
  add("float additions, multiplications, fused ones", &Units::floats);
  add("integer logic", &Units::logic);
  add("2^x and conversions of bytes", &Units::special);
  add("local memory, words of four bytes", &Units::words);
  return table;
}

}  // namespace selvage::studies::climbing
