// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/filter_task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "reference/reference.hpp"
#include "runner/pictures.hpp"
#include "selvage/io.hpp"

namespace selvage::studies::course {
namespace {

double magnitudes(const std::vector<float>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0,
                         [](double sum, float w) { return sum + std::fabs(w); });
}

// The rounding of a filter's sums; between two passes it counts twice.
double tolerance_of(const Filter& filter, double largest) {
  if (const auto* window = std::get_if<Convolution>(&filter))
    return rounding(static_cast<int>(window->kernel.size()),
                    std::fabs(window->scale) * magnitudes(window->kernel), largest, window->offset);
  const auto& lines = std::get<SeparableConvolution>(filter);
  return 2 * rounding(static_cast<int>(lines.row.size()),
                      magnitudes(lines.row) * magnitudes(lines.column), largest);
}

Image cut(const ConstImageView& image, int channels) {
  constexpr int most = 1024;  // pixels: the reference is a patient one
  const ConstImageView part =
      image.region({.width = std::min(image.width, most), .height = std::min(image.height, most)});
  if (channels == 1) return gray(part);
  Image copy(PixelType::f32, part.width, part.height, channels);
  for (int y = 0; y < part.height; ++y)
    for (int x = 0; x < part.width; ++x)
      for (int c = 0; c < channels; ++c)
        std::copy_n(part.at(x, y, std::min(c, part.channels - 1)), sizeof(float),
                    copy.view().at(x, y, c));
  return copy;
}

}  // namespace

Image whole_image(const std::string& path) {
  const Image loaded = convert(load(path), PixelType::f32);
  ConstImageView view = loaded;
  const int colours = view.colour_channels();
  return cut(view.region({.width = view.width, .height = view.height}), colours < 3 ? 1 : 3);
}

std::vector<Image> checked_images(Session& session, const Settings& settings, int channels) {
  std::vector<Image> images;
  for (const Extent& odd : settings.odd)
    images.push_back(scene(session, PixelType::f32, odd.width, odd.height, channels));
  const std::string& file = session.options().image;
  images.push_back(file.empty() ? scene(session, PixelType::f32, settings.checked.width,
                                        settings.checked.height, channels)
                                : cut(whole_image(file), channels));
  return images;
}

std::vector<Case> cases_of(const Filter& filter, std::vector<Image> images) {
  std::vector<Case> cases;
  for (Image& image : images) {
    const double tolerance = tolerance_of(filter, largest_sample(image));
    reference::Samples expected = reference::run(filter, {.image = image}).samples;
    cases.push_back(
        {.image = std::move(image), .expected = std::move(expected), .tolerance = tolerance});
  }
  return cases;
}

Checked check_cases(Session& session, const std::string& name, const Filtering& filtering,
                    const std::vector<Case>& cases) {
  Checked last;
  for (const Case& c : cases) {
    Filtered result = run(session, filtering, c.image);
    last.error = check(session, name, result, c.expected, c.tolerance);
    last.result = std::move(result.image);
  }
  save_images(session, name, last.result, rounded(cases.back().expected));
  return last;
}

void expect_equal(Session& session, const std::string& name, const Image& result,
                  const std::string& before, const Image& result_before) {
  const Difference d = difference(result, result_before);
  session.expect(d.count == 0, fmt::format("{} equals {} to the bit ({} samples differ, by {:.2g})",
                                           name, before, d.count, d.max));
}

Arena::Arena(Session& session, const ConstImageView& image)
    : in(planes_of(session, image)),
      between(empty_planes(session, image.width, image.height, image.channels)),
      out(empty_planes(session, image.width, image.height, image.channels)) {}

Enqueue Arena::run(std::shared_ptr<const Filtering> filtering) const {
  return [this, filtering = std::move(filtering)](gpu::Stream& stream) {
    filtering->enqueue(stream, in, between, out);
  };
}

double Arena::samples() const {
  const CourseImage& shape = in.front().shape();
  return 1.0 * shape.width * shape.height * static_cast<double>(in.size());
}

}  // namespace selvage::studies::course
