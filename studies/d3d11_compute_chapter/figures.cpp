// SPDX-License-Identifier: Apache-2.0
// Figures 10.1 (half an image blurred), 10.5 (kernels of several sigmas) and 10.11 (the image,
// Gaussian, bilateral, after several passes).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "d3d11_compute_chapter/experiments.hpp"
#include "d3d11_compute_chapter/images.hpp"
#include "d3d11_compute_chapter/weights.hpp"
#include "runner/letters.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::d3d11 {
namespace {

constexpr int passes = 5;  // the chapter: "several"

// A filter of its own result, again and again.
Image repeated(Run& run, const ReadyRung& ready, const Image& image) {
  Canvas canvas = make_canvas(run.session, image);
  for (int i = 1; i < passes; ++i) {
    ready.enqueue(*run.session.place().stream, canvas);
    std::swap(canvas.in, canvas.out);
  }
  return colours(ready.run(run.session, canvas));
}

// The left half of one, the right half of the other.
Image halves(const Image& left, const Image& right) {
  Image result = left.clone();
  const ImageView to = result.view();
  const ConstImageView from = right.view();
  const int middle = to.width / 2;
  for (int y = 0; y < to.height; ++y)
    std::memcpy(
        to.at(middle, y), from.at(middle, y),
        static_cast<std::size_t>(to.stride.pixel) * static_cast<std::size_t>(to.width - middle));
  return result;
}

// Cross sections through the centre of kernels that are as large as their sigma asks for.
void plot_kernels(Session& session, const std::vector<double>& sigmas) {
  Plot plot{.name = "figure_10_5",
            .title = "Figure 10.5: Gaussian kernels, section through the centre",
            .x_label = "distance from the centre, pixels",
            .y_label = "weight in the square kernel"};
  for (const double sigma : sigmas) {
    const int radius = static_cast<int>(std::ceil(4.0 * sigma));
    const std::vector<double> row = gaussian_row(sigma, radius);
    Series series{.name = fmt::format("sigma {:.3g}", sigma)};
    for (int d = -radius; d <= radius; ++d) {
      series.x.push_back(d);
      series.y.push_back(row[static_cast<std::size_t>(d + radius)] *
                         row[static_cast<std::size_t>(radius)]);
    }
    plot.series.push_back(std::move(series));
  }
  session.keep(std::move(plot));
}

// 7x7 weights as squares of gray, white for the largest.
Image kernel_picture(double sigma) {
  constexpr int radius = 3, side = 2 * radius + 1, enlarged = 24;
  const std::vector<double> row = gaussian_row(sigma, radius);
  Image picture(PixelType::u8, side * enlarged, side * enlarged, 1);
  const ImageView view = picture.view();
  const auto share = [&](int i) {
    return row[static_cast<std::size_t>(i / enlarged)] / row[std::size_t{radius}];
  };
  for (int y = 0; y < view.height; ++y)
    for (int x = 0; x < view.width; ++x)
      *view.at(x, y) = static_cast<std::byte>(std::lround(255.0 * share(x) * share(y)));
  return picture;
}

void draw_kernels(Session& session, const std::vector<double>& sigmas) {
  std::vector<Shown> pictures;
  for (const double sigma : sigmas)
    pictures.push_back({kernel_picture(sigma), fmt::format("sigma {:.3g}", sigma)});
  session.keep(Picture{"figure_10_5_kernels", captioned_row(pictures)});
}

}  // namespace

void draw_figures(Run& run) {
  const std::vector<double> sigmas = {0.75, 1.0, run.parameters.space(), 2.0, 3.0};
  plot_kernels(run.session, sigmas);
  draw_kernels(run.session, sigmas);
  const ReadyRung* gaussian = run.find(Kind::gaussian);
  if (!gaussian) return;
  const Size size = run.session.options().quick ? Size{160, 120} : Size{640, 480};
  const Image image = chapter_scene(run.session, size.width, size.height);
  const Image original = to_bytes(colours(image));
  const Image blurred = to_bytes(repeated(run, *gaussian, image));
  run.session.keep(Picture{"figure_10_1", halves(original, blurred)});
  const ReadyRung* bilateral = run.find(Kind::bilateral);
  if (!bilateral) return;
  std::vector<Shown> three;
  three.push_back({original.clone(), "original"});
  three.push_back({blurred.clone(), fmt::format("gaussian, {} passes", passes)});
  three.push_back(
      {to_bytes(repeated(run, *bilateral, image)), fmt::format("bilateral, {} passes", passes)});
  run.session.keep(Picture{"figure_10_11", captioned_row(three)});
}

}  // namespace selvage::studies::d3d11
