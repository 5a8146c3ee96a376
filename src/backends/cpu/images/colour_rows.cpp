// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/images/colour_rows.hpp"

#include <algorithm>

#include "core/colour.hpp"

namespace selvage::cpu {
namespace {

std::vector<double> transfer_table(PixelType type) {
  std::vector<double> table(static_cast<std::size_t>(full_scale(type)) + 1);
  for (std::size_t v = 0; v < table.size(); ++v)
    table[v] = srgb_to_linear(static_cast<double>(v) / full_scale(type));
  return table;
}

}  // namespace

template <class Real>
ColourRows<Real>::ColourRows(const PlaneLayout& layout, PixelType type) : layout_(layout) {
  if (layout_.distance == PlaneLayout::Distance::lab && is_integer(type))
    linear_ = transfer_table(type);
}

template <class Real>
void ColourRows<Real>::make(const Real* samples, std::ptrdiff_t sample_plane, int pixels, Real* out,
                            std::ptrdiff_t plane) const {
  switch (layout_.distance) {
    case PlaneLayout::Distance::channels:
      for (int p = 0; p < layout_.distance_planes; ++p)
        for (int i = 0; i < pixels; ++i)
          write(double{samples[p * sample_plane + i]}, out + p * plane + i, plane);
      break;
    case PlaneLayout::Distance::luma:
      for (int i = 0; i < pixels; ++i)
        write(luma(samples[i], samples[sample_plane + i], samples[2 * sample_plane + i]), out + i,
              plane);
      break;
    case PlaneLayout::Distance::lab: make_lab(samples, sample_plane, pixels, out, plane); break;
    case PlaneLayout::Distance::none: break;
  }
}

// Converts block by block, so that the loops run over arrays.
template <class Real>
void ColourRows<Real>::make_lab(const Real* samples, std::ptrdiff_t sample_plane, int pixels,
                                Real* out, std::ptrdiff_t plane) const {
  LabBlock block;
  for (int first = 0; first < pixels; first += LabBlock::pixels) {
    const int count = std::min(LabBlock::pixels, pixels - first);
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < count; ++i) {
        const Real v = samples[c * sample_plane + first + i];
        block.plane[c][i] =
            linear_.empty() ? srgb_to_linear(double{v}) : linear_[static_cast<std::size_t>(v)];
      }
    linear_to_lab100(block);
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < count; ++i) write(block.plane[c][i], out + c * plane + first + i, plane);
  }
}

template <class Real>
void ColourRows<Real>::write(double value, Real* out, std::ptrdiff_t plane) const {
  *out = static_cast<Real>(value);
  if (layout_.split)
    out[layout_.distance_planes * plane] = static_cast<Real>(value - static_cast<double>(*out));
}

template class ColourRows<float>;
template class ColourRows<double>;

}  // namespace selvage::cpu
