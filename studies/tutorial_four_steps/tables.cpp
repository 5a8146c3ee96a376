// SPDX-License-Identifier: Apache-2.0
#include "tutorial_four_steps/tables.hpp"

#include <fmt/format.h>

#include "tutorial_four_steps/document.hpp"
#include "tutorial_four_steps/opencv_bilateral.hpp"

namespace selvage::studies::four_steps {
namespace {

// Times are microseconds in these tables, as in the document.
double us(double seconds) {
  return 1e6 * seconds;
}

template <class Number>
Cell cell(const std::optional<Number>& value) {
  return value ? Cell(static_cast<double>(*value)) : Cell();
}

Cell ratio(std::optional<double> above, std::optional<double> below) {
  if (!above || !below || *below <= 0.0) return {};
  return *above / *below;
}

std::optional<double> average_us(const Outcome* outcome, Times Outcome::* times) {
  if (outcome == nullptr) return {};
  return us((outcome->*times).average);
}

const Outcome* find(const Run& run, std::string_view name) {
  for (const Outcome& outcome : run.outcomes)
    if (outcome.name == name) return &outcome;
  return nullptr;
}

const Outcome* opencv_of(const Run& run) {
  return run.opencv ? &*run.opencv : nullptr;
}

std::string title(const Run& run, const char* what) {
  const Setting& s = run.setting;
  return fmt::format("{}: {}x{} RGB, size {}, sigma_color {:g}, sigma_space {:g}, groups of {}x{}",
                     what, s.input.width(), s.input.height(), 2 * *s.filter.radius + 1,
                     255.0 * double{s.filter.sigma_range}, s.filter.sigma_space, s.group.width,
                     s.group.height);
}

std::vector<Cell> steps_row(const Outcome& outcome, const Run& run) {
  const bool compared = opencv_of(run) != nullptr && &outcome != opencv_of(run);
  const auto if_compared = [&](double value) { return compared ? Cell(value) : Cell(); };
  const bool step = outcome.document_us && &outcome != opencv_of(run);
  const auto if_step = [&](int value) { return step ? Cell(double(value)) : Cell(); };
  const Times& t = outcome.times;
  return {outcome.name,
          if_step(document_count),
          if_compared(static_cast<double>(outcome.from_opencv.count)),
          if_step(document_difference),
          if_compared(outcome.from_opencv.max),
          cell(outcome.document_us),
          us(t.average),
          us(t.median),
          us(t.low),
          us(t.high),
          ratio(outcome.document_us, us(t.average)),
          us(outcome.whole.average)};
}

}  // namespace

Table steps_table(const Run& run) {
  Table table{.name = "steps" + run.suffix,
              .title = title(run, "The four steps"),
              .cells = {{"", 0},
                        {"diff count, document", 0},
                        {"diff count", 0},
                        {"max diff, document", 0},
                        {"max diff", 0},
                        {"document, us", 1},
                        {"average, us", 2},
                        {"median, us", 2},
                        {"lower quartile, us", 2},
                        {"upper quartile, us", 2},
                        {"document / here", 3},
                        {"host to host, us", 1}}};
  if (run.opencv) table.cells.add_row(steps_row(*run.opencv, run));
  for (const Outcome& outcome : run.outcomes) table.cells.add_row(steps_row(outcome, run));
  table.notes = {fmt::format("{} runs; diff count: samples that differ from OpenCV's result",
                             run.outcomes.back().times.runs),
                 run.opencv ? "OpenCV " + opencv_text(run.setting.input) +
                                  "; by the host's clock, the kernels by the device's"
                            : "this study was built without OpenCV: its figures are missing"};
  return table;
}

Table code_table(const Run& run) {
  Table table{.name = "code" + run.suffix,
              .title = title(run, "What the driver reports for each kernel"),
              .cells = {{"", 0},
                        {"registers", 0},
                        {"local memory, bytes", 0},
                        {"groups per multiprocessor", 0},
                        {"occupancy", 2},
                        {"samples that differ from the reference", 0}}};
  for (const Outcome& outcome : run.outcomes)
    table.cells.add_row({outcome.name, cell(outcome.code.registers), cell(outcome.code.local_bytes),
                         cell(outcome.code.groups_resident), cell(outcome.code.occupancy),
                         static_cast<double>(outcome.from_reference.count)});
  return table;
}

Table claims_table(const Run& run) {
  const Outcome* const step_4 = find(run, document_steps.back().name);
  const auto naive = average_us(find(run, document_steps.front().name), &Outcome::times);
  const auto best = average_us(step_4, &Outcome::times);
  const auto product = average_us(&run.outcomes.back(), &Outcome::times);
  const auto opencv = average_us(opencv_of(run), &Outcome::times);
  const auto whole_best = average_us(step_4, &Outcome::whole);
  const auto whole_product = average_us(&run.outcomes.back(), &Outcome::whole);
  Table table{.name = "claims" + run.suffix,
              .title = "Speedups",
              .cells = {{"", 0}, {"document", 1}, {"here", 1}, {"here / document", 3}},
              .notes = {"Kernels only, by the device's clock, unless a row says host to host."}};
  if (run.opencv) table.notes.push_back("OpenCV " + opencv_text(run.setting.input));
  const auto add = [&](const char* name, std::optional<double> document, const Cell& ours) {
    const auto* number = std::get_if<double>(&ours);
    table.cells.add_row({name, cell(document), ours, number ? ratio(*number, document) : Cell()});
  };
  add("image on shared memory, over OpenCV", document_over_opencv, ratio(opencv, best));
  add("the same, host to host", document_over_opencv, ratio(opencv, whole_best));
  add("image on shared memory, over naive", document_over_naive, ratio(naive, best));
  add("the product, over OpenCV", document_over_opencv, ratio(opencv, product));
  add("the same, host to host", document_over_opencv, ratio(opencv, whole_product));
  add("the product, over image on shared memory", {}, ratio(best, product));
  return table;
}

Plot durations_plot(const Run& run) {
  Plot plot{.name = "durations" + run.suffix,
            .title = title(run, "Duration"),
            .x_label = "",
            .y_label = "time, us",
            .kind = Plot::Kind::bars,
            .log_y = true};
  Series document{.name = "document", .document = true}, ours{.name = "here"};
  const auto add = [&](const Outcome& outcome) {
    const auto place = static_cast<double>(plot.x_names.size());
    plot.x_names.push_back(outcome.name);
    ours.x.push_back(place);
    ours.y.push_back(us(outcome.times.average));
    if (!outcome.document_us) return;
    document.x.push_back(place);
    document.y.push_back(*outcome.document_us);
  };
  if (run.opencv) add(*run.opencv);
  for (const Outcome& outcome : run.outcomes) add(outcome);
  plot.series = {document, ours};
  return plot;
}

}  // namespace selvage::studies::four_steps
