// SPDX-License-Identifier: Apache-2.0
// Tells which cases are possible, and how long the reference takes for them.

#include <algorithm>

#include "conformance/cases/case.hpp"
#include "conformance/cases/filter_of.hpp"

namespace selvage::testing {
namespace {

bool norm_fits(Norm norm, int colours) {
  if (norm == Norm::lab) return colours == 3;
  return norm != Norm::luma || colours == 1 || colours == 3;
}

bool has_guide(const Case& c) {
  return c.kind == Kind::joint || c.kind == Kind::upsampling;
}

bool guide_fits(const Case& c, int colours) {
  if (c.guide_alpha && c.guide_channels < 2) return false;
  if (c.guide_holes && is_integer(c.guide_type)) return false;
  if (!has_guide(c)) return true;
  const int guides = c.guide_channels - (c.guide_alpha ? 1 : 0);
  const int averaged = c.alpha == AlphaUse::filter ? c.channels : colours;
  if (c.alpha == AlphaUse::weight && c.norm == Norm::per_channel && guides > 1) return false;
  if (c.norm == Norm::per_channel && guides != 1 && guides != averaged) return false;
  return norm_fits(c.norm, guides);
}

}  // namespace

bool possible(const Case& c) {
  const int most_channels = max_channels_of(filter_of(c));
  if (c.channels > most_channels || c.guide_channels > most_channels) return false;
  if (c.alpha == AlphaUse::weight && c.channels > 4) return false;
  if (c.depth > 1 && !has_third_axis(filter_of(c))) return false;
  const int colours = shape_of(c).alpha ? c.channels - 1 : c.channels;
  if (c.alpha != AlphaUse::none && c.channels < 2) return false;
  const bool measures = c.kind == Kind::bilateral || c.kind == Kind::rolling;
  if (measures && !norm_fits(c.norm, colours)) return false;
  if (c.alpha == AlphaUse::weight) {
    if (c.kind == Kind::geometry || c.kind == Kind::guided || c.kind == Kind::guided_upsampling)
      return false;
    if (measures && c.norm == Norm::per_channel && colours > 1) return false;
  }
  if (!guide_fits(c, colours)) return false;
  if (enlarges(c) && c.border == Border::copy) return false;
  if (c.gray && colours != 1 && colours != 3) return false;
  const bool without_mask = c.kind == Kind::geometry || c.kind == Kind::histogram;
  if (without_mask && (c.holes == Holes::mask || c.holes == Holes::value || c.holes == Holes::most))
    return false;
  const bool needs_float = c.holes == Holes::nan || c.holes == Holes::infinity;
  return !needs_float || !is_integer(c.type);
}

double cost(const Case& c) {
  const double side = 2.0 * radius_of(c) + 1;
  const double sums = std::max(1.0, c.channels / 8.0);  // as long as so many weights
  const double weights = c.norm == Norm::per_channel ? c.channels : sums;
  const double steps = c.kind == Kind::rolling ? c.iterations + 1 : c.iterations;
  if (c.kind == Kind::guided) {  // two windows, around positions outside, too
    const int step = c.subsample;
    const double across = 2.0 * ((radius_of(c) + step / 2) / step);
    return (across + 1) * (across + 1) * (result_width(c) / step + 1 + across) *
           (result_height(c) / step + 1 + across) * c.batch * 4;
  }
  if (c.kind == Kind::guided_upsampling) {
    const double across = 2.0 * radius_of(c) + 1;
    return across * across * (c.width + across) * (c.height + across) * c.batch * 4 +
           10.0 * result_width(c) * result_height(c) * c.batch;
  }
  const double slices = c.depth > 1 ? 2.0 * radius_depth(filter_of(c)) + 1 : 1.0;
  return side * side * slices * result_width(c) * result_height(c) * c.depth * c.batch * steps *
         weights;
}

}  // namespace selvage::testing
