// SPDX-License-Identifier: Apache-2.0
#pragma once
// The weighted mean over a window, which the bilateral, its relatives and the plain means share.

#include <optional>
#include <span>
#include <vector>

#include "reference/pixels.hpp"
#include "selvage/frame.hpp"

namespace selvage::reference {

// exp(-D^2 / 2 sigma^2)
struct Range {
  Norm norm = Norm::l2;
  double sigma = 0.1;
};

struct WindowRules {
  Reach reach{};  // the window: |dx| <= columns, |dy| <= rows, -slices_before <= dz <= slices_after
  Window window = Window::square;
  std::optional<double> sigma_space{};  // none: all taps weigh the same
  double sigma_depth = 1.0;             // with sigma_space
  bool ellipsoid = false;               // a disc in three dimensions; otherwise it is a cylinder
  std::optional<Range> range{};         // none: D = 0
  Alpha alpha = Alpha::keep;
  bool fill = false;
  bool guided_fill = false;        // invalid centres use the range if the guide is finite
  std::optional<Rect> computed{};  // the last step's pixels; others stay as they are. none: all
};

// Returns the rules from the fields that filters share by name, for images of this depth.
template <class F>
WindowRules rules_of(const F& filter, int depth = 1) {
  const int radius = effective_radius(filter);
  WindowRules rules{.reach = {.columns = radius, .rows = radius, .border = filter.border},
                    .alpha = filter.alpha,
                    .fill = filter.fill};
  if constexpr (requires { filter.window; }) rules.window = filter.window;
  if constexpr (requires { filter.sigma_space; }) rules.sigma_space = filter.sigma_space;
  if constexpr (requires { filter.sigma_range; })
    rules.range = Range{.norm = filter.norm, .sigma = filter.sigma_range};
  if constexpr (requires { filter.third_axis; })
    if (depth > 1) {
      const int slices = radius_depth(filter);
      rules.reach.causal = filter.third_axis == ThirdAxis::causal;
      rules.reach.slices_before = slices;
      rules.reach.slices_after = rules.reach.causal ? 0 : slices;
      rules.sigma_depth = sigma_depth(filter);
      rules.ellipsoid = filter.third_axis == ThirdAxis::space;
    }
  return rules;
}

// Returns the image with a filter's rules.
template <class F>
Layer layer_of(const F& filter, const ConstImageView& image, const ConstImageView& mask) {
  Layer layer{.samples = read(image),
              .colours = image.colour_channels(),
              .constant = to_type(filter.border_value, image.type),
              .mask = mask};
  if (filter.invalid) layer.invalid = to_type(*filter.invalid, image.type);
  return layer;
}

// Returns a guide given by the caller. Its alpha takes no part in D.
template <class F>
GuideLayer guide_of(const F& filter, const ConstImageView& guide) {
  return {.samples = read(guide),
          .colours = guide.colour_channels(),
          .dimensions = guide.colour_channels(),
          .constant = to_type(filter.border_value, guide.type)};
}

// A place in the image: pixel (x, y) of slice z, and the distances right of and below its centre.
struct Place {
  int x = 0, y = 0;
  double right = 0.0, below = 0.0;  // pixels
  int z = 0;
};

struct Mean {
  Channels samples{};
  bool transparent = false;  // Alpha::weight: alpha is 0, and the colours are to be copied
};

// sum w in / sum w over the window around the pixel of `place`, with distances |p - q| from `place`
// and D from `centre`. Weights are relative to the largest. Returns none if no tap is valid, or if
// the centre is invalid and no tap lies within 8 sigma_space.
std::optional<Mean> weighted_mean(const Extended& image, const Place& place, const Pixel& centre,
                                  const WindowRules& rules);

// Runs one step on the whole image.
Result windowed_mean(const Layer& image, const GuideLayer& guide, const WindowRules& rules);

// Returns `samples` as an f32 image, with its V and invalid value converted likewise.
Layer as_f32(Layer image, const Samples& samples);

// Runs one step after another, each with the window's sides of `reaches` and on the f32 result of
// the previous one. Distances are taken of the image itself.
Result in_turn(Layer image, WindowRules rules, std::span<const Reach> reaches);

}  // namespace selvage::reference
