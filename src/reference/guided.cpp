// SPDX-License-Identifier: Apache-2.0
// The guided filter [he2013], its fast form on a grid of pixels [he2015], and guided upsampling.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "reference/enlarged.hpp"
#include "reference/pixels.hpp"
#include "reference/reference.hpp"
#include "reference/windowed_mean.hpp"

namespace selvage::reference {
namespace {

using Vector = std::array<double, 4>;
using Matrix = std::array<Vector, 4>;

// The linear model of one window, or the mean of such models: value c is a[c] I + b[c].
struct Model {
  Matrix a{};
  Vector b{}, values{};  // values: the mean of the image over the window
};

// The models around a position, and how many there are.
using Found = std::optional<Model>;

// Solves m x = y by elimination with the largest pivot.
Vector solved(Matrix m, Vector y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t best = i;
    for (std::size_t k = i; k < n; ++k)
      if (std::abs(m[k][i]) > std::abs(m[best][i])) best = k;
    std::swap(m[i], m[best]);
    std::swap(y[i], y[best]);
    for (std::size_t k = i + 1; k < n; ++k) {
      const double factor = m[k][i] / m[i][i];
      for (std::size_t j = i; j < n; ++j) m[k][j] -= factor * m[i][j];
      y[k] -= factor * y[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) y[i] -= m[i][j] * y[j];
    y[i] /= m[i][i];
  }
  return y;
}

// The pixels that are fitted, and their windows.
class Fits {
 public:
  Fits(const Extended& image, int width, int height, int radius, double epsilon)
      : image_(image), radius_(radius), width_(width + 2 * radius), epsilon_(epsilon) {
    for (int y = -radius; y < height + radius; ++y)
      for (int x = -radius; x < width + radius; ++x) models_.push_back(fit(x, y));
  }

  // Returns the mean of the models of all valid pixels in the window around (x, y).
  Found mean(int x, int y) const {
    Model total;
    int count = 0;
    for (int dy = -radius_; dy <= radius_; ++dy)
      for (int dx = -radius_; dx <= radius_; ++dx)
        if (const Found& model = at(x + dx, y + dy)) {
          add(*model, 1.0, total);
          ++count;
        }
    if (count == 0) return std::nullopt;
    Model result;
    add(total, 1.0 / count, result);
    return result;
  }

  static void add(const Model& model, double weight, Model& sum) {
    for (std::size_t c = 0; c < 4; ++c) {
      for (std::size_t i = 0; i < 4; ++i) sum.a[c][i] += weight * model.a[c][i];
      sum.b[c] += weight * model.b[c];
      sum.values[c] += weight * model.values[c];
    }
  }

 private:
  const Found& at(int x, int y) const {
    return models_[static_cast<std::size_t>(y + radius_) * static_cast<std::size_t>(width_) +
                   static_cast<std::size_t>(x + radius_)];
  }

  template <class F>
  void for_each_tap(int x, int y, const F& f) const {
    for (int dy = -radius_; dy <= radius_; ++dy)
      for (int dx = -radius_; dx <= radius_; ++dx)
        if (const Pixel* q = image_.at(x + dx, y + dy); q && q->valid) f(*q);
  }

  // Fits the window around a valid pixel                                   [he2013, eq. 11-12]
  Found fit(int x, int y) const {
    const Pixel* centre = image_.at(x, y);
    if (!centre || !centre->valid) return std::nullopt;
    const auto guides = static_cast<std::size_t>(centre->dimensions);
    const auto channels = static_cast<std::size_t>(image_.channels());
    Vector guide{};
    Model model;
    double count = 0;
    for_each_tap(x, y, [&](const Pixel& q) {
      ++count;
      for (std::size_t i = 0; i < guides; ++i) guide[i] += q.position[i];
      for (std::size_t c = 0; c < channels; ++c) model.values[c] += q.samples[c];
    });
    for (double& mean : guide) mean /= count;
    for (double& mean : model.values) mean /= count;

    Matrix variances{}, covariances{};  // of the guide; of value c and the guide
    for_each_tap(x, y, [&](const Pixel& q) {
      for (std::size_t i = 0; i < guides; ++i) {
        const double from_mean = (q.position[i] - guide[i]) / count;
        for (std::size_t j = 0; j < guides; ++j)
          variances[i][j] += from_mean * (q.position[j] - guide[j]);
        for (std::size_t c = 0; c < channels; ++c)
          covariances[c][i] += from_mean * (q.samples[c] - model.values[c]);
      }
    });
    for (std::size_t i = 0; i < guides; ++i) variances[i][i] += epsilon_;
    for (std::size_t c = 0; c < channels; ++c) {
      model.a[c] = solved(variances, covariances[c], guides);
      model.b[c] = model.values[c];
      for (std::size_t i = 0; i < guides; ++i) model.b[c] -= model.a[c][i] * guide[i];
    }
    return model;
  }

  const Extended& image_;
  int radius_, width_;
  double epsilon_;
  std::vector<Found> models_;  // of the image and `radius` pixels around it; none where not valid
};

// The pixels whose column and row are multiples of `step`.
Samples every(const Samples& samples, int step) {
  Samples grid{.width = (samples.width + step - 1) / step,
               .height = (samples.height + step - 1) / step,
               .channels = samples.channels};
  for (int y = 0; y < samples.height; y += step)
    for (int x = 0; x < samples.width; x += step)
      for (int c = 0; c < samples.channels; ++c) grid.values.push_back(samples.at(x, y, c));
  return grid;
}

ConstImageView every(ConstImageView view, int step) {
  view.width = (view.width + step - 1) / step;
  view.height = (view.height + step - 1) / step;
  view.stride.pixel *= step;
  view.stride.row *= step;
  return view;
}

// The means of the models of all pixels of a small image.
class Means {
 public:
  Means(const Layer& image, const GuideLayer& guide, int radius, Border border, double epsilon)
      : width_(image.samples.width), height_(image.samples.height) {
    const Extended extended(image, guide, Norm::l2, {2 * radius, 2 * radius, border});
    const Fits fits(extended, width_, height_, radius, epsilon);
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) means_.push_back(fits.mean(x, y));
  }

