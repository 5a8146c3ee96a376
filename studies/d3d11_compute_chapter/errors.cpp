// SPDX-License-Identifier: Apache-2.0
// How far the separable bilateral and the one by luminance are from the true one, and what each
// does to a noisy image, whose clean one is known.

#include <fmt/format.h>

#include <array>
#include <limits>

#include "d3d11_compute_chapter/experiments.hpp"
#include "d3d11_compute_chapter/images.hpp"
#include "runner/letters.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::d3d11 {
namespace {

constexpr float noise = 0.03f;
constexpr double amplified = 16.0;  // differences in pictures
constexpr Kind kinds[] = {Kind::bilateral, Kind::rows_then_columns, Kind::columns_then_rows,
                          Kind::luminance};

Cell decibels(double psnr) {
  return psnr < std::numeric_limits<double>::infinity() ? Cell(psnr) : Cell();
}

struct Filtered {
  Kind kind;
  std::string_view title;
  Image colours;  // the first three channels
};

std::vector<Filtered> filter_all(Run& run, const Image& image) {
  const Canvas canvas = make_canvas(run.session, image);
  std::vector<Filtered> all;
  for (const Kind kind : kinds)
    if (const ReadyRung* ready = run.find(kind))
      all.push_back({kind, ready->rung().title, colours(ready->run(run.session, canvas))});
  return all;
}

// Of `results`, of which the first is the true bilateral.
void add_rows(Table& table, const char* name, const std::vector<Filtered>& results,
              const Image* noisy, const Image* clean) {
  const auto to_clean = [&](const Image& image) {
    return clean ? decibels(difference(image, *clean).psnr) : Cell();
  };
  if (noisy) table.cells.add_row({name, "none: the image itself", {}, {}, {}, to_clean(*noisy)});
  for (const Filtered& result : results) {
    const Difference d = difference(result.colours, results.front().colours);
    table.cells.add_row({name, std::string(result.title), 255.0 * d.max, 255.0 * d.mean,
                         decibels(d.psnr), to_clean(result.colours)});
  }
}

// The true one, the separable one, and what differs.
void keep_pictures(Session& session, const std::vector<Filtered>& results) {
  const Image& standard = results.front().colours;
  for (const Filtered& result : results) {
    const bool by_rows = result.kind == Kind::rows_then_columns;
    if (!by_rows && result.kind != Kind::luminance) continue;
    std::vector<Shown> images;
    images.push_back({to_bytes(standard), "the bilateral"});
    images.push_back({to_bytes(result.colours), by_rows ? "as if separable" : "by luminance"});
    images.push_back({difference_picture(standard, result.colours, amplified),
                      fmt::format("difference, times {}", amplified)});
    session.keep(Picture{by_rows ? "figure_10_13" : "luminance", captioned_row(images)});
  }
}

}  // namespace

void measure_errors(Run& run) {
  if (!run.find(Kind::bilateral)) {
    run.session.print("table errors is left out: it needs rung 4, the true bilateral");
    return;
  }
  const Size size = run.session.options().quick ? Size{160, 120} : Size{640, 480};
  Table table{.name = "errors",
              .title = fmt::format("Error against the true bilateral, {}x{}, three colours",
                                   size.width, size.height),
              .cells = {{"image"},
                        {"filter"},
                        {"max, of 255", 2},
                        {"mean, of 255", 4},
                        {"PSNR, dB", 2},
                        {"PSNR against the clean image, dB", 2}},
              .notes = {"the chapter says: not the same, and not objectionable (10.3.2)",
                        "PSNR -: no difference"}};
  const Image clean = chapter_scene(run.session, size.width, size.height);
  const std::vector<Filtered> of_clean = filter_all(run, clean);
  add_rows(table, "as it is", of_clean, nullptr, nullptr);
  keep_pictures(run.session, of_clean);
  const Image noisy = with_noise(clean, noise), noisy_colours = colours(noisy);
  const Image clean_colours = colours(clean);
  const std::string name = fmt::format("with noise of {}", noise);
  add_rows(table, name.c_str(), filter_all(run, noisy), &noisy_colours, &clean_colours);
  run.session.keep(std::move(table));
}

}  // namespace selvage::studies::d3d11
