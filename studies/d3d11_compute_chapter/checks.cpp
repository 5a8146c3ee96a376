// SPDX-License-Identifier: Apache-2.0
// Each rung against the reference, and against the rung before it that computes the same.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "d3d11_compute_chapter/experiments.hpp"
#include "d3d11_compute_chapter/images.hpp"
#include "d3d11_compute_chapter/judge.hpp"
#include "d3d11_compute_chapter/weights.hpp"
#include "runner/pictures.hpp"
#include "runner/product.hpp"

namespace selvage::studies::d3d11 {
namespace {

// The listings' numbers are rounded at the ninth decimal.
void check_weights(Session& session) {
  const std::vector<double> row = gaussian_row(std::sqrt(2.0), 3);
  double worst_row = 0.0, worst_square = 0.0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    worst_row = std::max(worst_row, std::abs(row[i] - listed_row()[i]));
    for (std::size_t j = 0; j < row.size(); ++j)
      worst_square =
          std::max(worst_square, std::abs(row[i] * row[j] - listed_square()[i * row.size() + j]));
  }
  session.expect(worst_row < 1e-8 && worst_square < 1e-8,
                 fmt::format("the listings' weights are a Gaussian's of sigma sqrt(2): they differ "
                             "by {:.1g} and {:.1g}",
                             worst_row, worst_square));
}

bool close(const Difference& d, double tolerance) {
  return d.nans == 0 && d.max <= tolerance;
}

// `earlier`: what the rung before made of the same image, by kind.
struct Made {
  std::string_view title;
  Image image;
};

void check_rung(Run& run, const ReadyRung& ready, const Canvas& canvas, const Image& expected,
                std::map<Kind, Made>& earlier) {
  const LadderRung& rung = ready.rung();
  const double allowed = tolerance(rung.kind, run.parameters);
  Image made = ready.run(run.session, canvas);
  const std::string size = fmt::format("{}x{}", canvas.width, canvas.height);
  const Difference far = difference(made, expected);
  run.session.expect(close(far, allowed),
                     fmt::format("rung {} ({}) at {} is the reference to {:.1e}: {:.1e}",
                                 rung.number, rung.title, size, allowed, far.max));
  if (const auto before = earlier.find(rung.kind); before != earlier.end()) {
    const Difference step = difference(made, before->second.image);
    run.session.expect(close(step, allowed),
                       fmt::format("rung {} ({}) at {} is {} to {:.1e}: {:.1e}", rung.number,
                                   rung.title, size, before->second.title, allowed, step.max));
  }
  earlier[rung.kind] = {rung.title, std::move(made)};
}

// The last rows of the tables are the same filters.
void check_product(Run& run, Kind kind) {
  Session& session = run.session;
  const Image image = with_noise(chapter_scene(session, 97, 41), 0.02f);
  const Canvas canvas = make_canvas(session, image);
  const ProductKernel kernel =
      product_kernel(session, filter_of(kind, run.parameters), image, *canvas.in, *canvas.out);
  kernel.enqueue(*session.place().stream);
  Image made(PixelType::f32, canvas.width, canvas.height, 4);
  bench::download(session.place(), *canvas.out, made);
  const double allowed = tolerance(kind, run.parameters);
  const Difference far = difference(made, truth(kind, run.parameters, image));
  session.expect(close(far, allowed),
                 fmt::format("the product's {} ({}) is the reference to {:.1e}: {:.1e}",
                             kind == Kind::gaussian ? "Gaussian" : "bilateral", kernel.candidate,
                             allowed, far.max));
}

}  // namespace

void check_rungs(Run& run) {
  check_weights(run.session);
  for (const Kind kind : {Kind::gaussian, Kind::bilateral}) check_product(run, kind);
  // Rows and columns longer than one group and than two, no multiple of any group, and shorter than
  // a window.
  std::vector<Size> sizes = {{650, 21}, {23, 970}, {2, 1}};
  if (!run.session.options().quick) sizes.insert(sizes.end(), {{640, 480}, {1290, 17}});
  for (const Size size : sizes) {
    const Image image = with_noise(chapter_scene(run.session, size.width, size.height), 0.02f);
    const Canvas canvas = make_canvas(run.session, image);
    std::map<Kind, Image> truths;
    std::map<Kind, Made> earlier;
    for (const ReadyRung& ready : run.rungs) {
      const Kind kind = ready.rung().kind;
      if (!truths.contains(kind)) truths[kind] = truth(kind, run.parameters, image);
      check_rung(run, ready, canvas, truths[kind], earlier);
    }
  }
}

}  // namespace selvage::studies::d3d11
