// SPDX-License-Identifier: Apache-2.0
// Figures 2 to 5: what small matrices, boxes and Gaussians do to a photo.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <utility>

#include "opencl_course/filter_task.hpp"
#include "opencl_course/matrices.hpp"
#include "opencl_course/tasks.hpp"
#include "runner/letters.hpp"
#include "runner/pictures.hpp"

namespace selvage::studies::course {
namespace {

// A picture's filter, checked like the ladder's.
Image filtered(Session& session, const std::string& name, const Filtering& filtering,
               const Filter& filter, const Image& image) {
  std::vector<Image> images;
  images.push_back(image.clone());
  return check_cases(session, name, filtering, cases_of(filter, std::move(images))).result;
}

Image by_matrix(Session& session, const Settings& settings, const Matrix& matrix,
                const Image& image) {
  return filtered(session, fmt::format("figure_2_{}", matrix.name),
                  make_filtering(session, rung(2), settings, constants_of(matrix)),
                  convolution_of(matrix), image);
}

Image by_line(Session& session, const Settings& settings, const std::string& name,
              const std::vector<float>& line, const Image& image) {
  return filtered(
      session, name,
      make_filtering(session, rung(4), settings, constants_of(line, settings.step_count)),
      separable_of(line), image);
}

Image with_noise(const Image& image, double sigma) {
  Image noisy = image.clone();
  std::mt19937 random(5);
  std::normal_distribution<float> noise(0.0f, static_cast<float>(sigma));
  for (int y = 0; y < noisy.height(); ++y)
    for (int x = 0; x < noisy.width(); ++x)
      for (int c = 0; c < noisy.channels(); ++c) {
        float value = 0.0f;
        std::memcpy(&value, noisy.view().at(x, y, c), sizeof value);
        value += noise(random);
        std::memcpy(noisy.view().at(x, y, c), &value, sizeof value);
      }
  return noisy;
}

// The magnitudes, three times as bright: an edge's gradient has both signs and is faint.
Image brightened(const Image& image) {
  Image bright = image.clone();
  for (int y = 0; y < bright.height(); ++y)
    for (int x = 0; x < bright.width(); ++x)
      for (int c = 0; c < bright.channels(); ++c) {
        float value = 0.0f;
        std::memcpy(&value, bright.view().at(x, y, c), sizeof value);
        value = 3.0f * std::fabs(value);
        std::memcpy(bright.view().at(x, y, c), &value, sizeof value);
      }
  return bright;
}

Image pair_of(const Image& left, const char* left_caption, const Image& right,
              const char* right_caption) {
  std::vector<Shown> row;
  row.push_back({to_bytes(left), left_caption});
  row.push_back({to_bytes(right), right_caption});
  return captioned_row(row);
}

// The two-dimensional Gaussian of sigma 1, cut along x at several y, and from above.
void show_gaussian(Session& session) {
  Plot plot{.name = "figure_4_cuts",
            .title = "Figure 4: the Gaussian of sigma 1, cut along x",
            .x_label = "x, pixels",
            .y_label = "G(x, y), 1/pixel^2"};
  const double pi = std::acos(-1.0);
  for (int y = 0; y <= 2; ++y) {
    Series cut{.name = fmt::format("y = {}", y)};
    for (int i = -30; i <= 30; ++i) {
      cut.x.push_back(i / 10.0);
      cut.y.push_back(std::exp(-(cut.x.back() * cut.x.back() + y * y) / 2.0) / (2.0 * pi));
    }
    plot.series.push_back(std::move(cut));
  }
  session.keep(std::move(plot));
  constexpr int side = 256;
  Image above(PixelType::f32, side, side);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const double dx = (x - 127.5) * 6.0 / side, dy = (y - 127.5) * 6.0 / side;
      const auto value = static_cast<float>(std::exp(-(dx * dx + dy * dy) / 2.0));
      std::memcpy(above.view().at(x, y), &value, sizeof value);
    }
  session.keep(Picture{"figure_4", to_bytes(above)});
}

}  // namespace

void show_convolutions(Session& session, const Settings& settings) {
  const Extent& e = settings.picture;
  const Image photo = scene(session, PixelType::f32, e.width, e.height, 3);
  if (session.wants_rung(2)) {
    std::vector<Shown> row;
    row.push_back({to_bytes(photo), "original"});
    if (!session.options().quick) {  // each matrix is compiled by itself
      row.push_back({to_bytes(by_matrix(session, settings, sharpen, photo)), "sharpen"});
      row.push_back(
          {to_bytes(brightened(by_matrix(session, settings, edge, photo))), "edges, times 3"});
    }
    row.push_back({to_bytes(by_matrix(session, settings, emboss, gray(photo))), "emboss"});
    session.keep(Picture{"figure_2", captioned_row(row)});
  }
  if (!session.wants_rung(4)) return;
  const Image blocks = by_line(session, settings, "figure_3_box", box_line(4), photo);
  session.keep(Picture{"figure_3", pair_of(photo, "original", blocks, "box 9x9")});
  show_gaussian(session);
  const Image noisy = with_noise(photo, 0.06);
  const std::vector<float> line = gaussian_line(3, 1.5);
  const Image once = by_line(session, settings, "figure_5_once", line, noisy);
  const Image twice = by_line(session, settings, "figure_5_twice", line, once);
  session.keep(Picture{"figure_5", pair_of(noisy, "with noise", twice, "gaussian 7x7, twice")});
}

}  // namespace selvage::studies::course
