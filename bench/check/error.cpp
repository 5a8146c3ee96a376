// SPDX-License-Identifier: Apache-2.0
#include "check/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ports.hpp"
#include "reference/reference.hpp"

namespace selvage::bench {
namespace {

// Returns `rect`, widened by `around` on all sides, within an image.
Rect widened(const Rect& rect, int around, int width, int height) {
  const int left = std::max(0, rect.x - around), top = std::max(0, rect.y - around);
  return {left, top, std::min(width, rect.x + rect.width + around) - left,
          std::min(height, rect.y + rect.height + around) - top};
}

// Returns that region of every input.
Inputs region_of(Inputs inputs, const Rect& rect) {
  for (const InputPort& port : image_inputs)
    if (ConstImageView& view = inputs.*port.view; view) view = view.region(rect);
  return inputs;
}

// The image is so many times smaller than the guide; 0: by no whole number.
int reduction(const Inputs& inputs) {
  const int times = inputs.guide.width / std::max(1, inputs.image.width);
  const bool whole = times * inputs.image.width == inputs.guide.width &&
                     times * inputs.image.height == inputs.guide.height;
  return whole ? times : 0;
}

Rect times(const Rect& rect, int factor) {
  return {rect.x * factor, rect.y * factor, rect.width * factor, rect.height * factor};
}

// Returns the pixels of the small image around its part that an upsampling reads.
int small_halo(const Filter& filter) {
  if (const auto* joint = std::get_if<JointUpsampling>(&filter))
    return effective_radius(*joint) + 1;
  return 2 * std::get<GuidedUpsampling>(filter).radius + 1;
}

// Returns the factor of the sides of all parts, so that the reference of a large window takes
// seconds.
double reduced_side(const Filter& filter) {
  constexpr double most_taps = 2e7, pixels = 100.0 * 60.0 + 4 * 36.0 * 20.0;
  const auto* bilateral = std::get_if<Bilateral>(&filter);
  if (!bilateral) return 1.0;
  const double side = 2.0 * effective_radius(*bilateral) + 1.0;
  return std::min(1.0, std::sqrt(most_taps / (pixels * side * side)));
}

}  // namespace

// Within a region, the reference of the region with its halo equals that of the whole: the halo
// ends at the image's edge or beyond the window of every judged pixel.
Expected::Part Expected::part(const Rect& judged) const {
  const ConstImageView& image = inputs_.image;
  Rect around;
  Inputs region;
  if (upsamples(filter_)) {
    const int factor = reduction(inputs_);
    if (factor == 0) {
      around = {0, 0, inputs_.guide.width, inputs_.guide.height};
      region = inputs_;
    } else {
      const Rect small{judged.x / factor, judged.y / factor, judged.width / factor + 1,
                       judged.height / factor + 1};
      const Rect read = widened(small, small_halo(filter_), image.width, image.height);
      around = times(read, factor);
      region = {.image = image.region(read), .guide = inputs_.guide.region(around)};
    }
  } else {
    around = widened(judged, halo(filter_), image.width, image.height);
    region = region_of(inputs_, around);
  }
  const Rect in_region{judged.x - around.x, judged.y - around.y, judged.width, judged.height};
  const auto* bilateral = std::get_if<Bilateral>(&filter_);
  const auto result =
      bilateral ? reference::run(*bilateral, region, in_region) : reference::run(filter_, region);
  return {judged, around.x, around.y, result.samples};
}

Expected::Expected(const Filter& filter, const Inputs& inputs) : filter_(filter), inputs_(inputs) {
  if (const auto* histogram = std::get_if<Histogram>(&filter)) {
    counts_ = reference::histogram(*histogram, inputs.image);
    return;
  }
  const ConstImageView result = result_shape(filter, inputs.image, inputs.guide);
  const double reduced = reduced_side(filter);
  const auto add = [&](int most_width, int most_height, double x, double y) {
    const int width = std::min(static_cast<int>(std::ceil(most_width * reduced)), result.width);
    const int height = std::min(static_cast<int>(std::ceil(most_height * reduced)), result.height);
    parts_.push_back(part({static_cast<int>(x * (result.width - width)),
                           static_cast<int>(y * (result.height - height)), width, height}));
  };
  add(100, 60, 0.5, 0.5);
  for (const double y : {0.0, 1.0})
    for (const double x : {0.0, 1.0}) add(36, 20, x, y);
}

Error255 Expected::judge(const ConstImageView& output) const {
  double max = 0, differ = 0, count = 0;
  for (const Part& p : parts_) {
    const reference::Samples actual = reference::read(output.region(p.judged));
    for (int y = 0; y < p.judged.height; ++y)
      for (int x = 0; x < p.judged.width; ++x)
        for (int c = 0; c < output.channels; ++c) {
          double true_value = p.samples.at(p.judged.x - p.x + x, p.judged.y - p.y + y, c);
          if (is_integer(output.type)) true_value = std::clamp(true_value, 0.0, 1.0);
          const double value = actual.at(x, y, c);
          const double error = 255.0 * std::fabs(value - true_value);
          // A NaN counts as the largest error.
          max = error <= max ? max : error > 0 ? error : std::numeric_limits<double>::infinity();
          differ += value != reference::to_type(true_value, output.type);
          ++count;
        }
  }
  Error255 error{.max = max};
  if (is_integer(output.type)) error.differ_percent = 100.0 * differ / count;
  return error;
}

Error255 Expected::judge(const Counts& counts) const {
  double wrong = 0, all = 0;
  for (std::size_t channel = 0; channel < counts_.bins.size(); ++channel)
    for (std::size_t bin = 0; bin < counts_.bins[channel].size(); ++bin, ++all) {
      const bool there = channel < counts.bins.size() && bin < counts.bins[channel].size();
      wrong += !there || counts.bins[channel][bin] != counts_.bins[channel][bin];
    }
  return {.max = wrong > 0 ? 255.0 : 0.0, .differ_percent = 100.0 * wrong / std::max(1.0, all)};
}

Error255 judge(const Filter& filter, const Inputs& inputs, const ConstImageView& output) {
  return Expected(filter, inputs).judge(output);
}

}  // namespace selvage::bench
