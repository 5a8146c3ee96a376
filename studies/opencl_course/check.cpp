// SPDX-License-Identifier: Apache-2.0
#include "opencl_course/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "runner/pictures.hpp"
#include "selvage/error.hpp"
#include "selvage/io.hpp"

namespace selvage::studies::course {
namespace {

constexpr double shown_difference = 1e-3;  // of full scale, as white

float sample(const ConstImageView& image, int x, int y, int c) {
  float value = 0.0f;
  std::memcpy(&value, image.at(x, y, c), sizeof value);
  return value;
}

struct Worst {
  double difference = 0.0;
  int x = 0, y = 0, channel = 0;
  std::size_t nans = 0;
};

Worst worst_of(const ConstImageView& result, const reference::Samples& expected) {
  Worst worst;
  for (int y = 0; y < result.height; ++y)
    for (int x = 0; x < result.width; ++x)
      for (int c = 0; c < result.channels; ++c) {
        const double value = sample(result, x, y, c);
        if (std::isnan(value)) ++worst.nans;
        const double difference = std::fabs(value - expected.at(x, y, c));
        if (difference > worst.difference)
          worst = {.difference = difference, .x = x, .y = y, .channel = c, .nans = worst.nans};
      }
  return worst;
}

// NaN as a number that is far from every other, so that difference images show it.
Image visible(const ConstImageView& image) {
  Image copy(PixelType::f32, image.width, image.height, image.channels);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        float value = sample(image, x, y, c);
        if (std::isnan(value)) value = 1e9f;
        std::memcpy(copy.view().at(x, y, c), &value, sizeof value);
      }
  return copy;
}

}  // namespace

std::filesystem::path image_folder(const Session& session) {
  const Options& o = session.options();
  if (!o.out.empty()) return std::filesystem::path(o.out) / "Images";
  return o.task.empty() ? "" : "Images";
}

void save_images(Session& session, const std::string& name, const ConstImageView& result,
                 const ConstImageView& expected) {
  const std::filesystem::path folder = image_folder(session);
  if (folder.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    throw Error(Errc::output,
                fmt::format("{} cannot be made: {}", folder.string(), failed.message()));
  save(folder / (name + ".pfm"), result);
  save(folder / (name + "_difference.png"),
       difference_picture(visible(result), expected, 1.0 / shown_difference));
}

double check(Session& session, const std::string& name, const Filtered& result,
             const reference::Samples& expected, double tolerance) {
  const Worst worst = worst_of(result.image, expected);
  const auto size = fmt::format("{}x{}", result.image.width(), result.image.height());
  session.expect(worst.nans == 0, fmt::format("{}, {}: no NaN in the output (there are {})", name,
                                              size, worst.nans));
  session.expect(
      worst.difference <= tolerance,
      fmt::format("{}, {}: within {:.2g} of the CPU (at {}, {}, channel {}: {:.3g})", name, size,
                  tolerance, worst.x, worst.y, worst.channel, worst.difference));
  session.expect(result.padding_untouched,
                 fmt::format("{}, {}: nothing is written into the rows' padding", name, size));
  return worst.difference;
}

Image rounded(const reference::Samples& samples) {
  Image image(PixelType::f32, samples.width, samples.height, samples.channels);
  for (int y = 0; y < samples.height; ++y)
    for (int x = 0; x < samples.width; ++x)
      for (int c = 0; c < samples.channels; ++c) {
        const auto value = static_cast<float>(samples.at(x, y, c));
        std::memcpy(image.view().at(x, y, c), &value, sizeof value);
      }
  return image;
}

double rounding(int taps, double weight, double largest, double offset) {
  constexpr double half_ulp = 0x1p-24;
  return (taps + 3) * half_ulp * (weight * largest + std::fabs(offset));
}

double largest_sample(const ConstImageView& image) {
  double largest = 0.0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < image.channels; ++c) {
        const double value = sample(image, x, y, c);
        if (!std::isfinite(value))
          throw Error(Errc::input,
                      fmt::format("the image holds a NaN or an infinity at ({}, {})", x, y),
                      "this study looks for them in results: give an image without");
        largest = std::max(largest, std::fabs(value));
      }
  return largest;
}

}  // namespace selvage::studies::course
