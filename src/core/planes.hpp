// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which planes the inner loops read: how norm, channels and alpha become distance and value planes.

#include "core/problem.hpp"

namespace selvage {

// A group of planes is filtered by one set of weights. Its distance planes decide the weights;
// its value planes are averaged, or, when there are none, the distance planes themselves.
struct PlaneLayout {
  enum class Distance {
    channels,
    luma,
    lab,
    none,  // 0 where a pixel is valid
  };

  Distance distance = Distance::channels;
  bool guided = false;      // distances are not of the image: they have planes of their own
  bool l1 = false;          // distances add up as absolute values
  int groups = 1;           // per_channel: one for each averaged channel
  int distance_planes = 1;  // of a group
  int value_planes = 0;     // of a group; 0: the distance planes are averaged
  int averaged = 1;         // the first so many channels are averaged, the rest is copied
  // Each distance plane is followed, after the others, by one that holds what its precision lost:
  // where distances do not follow the values, that would otherwise be lost in the values too.
  bool split = false;

  int first_value_plane() const { return value_planes > 0 ? distance_planes * (split ? 2 : 1) : 0; }
  int planes_of_group() const {
    return value_planes > 0 ? first_value_plane() + value_planes : distance_planes;
  }
  int planes() const { return groups * planes_of_group(); }
  // The plane that averaged channel c lies in.
  int value_plane(int c) const {
    return first_value_plane() + (groups > 1 ? c * planes_of_group() : c);
  }
  // Planes that a group averages.
  int sums() const { return value_planes > 0 ? value_planes : distance_planes; }
};

// The planes of a step whose guide is another image, of which distances are taken of
// `guide_channels`, or none.
inline PlaneLayout guided_layout(const WindowMean& step, int averaged, int guide_channels,
                                 bool split) {
  using Distance = PlaneLayout::Distance;
  PlaneLayout layout{.guided = true, .value_planes = averaged, .averaged = averaged};
  if (step.guide == Guide::none) {
    layout.distance = Distance::none;
  } else if (step.norm == Norm::lab) {
    layout.distance = Distance::lab;
    layout.distance_planes = 3;
  } else if (step.norm == Norm::luma && guide_channels == 3) {
    layout.distance = Distance::luma;
  } else if (step.norm == Norm::per_channel && guide_channels > 1) {
    layout.groups = averaged;
    layout.value_planes = 1;
  } else {
    layout.distance_planes = guide_channels;
    layout.l1 = step.norm == Norm::l1 && guide_channels > 1;
  }
  // Samples themselves lose nothing.
  layout.split = split && (layout.distance == Distance::lab || layout.distance == Distance::luma);
  return layout;
}

// `split`: distances that have planes of their own are kept to twice the precision.
// `guide_channels`: that distances are taken of, where the step has a guide of its own.
inline PlaneLayout plane_layout(const WindowMean& step, int channels, bool alpha,
                                bool split = false, int guide_channels = 0) {
  const int colours = channels - (alpha ? 1 : 0);
  const int averaged = step.alpha == Alpha::filter ? channels : colours;
  if (step.guide != Guide::own) return guided_layout(step, averaged, guide_channels, split);
  PlaneLayout layout{.averaged = averaged};
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
  layout.split = split && layout.value_planes > 0;
  return layout;
}

// The channels that distances are taken of, where that is not the image itself. Alpha takes part
// where the guide is an image of the filter's own and its alpha is filtered.
inline int guide_channels(const WindowMean& step, const Problem& problem) {
  if (step.guide == Guide::given) return problem.shapes.guide.colour_channels();
  const bool colours_alone = step.norm == Norm::luma || step.norm == Norm::lab;
  const bool alpha = problem.alpha && (colours_alone || step.alpha == Alpha::keep);
  return problem.channels - (alpha ? 1 : 0);
}

// The type of the image that distances are taken of; `reads`: of the image.
inline PixelType distance_type(const WindowMean& step, const Problem& problem, PixelType reads) {
  if (step.guide == Guide::given) return problem.shapes.guide.type;
  return step.guide == Guide::previous ? PixelType::f32 : reads;
}

// Of a step of a problem.
inline PlaneLayout plane_layout(const WindowMean& step, const Problem& problem,
                                bool split = false) {
  return plane_layout(step, problem.channels, problem.alpha, split, guide_channels(step, problem));
}

}  // namespace selvage
