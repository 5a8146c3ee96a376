// SPDX-License-Identifier: Apache-2.0
// What zeros outside the image do near its border, against the same filters renormalised there.

#include <fmt/format.h>

#include "d3d11_compute_chapter/experiments.hpp"
#include "d3d11_compute_chapter/images.hpp"
#include "d3d11_compute_chapter/judge.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::d3d11 {
namespace {

// Of the pixels whose window leaves the image: the whole less the inside, where the same is
// computed but for roundings.
struct BorderDifference {
  double max = 0.0, mean = 0.0;
};

BorderDifference border_difference(const Image& a, const Image& b, int radius) {
  const int width = a.width(), height = a.height();
  const Rect inside{radius, radius, width - 2 * radius, height - 2 * radius};
  const Difference whole = difference(a, b);
  const Difference inner = difference(a.view().region(inside), b.view().region(inside));
  const double all = static_cast<double>(width) * height;
  const double kept = static_cast<double>(inside.width) * inside.height;
  return {.max = whole.max, .mean = (whole.mean * all - inner.mean * kept) / (all - kept)};
}

}  // namespace

void measure_borders(Run& run) {
  const Parameters& p = run.parameters;
  const Size size = run.session.options().quick ? Size{160, 120} : Size{640, 480};
  const Image image = chapter_scene(run.session, size.width, size.height);
  const Canvas canvas = make_canvas(run.session, image);
  Table table{.name = "border",
              .title = fmt::format("Error near the border, {}x{}, against the filter renormalised "
                                   "there",
                                   size.width, size.height),
              .cells = {{"filter"},
                        {"outside"},
                        {"max, of 255", 4},
                        {"mean, of 255", 4},
                        {"max inside, of 255", 4}},
              .notes = {"max, mean: of the pixels whose window leaves the image; inside: of the "
                        "others; all four channels",
                        "the cost is in the tables of times and in steps"}};
  for (const ReadyRung& ready : run.rungs) {
    const Kind kind = ready.rung().kind;
    const bool wanted = ready.rung().number == 2 || kind == Kind::gaussian_border ||
                        (kind == Kind::bilateral && ready.rung().texture);
    if (!wanted) continue;
    const Image made = ready.run(run.session, canvas), ideal = renormalised(kind, p, image);
    const Rect inside{p.radius, p.radius, size.width - 2 * p.radius, size.height - 2 * p.radius};
    const BorderDifference d = border_difference(made, ideal, p.radius);
    table.cells.add_row(
        {std::string(ready.rung().title), kind == Kind::gaussian_border ? "left out" : "zeros",
         255.0 * d.max, 255.0 * d.mean,
         255.0 * difference(made.view().region(inside), ideal.view().region(inside)).max});
    if (kind == Kind::gaussian_border)
      run.session.expect(d.max <= tolerance(kind, p),
                         "near the border rung 8 is the renormalised reference");
  }
  if (!table.cells.rows().empty()) run.session.keep(std::move(table));
}

}  // namespace selvage::studies::d3d11
