// SPDX-License-Identifier: Apache-2.0
#include "reference/pixels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "reference/border.hpp"
#include "reference/colour.hpp"

namespace selvage::reference {
namespace {

Channels pixel_at(const Samples& samples, int x, int y, int z) {
  Channels pixel;
  for (int c = 0; c < samples.channels; ++c) pixel.push_back(samples.at(x, y, c, z));
  return pixel;
}

bool finite(const Channels& pixel) {
  return std::all_of(pixel.begin(), pixel.end(), [](double s) { return std::isfinite(s); });
}

// Computes the position of a guide pixel in the space of the norm.
void place(Pixel& p, const Channels& guide, const GuideLayer& layer, Norm norm) {
  if (!finite(guide)) return;
  if (norm == Norm::luma) {
    p.position = {layer.colours == 3 ? luma(guide[0], guide[1], guide[2]) : guide[0]};
    p.dimensions = 1;
  } else if (norm == Norm::lab) {
    const auto lab_of = lab(guide[0], guide[1], guide[2]);
    for (const double v : lab_of) p.position.push_back(v / 100.0);
    p.dimensions = 3;
  } else {
    p.position = guide;
    p.dimensions = layer.dimensions;
  }
}

Pixel make_pixel(const Channels& image, bool masked, const Layer& layer, const Channels& guide,
                 const GuideLayer& guide_layer, Norm norm) {
  Pixel p{.samples = image};
  place(p, guide, guide_layer, norm);
  const bool marked = layer.invalid && std::all_of(image.begin(), image.begin() + layer.colours,
                                                   [&](double v) { return v == *layer.invalid; });
  const auto last = static_cast<std::size_t>(layer.samples.channels - 1);
  p.transparent = layer.samples.channels > layer.colours && image[last] <= 0.0;
  p.valid = finite(image) && !marked && !masked && p.dimensions > 0;
  return p;
}

}  // namespace

GuideLayer own_guide(const Layer& image, Alpha alpha) {
  return {.samples = image.samples,
          .colours = image.colours,
          .dimensions = alpha == Alpha::filter ? image.samples.channels : image.colours,
          .constant = image.constant};
}

Pixel pixel_of(const Layer& image, int x, int y, const GuideLayer& guide, int guide_x, int guide_y,
               Norm norm, int z) {
  const bool masked = image.mask && *image.mask.slice(z).at(x, y) == std::byte{0};
  return make_pixel(pixel_at(image.samples, x, y, z), masked, image,
                    pixel_at(guide.samples, guide_x, guide_y, z), guide, norm);
}

double distance(const Pixel& p, const Pixel& q, Norm norm, int channel) {
  if (norm == Norm::per_channel) {
    const auto c = static_cast<std::size_t>(std::min(channel, p.dimensions - 1));
    return std::abs(p.position[c] - q.position[c]);
  }
  double sum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.dimensions); ++i) {
    const double difference = std::abs(p.position[i] - q.position[i]);
    sum += norm == Norm::l1 ? difference : difference * difference;
  }
  return norm == Norm::l1 ? sum : std::sqrt(sum);
}

Extended::Extended(const Layer& image, const GuideLayer& guide, Norm norm, Reach reach)
    : width_(image.samples.width),
      height_(image.samples.height),
      depth_(image.samples.depth),
      channels_(image.samples.channels),
      alpha_(image.samples.channels > image.colours),
      reach_(reach) {
  for (int z = 0; z < depth_; ++z)
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x)
        pixels_.push_back(pixel_of(image, x, y, guide, x, y, norm, z));
  const auto pixel_of_value = [](const Samples& samples, double value) {
    return Channels(static_cast<std::size_t>(samples.channels), value);
  };
  outside_ = make_pixel(pixel_of_value(image.samples, image.constant), false, image,
                        pixel_of_value(guide.samples, guide.constant), guide, norm);
  for (int x = -reach.columns; x < width_ + reach.columns; ++x)
    columns_.push_back(border_source(x, width_, reach.border));
  for (int y = -reach.rows; y < height_ + reach.rows; ++y)
    rows_.push_back(border_source(y, height_, reach.border));
  for (int z = -reach.slices_before; z < depth_ + reach.slices_after; ++z)
    slices_.push_back(border_source(z, depth_, reach.border));
}

const Pixel* Extended::at(int x, int y, int z) const {
  if (reach_.causal && z < 0) return nullptr;
  const auto column = columns_[static_cast<std::size_t>(x + reach_.columns)];
  const auto row = rows_[static_cast<std::size_t>(y + reach_.rows)];
  const auto slice = slices_[static_cast<std::size_t>(z + reach_.slices_before)];
  if (column && row && slice)
    return &pixels_[(static_cast<std::size_t>(*slice) * static_cast<std::size_t>(height_) +
                     static_cast<std::size_t>(*row)) *
                        static_cast<std::size_t>(width_) +
                    static_cast<std::size_t>(*column)];
  return reach_.border == Border::constant ? &outside_ : nullptr;
}

}  // namespace selvage::reference
