// SPDX-License-Identifier: Apache-2.0
// The time of each rung, whole and by passes, at the chapter's size and larger ones.

#include <fmt/format.h>

#include <optional>

#include "d3d11_compute_chapter/experiments.hpp"
#include "d3d11_compute_chapter/images.hpp"
#include "d3d11_compute_chapter/judge.hpp"
#include "d3d11_compute_chapter/steps.hpp"
#include "runner/product.hpp"
#include "runner/timing.hpp"

namespace selvage::studies::d3d11 {
namespace {

constexpr int document_runs = 50;  // the chapter has no figures, so none is stated

std::string text(GroupSize group) {
  return fmt::format("{}x{}", group.width, group.height);
}

// Of one rung, or of the product's kernel.
struct Line {
  std::string name = {}, label = {}, groups = {};
  bool gaussian = false;
  Times whole = {};
  std::optional<Times> first = {}, second = {};
};

// All things that take turns, and the lines that their times belong to.
std::vector<Line> time_all(Run& run, const Canvas& canvas, const ConstImageView& image) {
  std::vector<Enqueue> things;
  for (const ReadyRung& ready : run.rungs) {
    things.emplace_back([&](gpu::Stream& stream) { ready.enqueue(stream, canvas); });
    for (int pass = 0; pass < 2 && ready.passes() == 2; ++pass)
      things.emplace_back(
          [&, pass](gpu::Stream& stream) { ready.enqueue_pass(stream, canvas, pass); });
  }
  std::vector<Line> lines;
  const auto product = [&](Kind kind, const char* name) {
    gpu::Buffer& to = *canvas.out;
    ProductKernel kernel =
        product_kernel(run.session, filter_of(kind, run.parameters), image, *canvas.in, to);
    lines.push_back({.name = fmt::format("the product, {} ({})", name, kernel.candidate),
                     .label = fmt::format("product, {}", name),
                     .groups = "-",
                     .gaussian = kind == Kind::gaussian});
    things.push_back(std::move(kernel.enqueue));
  };
  product(Kind::gaussian, "Gaussian");
  product(Kind::bilateral, "bilateral");
  const std::vector<Times> times =
      device_times(run.session, things, run.session.runs(document_runs));

  std::vector<Line> all;
  std::size_t next = 0;
  for (const ReadyRung& ready : run.rungs) {
    Line line{.name = std::string(ready.rung().title),
              .label = std::string(ready.rung().label),
              .groups = text(ready.group(0)),
              .gaussian = is_gaussian(ready.rung().kind),
              .whole = times[next++]};
    if (ready.passes() == 2) {
      line.groups += ", " + text(ready.group(1));
      line.first = times[next++];
      line.second = times[next++];
    }
    all.push_back(std::move(line));
  }
  for (Line& line : lines) {
    line.whole = times[next++];
    all.push_back(std::move(line));
  }
  return all;
}

// The time of brute force as the chapter has it: from a texture.
std::optional<double> brute(const std::vector<Line>& lines, bool gaussian) {
  for (const Line& line : lines)
    if (line.gaussian == gaussian && line.name.ends_with("brute force")) return line.whole.median;
  return {};
}

Cell milliseconds(const std::optional<Times>& times) {
  return times ? Cell(1e3 * times->median) : Cell();
}

Table times_table(const std::vector<Line>& lines, Size size) {
  Table table{.name = fmt::format("times_{}x{}", size.width, size.height),
              .title = fmt::format("Time of each filter, {}x{}, four f32 channels", size.width,
                                   size.height),
              .cells = {{"filter"},
                        {"groups"},
                        {"median, ms", 4},
                        {"average, ms", 4},
                        {"quartiles, ms", 4},
                        {"first pass, ms", 4},
                        {"second pass, ms", 4},
                        {"Mpixel/s", 1},
                        {"speedup over brute force", 2}},
              .notes = {"The chapter gives no times; table steps has its claims."}};
  for (const Line& line : lines) {
    const std::optional<double> slow = brute(lines, line.gaussian);
    const double seconds = line.whole.median;
    table.cells.add_row({line.name, line.groups, 1e3 * seconds, 1e3 * line.whole.average,
                         fmt::format("{:.4f}..{:.4f}", 1e3 * line.whole.low, 1e3 * line.whole.high),
                         milliseconds(line.first), milliseconds(line.second),
                         1e-6 * size.width * size.height / seconds,
                         slow ? Cell(*slow / seconds) : Cell()});
  }
  return table;
}

// The chapter's, and larger ones as far as the device is fast.
std::vector<Size> sizes_of(const Session& session) {
  if (session.options().quick) return {{160, 120}};
  if (session.facts().gpu.is_processor) return {{640, 480}, {1920, 1080}};
  return {{640, 480}, {1920, 1080}, {3840, 2160}};
}

}  // namespace

void measure_times(Run& run) {
  Plot plot{.name = "times",
            .title = "Time of each filter",
            .x_label = "",
            .y_label = "time, ns/pixel",
            .kind = Plot::Kind::bars,
            .log_y = true};
  std::vector<SizedTimes> all;
  for (const Size size : sizes_of(run.session)) {
    const Image image = chapter_scene(run.session, size.width, size.height);
    const Canvas canvas = make_canvas(run.session, image);
    const std::vector<Line> lines = time_all(run, canvas, image);
    run.session.keep(times_table(lines, size));
    Series series{.name = fmt::format("{}x{}", size.width, size.height)};
    SizedTimes sized{.size = size};
    plot.x_names.clear();
    for (const Line& line : lines) {
      series.x.push_back(static_cast<double>(series.x.size()));
      series.y.push_back(1e9 * line.whole.median / size.width / size.height);
      plot.x_names.push_back(line.label);
      sized.median[line.name] = line.whole.median;
    }
    plot.series.push_back(std::move(series));
    all.push_back(std::move(sized));
  }
  run.session.keep(std::move(plot));
  run.session.keep(steps_table(all));
}

}  // namespace selvage::studies::d3d11
