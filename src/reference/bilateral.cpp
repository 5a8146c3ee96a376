// SPDX-License-Identifier: Apache-2.0
#include "reference/bilateral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "reference/border.hpp"
#include "reference/colour.hpp"

namespace selvage::reference {
namespace {

struct Pixel {
  std::array<double, 4> samples{};
  std::array<double, 4> position{};  // in the space where D is measured
  int dimensions = 0;                // of that space
  bool valid = false;
};

// What one step needs besides the samples.
struct Setup {
  const Bilateral& filter;
  int radius;
  int channels;  // of a pixel, alpha included
  int colours;   // of them
  const ConstImageView& mask;
  double constant;                // the border's V
  std::optional<double> invalid;  //
};

// Where a pixel stands in the space of the norm.
void place(Pixel& p, const Setup& s) {
  const bool three = s.colours == 3;
  if (s.filter.norm == Norm::luma) {
    p.position[0] = three ? luma(p.samples[0], p.samples[1], p.samples[2]) : p.samples[0];
    p.dimensions = 1;
  } else if (s.filter.norm == Norm::lab) {
    const auto lab_of = lab(p.samples[0], p.samples[1], p.samples[2]);
    for (std::size_t i = 0; i < 3; ++i) p.position[i] = lab_of[i] / 100.0;
    p.dimensions = 3;
  } else {
    p.position = p.samples;
    p.dimensions = s.filter.alpha == Alpha::filter ? s.channels : s.colours;
  }
}

Pixel make_pixel(const std::array<double, 4>& samples, bool masked, const Setup& s) {
  Pixel p{.samples = samples};
  const auto end_of_colour = p.samples.begin() + s.colours;
  const bool finite = std::all_of(p.samples.begin(), p.samples.begin() + s.channels,
                                  [](double v) { return std::isfinite(v); });
  const bool marked = s.invalid && std::all_of(p.samples.begin(), end_of_colour,
                                               [&](double v) { return v == *s.invalid; });
  p.valid = finite && !marked && !masked;
  if (p.valid) place(p, s);
  return p;
}

double distance(const Pixel& p, const Pixel& q, Norm norm) {
  double sum = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.dimensions); ++i) {
    const double difference = std::abs(p.position[i] - q.position[i]);
    sum += norm == Norm::l1 ? difference : difference * difference;
  }
  return norm == Norm::l1 ? sum : std::sqrt(sum);
}

// The image, extended by its border rule to every position.
class Extended {
 public:
  Extended(const Samples& in, const Setup& s) : width_(in.width), height_(in.height), setup_(s) {
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        std::array<double, 4> samples{};
        for (int c = 0; c < s.channels; ++c) samples[static_cast<std::size_t>(c)] = in.at(x, y, c);
        const bool masked = s.mask && *s.mask.at(x, y) == std::byte{0};
        pixels_.push_back(make_pixel(samples, masked, s));
      }
    outside_ = make_pixel({s.constant, s.constant, s.constant, s.constant}, false, s);
    for (int x = -s.radius; x < width_ + s.radius; ++x)
      columns_.push_back(border_source(x, width_, s.filter.border));
    for (int y = -s.radius; y < height_ + s.radius; ++y)
      rows_.push_back(border_source(y, height_, s.filter.border));
  }

  // Up to `radius` pixels outside the image. Null where no pixel stands.
  const Pixel* at(int x, int y) const {
    const auto column = columns_[static_cast<std::size_t>(x + setup_.radius)];
    const auto row = rows_[static_cast<std::size_t>(y + setup_.radius)];
    if (column && row)
      return &pixels_[static_cast<std::size_t>(*row) * static_cast<std::size_t>(width_) +
                      static_cast<std::size_t>(*column)];
    return setup_.filter.border == Border::constant ? &outside_ : nullptr;
  }

 private:
  int width_, height_;
  const Setup& setup_;
  std::vector<Pixel> pixels_;  // height x width
  Pixel outside_;
  std::vector<std::optional<int>> columns_, rows_;  // what stands at position i - radius
};

