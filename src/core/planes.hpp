// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which planes the inner loops read: how norm, channels and alpha become distance and value planes.

#include "selvage/filters.hpp"

namespace selvage {

// A group of planes is filtered by one set of weights. Its distance planes decide the weights;
// its value planes are averaged, or, when there are none, the distance planes themselves.
struct PlaneLayout {
  enum class Distance { channels, luma, lab };

  Distance distance = Distance::channels;
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
  // Planes that a group averages.
  int sums() const { return value_planes > 0 ? value_planes : distance_planes; }
};

// `split`: distances that have planes of their own are kept to twice the precision.
inline PlaneLayout plane_layout(const Bilateral& filter, int channels, bool alpha,
                                bool split = false) {
  const int colours = channels - (alpha ? 1 : 0);
  const int averaged = filter.alpha == Alpha::filter ? channels : colours;
  PlaneLayout layout{.averaged = averaged};
  switch (filter.norm) {
    case Norm::l1:
    case Norm::l2:
      layout.l1 = filter.norm == Norm::l1 && averaged > 1;  // one channel: the same distance
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

}  // namespace selvage