  // A position on one axis: `share` of the way from pixel `before` to the next.
  struct Position {
    int before = 0;
    double share = 0;
  };

  // Returns the mean models between the four pixels around a position. Those without models and
  // those outside are left out.
  Found between(const Position& column, const Position& row) const {
    Model total;
    double weights = 0;
    for (const int next_x : {0, 1})
      for (const int next_y : {0, 1}) {
        const int x = column.before + next_x, y = row.before + next_y;
        if (x < 0 || y < 0 || x >= width_ || y >= height_) continue;
        const double weight =
            (next_x ? column.share : 1 - column.share) * (next_y ? row.share : 1 - row.share);
        const Found& model = means_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                                    static_cast<std::size_t>(x)];
        if (!model || weight == 0) continue;
        Fits::add(*model, weight, total);
        weights += weight;
      }
    if (weights == 0) return std::nullopt;
    Model mean;
    Fits::add(total, 1 / weights, mean);
    return mean;
  }

 private:
  int width_, height_;
  std::vector<Found> means_;
};

// Returns value c at a pixel with this guide. One without a guide takes the mean of its windows'
// means.
double value_of(const Model& model, const Pixel& pixel, bool guided, std::size_t c) {
  if (!guided) return model.values[c];
  double value = model.b[c];
  for (std::size_t i = 0; i < static_cast<std::size_t>(pixel.dimensions); ++i)
    value += model.a[c][i] * pixel.position[i];
  return value;
}

// (i + 1/2) small / large - 1/2
Means::Position in_small(int i, int large, int small) {
  const std::int64_t whole = std::int64_t{2} * large;
  const std::int64_t numerator = (std::int64_t{2} * i + 1) * small - large;
  const std::int64_t before = numerator < 0 ? -1 : numerator / whole;  // at least -1/2
  return {static_cast<int>(before),
          static_cast<double>(numerator - before * whole) / static_cast<double>(whole)};
}

}  // namespace

Result run(const Guided& filter, const Inputs& inputs) {
  const int step = filter.subsample, radius = (filter.radius + step / 2) / step;
  const Layer image = layer_of(filter, inputs.image, inputs.mask);
  const bool given = inputs.guide.width > 0;
  const GuideLayer guide = given ? guide_of(filter, inputs.guide) : own_guide(image, Alpha::keep);
  Layer small = image;
  small.samples = every(image.samples, step);
  if (image.mask) small.mask = every(image.mask, step);
  GuideLayer small_guide = guide;
  small_guide.samples = every(guide.samples, step);
  const Means means(small, small_guide, radius, filter.border, filter.epsilon);

  const Samples& in = image.samples;
  const int written = filter.alpha == Alpha::filter ? in.channels : image.colours;
  const int around = step == 1 ? 2 * radius : step * (2 * radius + 1);  // that are read
  Result out{.samples = in, .copied = std::vector<bool>(in.values.size(), true)};
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x) {
      const bool leaves =
          x < around || y < around || x + around >= in.width || y + around >= in.height;
      if (filter.border == Border::copy && leaves) continue;
      const Pixel centre = pixel_of(image, x, y, guide, x, y, Norm::l2);
      if (!centre.valid && !filter.fill) continue;
      const Found model =
          means.between({x / step, 1.0 * (x % step) / step}, {y / step, 1.0 * (y % step) / step});
      if (!model) continue;
      const bool guided = centre.valid || (given && centre.dimensions > 0);
      for (int c = 0; c < written; ++c) {
        out.samples.at(x, y, c) = value_of(*model, centre, guided, static_cast<std::size_t>(c));
        out.copied[in.index(x, y, c)] = false;
      }
    }
  return out;
}

Result run(const GuidedUpsampling& filter, const Inputs& inputs) {
  const Layer image = layer_of(filter, inputs.image, inputs.mask);
  const GuideLayer guide = guide_of(filter, inputs.guide);
  const Samples& in = image.samples;
  const Means means(image, shrunk(guide, in.width, in.height), filter.radius, filter.border,
                    filter.epsilon);

  const int width = guide.samples.width, height = guide.samples.height;
  const int written = filter.alpha == Alpha::filter ? in.channels : image.colours;
  Result out{.samples = {.width = width, .height = height, .channels = in.channels}, .copied = {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      // The centre combines the image of the small pixel with the guide of the large one.
      const int cx = pixel_at_centre(x, width, in.width);
      const int cy = pixel_at_centre(y, height, in.height);
      const Pixel centre = pixel_of(image, cx, cy, guide, x, y, Norm::l2);
      Found model;
      if (centre.valid || filter.fill)
        model = means.between(in_small(x, width, in.width), in_small(y, height, in.height));
      for (int c = 0; c < in.channels; ++c) {
        const bool computed = model && c < written;
        const bool guided = centre.dimensions > 0;
        out.samples.values.push_back(
            computed ? value_of(*model, centre, guided, static_cast<std::size_t>(c))
                     : in.at(cx, cy, c));
        out.copied.push_back(!computed);
      }
    }
  return out;
}

}  // namespace selvage::reference
