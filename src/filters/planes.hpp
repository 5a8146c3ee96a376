// SPDX-License-Identifier: Apache-2.0
#pragma once
// The planes that inner loops read: norm, channels and alpha determine the distance and value
// planes.

#include "filters/problem.hpp"

namespace selvage {

// Alpha::weight: a mean of alpha below this fraction of full scale becomes 0.
inline constexpr double least_alpha = 0x1p-32;

// One set of weights filters a group of planes. Its distance planes determine the weights; its
// value planes are averaged, or the distance planes if there are none.
struct PlaneLayout {
  enum class Distance {
    channels,
    luma,
    lab,
    none,  // 0 for valid pixels
  };

  Distance distance = Distance::channels;
  bool guided = false;      // distances are taken of another image and have planes of their own
  bool l1 = false;          // distances are sums of absolute values
  int groups = 1;           // per_channel: one for each averaged channel
  int distance_planes = 1;  // planes per group
  int value_planes = 0;     // planes per group; 0: the distance planes are averaged
  int averaged = 1;         // the first channels, which are averaged; the rest is copied
  bool weighs = false;      // the averaged colours count as much as their alpha, the last of the
                            // averaged channels; its value plane stays, theirs are their products
  // If true, the distance planes are followed by planes with their rounding errors. If distances do
  // not follow the values, those errors would otherwise affect the values.
  bool split = false;

  int first_value_plane() const { return value_planes > 0 ? distance_planes * (split ? 2 : 1) : 0; }
  int planes_of_group() const {
    return value_planes > 0 ? first_value_plane() + value_planes : distance_planes;
  }
  int planes() const { return groups * planes_of_group(); }
  // Returns the plane of averaged channel c.
  int value_plane(int c) const {
    return first_value_plane() + (groups > 1 ? c * planes_of_group() : c);
  }
  // Returns the planes that a group averages.
  int sums() const { return value_planes > 0 ? value_planes : distance_planes; }
};

// Returns the planes of a step whose guide is another image, with distances over `guide_channels`
// of it, or no guide.
inline PlaneLayout guided_layout(const WindowMean& step, int averaged, bool weighs,
                                 int guide_channels, bool split) {
  using Distance = PlaneLayout::Distance;
  PlaneLayout layout{.guided = true, .value_planes = averaged, .averaged = averaged};
  layout.weighs = weighs;
  if (step.guide == Guide::none) {
    layout.distance = Distance::none;
    return layout;
  }
  const bool has_colours = guide_channels > 1;
  switch (step.norm) {
    case Norm::l1:
    case Norm::l2:
      layout.distance_planes = guide_channels;
      layout.l1 = step.norm == Norm::l1 && has_colours;
      break;
    case Norm::per_channel:
      if (has_colours) layout.groups = averaged;
      if (has_colours) layout.value_planes = 1;
      break;
    case Norm::luma:
      if (guide_channels == 3)
        layout.distance = Distance::luma;
      else
        layout.distance_planes = guide_channels;
      break;
    case Norm::lab:
      layout.distance = Distance::lab;
      layout.distance_planes = 3;
      break;
  }
  // Unconverted samples have no rounding errors.
  layout.split = split && (layout.distance == Distance::lab || layout.distance == Distance::luma);
  return layout;
}

// With `split`, distances that have planes of their own get twice the precision. `guide_channels`
// is the number of channels that distances cover if the step has a separate guide.
inline PlaneLayout plane_layout(const WindowMean& step, int channels, bool alpha,
                                bool split = false, int guide_channels = 0) {
  const int colours = channels - (alpha ? 1 : 0);
  const int averaged = step.alpha == Alpha::keep ? colours : channels;
  const bool weighs = alpha && step.alpha == Alpha::weight;
  if (step.guide != Guide::own) return guided_layout(step, averaged, weighs, guide_channels, split);
  PlaneLayout layout{.averaged = averaged, .weighs = weighs};
  switch (step.norm) {
    case Norm::l1:
    case Norm::l2:
      layout.l1 = step.norm == Norm::l1 && averaged > 1;  // one channel: the same distance
      layout.distance_planes = averaged;
      break;
    case Norm::per_channel: layout.groups = averaged; break;
    case Norm::luma:
      if (averaged > 1) layout.value_planes = averaged;
      if (colours == 3) layout.distance = PlaneLayout::Distance::luma;
      break;
    case Norm::lab:
      layout.distance = PlaneLayout::Distance::lab;
      layout.distance_planes = 3;
      layout.value_planes = averaged;
      break;
  }
  if (weighs && layout.value_planes == 0) {  // D is that of the colours before they are multiplied
    layout.l1 = layout.l1 && colours > 1;
    layout.groups = 1;
    layout.distance_planes = colours;
    layout.value_planes = channels;
  }
  // Unconverted samples have no rounding errors.
  const bool unconverted = weighs && layout.distance == PlaneLayout::Distance::channels;
  layout.split = split && layout.value_planes > 0 && !unconverted;
  return layout;
}

// Returns the channels that distances cover in a separate guide. Alpha takes part if the filter
// made the guide itself and filters alpha.
inline int guide_channels(const WindowMean& step, const Problem& problem) {
  if (step.guide == Guide::given) return problem.shapes.guide.colour_channels();
  const bool colours_alone = step.norm == Norm::luma || step.norm == Norm::lab;
  const bool alpha = problem.alpha && (colours_alone || step.alpha != Alpha::filter);
  return problem.channels - (alpha ? 1 : 0);
}

// Returns the type of the image that distances are taken of. `reads` is the type of the filtered
// image.
inline PixelType distance_type(const WindowMean& step, const Problem& problem, PixelType reads) {
  if (step.guide == Guide::given) return problem.shapes.guide.type;
  return step.guide == Guide::previous ? PixelType::f32 : reads;
}

// Returns the layout of a step of a problem.
inline PlaneLayout plane_layout(const WindowMean& step, const Problem& problem,
                                bool split = false) {
  return plane_layout(step, problem.channels, problem.alpha, split, guide_channels(step, problem));
}

}  // namespace selvage