// The weighted mean around (x, y) [tomasi1998, eq. 5]; for an invalid centre the spatially weighted
// one. None when an invalid centre has no valid tap within 8 sigma_space.
std::optional<std::array<double, 4>> weighted_mean(const Extended& image, int x, int y,
                                                   const Setup& s) {
  const Bilateral& f = s.filter;
  const double sigma_space = f.sigma_space, sigma_range = f.sigma_range;
  const Pixel& centre = *image.at(x, y);
  std::array<double, 4> sum{}, weights{};
  bool near = false;
  for (int dy = -s.radius; dy <= s.radius; ++dy)
    for (int dx = -s.radius; dx <= s.radius; ++dx) {
      const double squared = static_cast<double>(dx) * dx + static_cast<double>(dy) * dy;
      if (f.window == Window::disc && squared > static_cast<double>(s.radius) * s.radius) continue;
      const Pixel* tap = image.at(x + dx, y + dy);
      if (!tap || !tap->valid) continue;
      near = near || squared <= 64.0 * sigma_space * sigma_space;
      const auto weight = [&](double d) {  // of distance D: both Gaussians in one exponential
        return std::exp(-squared / (2 * sigma_space * sigma_space) -
                        d * d / (2 * sigma_range * sigma_range));
      };
      const double shared = weight(centre.valid ? distance(centre, *tap, f.norm) : 0.0);
      for (std::size_t c = 0; c < static_cast<std::size_t>(s.channels); ++c) {
        const bool own = f.norm == Norm::per_channel && centre.valid;
        const double w = own ? weight(tap->samples[c] - centre.samples[c]) : shared;
        sum[c] += w * tap->samples[c];
        weights[c] += w;
      }
    }
  if (!near) return std::nullopt;
  for (std::size_t c = 0; c < static_cast<std::size_t>(s.channels); ++c) sum[c] /= weights[c];
  return sum;
}

Result step(const Samples& in, const Setup& s) {
  const Extended image(in, s);
  Result out{.samples = in, .copied = std::vector<bool>(in.values.size(), true)};
  const int written = s.filter.alpha == Alpha::filter ? s.channels : s.colours;
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x) {
      const bool leaves =
          x < s.radius || y < s.radius || x + s.radius >= in.width || y + s.radius >= in.height;
      if (s.filter.border == Border::copy && leaves) continue;
      if (!image.at(x, y)->valid && !s.filter.fill) continue;
      const auto mean = weighted_mean(image, x, y, s);
      if (!mean) continue;
      for (int c = 0; c < written; ++c) {
        out.samples.at(x, y, c) = (*mean)[static_cast<std::size_t>(c)];
        out.copied[in.index(x, y, c)] = false;
      }
    }
  return out;
}

double to_f32(double value) {
  return static_cast<double>(static_cast<float>(value));
}

}  // namespace

Result bilateral(const Bilateral& filter, const ConstImageView& image, const ConstImageView& mask) {
  validate(filter, image);
  Setup setup{.filter = filter,
              .radius = effective_radius(filter),
              .channels = image.channels,
              .colours = image.colour_channels(),
              .mask = mask,
              .constant = to_type(filter.border_value, image.type),
              .invalid = {}};
  if (filter.invalid) setup.invalid = to_type(*filter.invalid, image.type);

  Result result = step(read(image), setup);
  for (int i = 1; i < filter.iterations; ++i) {  // on its own result, as an f32 image
    std::ranges::transform(result.samples.values, result.samples.values.begin(), to_f32);
    setup.constant = to_f32(setup.constant);
    if (setup.invalid) setup.invalid = to_f32(*setup.invalid);
    const std::vector<bool> before = std::move(result.copied);
    result = step(result.samples, setup);
    for (std::size_t k = 0; k < before.size(); ++k)
      result.copied[k] = result.copied[k] && before[k];
  }
  return result;
}

}  // namespace selvage::reference
