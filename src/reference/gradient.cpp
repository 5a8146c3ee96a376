// SPDX-License-Identifier: Apache-2.0
// Sends every tap's contributions to the samples that it depends on, one formula of the document
// after another. The filters' means come from the same pixels and distances as the reference's.
#include "reference/gradient.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include "reference/border.hpp"
#include "reference/windowed_mean.hpp"

namespace selvage::reference {
namespace {

constexpr std::size_t at(int channel) {
  return static_cast<std::size_t>(channel);
}

Samples zeros(const Samples& like) {
  Samples samples = like;
  samples.values.assign(like.values.size(), 0.0);
  return samples;
}

struct Position {
  int x = 0, y = 0;
};

struct Tap {
  const Pixel& pixel;
  std::optional<Position> source;  // none: V
  double squared = 0.0;            // |t|^2
};

class Backward {
 public:
  Backward(const Layer& image, const GuideLayer& guide, const WindowRules& rules, bool guided)
      : image_(image),
        guide_(guide),
        rules_(rules),
        guided_(guided),
        norm_(rules.range ? rules.range->norm : Norm::l2),
        averaged_(rules.alpha == Alpha::keep ? image.colours : image.samples.channels),
        extended_(image, guide, norm_, rules.reach) {}

  GradientResult run(const Samples& d_output) {
    result_.value.image = result_.magnitude.image = zeros(image_.samples);
    if (guided_) result_.value.guide = result_.magnitude.guide = zeros(guide_.samples);
    for (int y = 0; y < image_.samples.height; ++y)
      for (int x = 0; x < image_.samples.width; ++x) {
        const bool mean = is_mean(x, y);
        for (int c = mean ? averaged_ : 0; c < image_.samples.channels; ++c)
          to_image({x, y}, c, d_output.at(x, y, c), std::abs(d_output.at(x, y, c)));
        if (mean) send({x, y}, d_output);
      }
    return result_;
  }

 private:
  bool is_mean(int x, int y) const {
    const int columns = rules_.reach.columns, rows = rules_.reach.rows;
    const Border border = rules_.reach.border;
    const bool leaves = x < columns || y < rows || x + columns >= image_.samples.width ||
                        y + rows >= image_.samples.height;
    return extended_.at(x, y)->valid && !(border == Border::copy && leaves);
  }

  template <class F>
  void for_each_tap(const Position& p, F&& f) const {
    const int columns = rules_.reach.columns, rows = rules_.reach.rows;
    const Border border = rules_.reach.border;
    for (int dy = -rows; dy <= rows; ++dy)
      for (int dx = -columns; dx <= columns; ++dx) {
        const double squared = 1.0 * dx * dx + 1.0 * dy * dy;
        if (rules_.window == Window::disc && squared > 1.0 * rows * rows) continue;
        const Pixel* q = extended_.at(p.x + dx, p.y + dy);
        if (!q || !q->valid) continue;
        const auto x = border_source(p.x + dx, image_.samples.width, border);
        const auto y = border_source(p.y + dy, image_.samples.height, border);
        f(Tap{*q, x && y ? std::optional(Position{*x, *y}) : std::nullopt, squared});
      }
  }

  double distance_of(const Pixel& p, const Tap& tap, int c) const {
    return rules_.range ? distance(p, tap.pixel, norm_, c) : 0.0;
  }

  double exponent(const Pixel& p, const Tap& tap, int c) const {
    const double space = *rules_.sigma_space;
    double x = tap.squared / (2 * space * space);
    if (rules_.range) {
      const double d = distance_of(p, tap, c), range = rules_.range->sigma;
      x += d * d / (2 * range * range);
    }
    return x;
  }

  void to_image(const Position& q, int c, double value, double magnitude) {
    result_.value.image.at(q.x, q.y, c) += value;
    result_.magnitude.image.at(q.x, q.y, c) += magnitude;
  }
  void to_guide(const Position& q, int d, double value, double magnitude) {
    if (!guided_) return to_image(q, d, value, magnitude);
    result_.value.guide.at(q.x, q.y, d) += value;
    result_.magnitude.guide.at(q.x, q.y, d) += magnitude;
  }

  // Calls f(c, x, w, v_c(q) - v_c(p)) for each averaged channel of a tap.
  template <class F>
  void for_each_channel(const Pixel& p, const Tap& tap, F&& f) const {
    double x = 0.0, w = 0.0;
    for (int c = 0; c < averaged_; ++c) {
      if (c == 0 || norm_ == Norm::per_channel) {
        x = exponent(p, tap, c);
        w = std::exp(-x);
      }
      f(c, x, w, tap.pixel.samples[at(c)] - p.samples[at(c)]);
    }
  }

  // All that pixel p's output sends.
  void send(const Position& at_p, const Samples& d_output) {
    const Pixel& p = *extended_.at(at_p.x, at_p.y);
    // out is taken from v(p), so that a flat window has exact zeros.
    Channels weights(at(averaged_)), offset(at(averaged_)), spread(at(averaged_));
    for_each_tap(at_p, [&](const Tap& tap) {
      for_each_channel(p, tap, [&](int c, double x, double w, double difference) {
        weights[at(c)] += w;
        offset[at(c)] += w * difference;
        spread[at(c)] += w * (1 + x) * std::abs(difference);
      });
    });
    for (int c = 0; c < averaged_; ++c) {
      offset[at(c)] /= weights[at(c)];
      spread[at(c)] /= weights[at(c)];
    }
    for_each_tap(at_p, [&](const Tap& tap) {
      Share sum;
      for_each_channel(p, tap, [&](int c, double x, double w, double difference) {
        const double e = d_output.at(at_p.x, at_p.y, c) / weights[at(c)];
        const double s = e * (difference - offset[at(c)]);
        const double s_magnitude = std::abs(e) * (std::abs(difference) + spread[at(c)]);
        if (tap.source) to_image(*tap.source, c, w * e, w * (1 + x) * std::abs(e));
        sum.value += w * s;
        sum.magnitude += w * (1 + x) * s_magnitude;
        if (norm_ != Norm::per_channel && c + 1 < averaged_) return;  // one weight for all
        send_weight(at_p, p, tap, c, sum);
        sum = {};
      });
    });
  }

  // w dL/dw of the channels that share a weight.
  struct Share {
    double value = 0.0, magnitude = 0.0;
  };

  // Sends the share of a weight. Under per_channel it is that of channel c.
  void send_weight(const Position& at_p, const Pixel& p, const Tap& tap, int c,
                   const Share& share) {
    const double space = *rules_.sigma_space;
    const double by_space = tap.squared / (space * space * space);
    result_.value.sigma_space += share.value * by_space;
    result_.magnitude.sigma_space += share.magnitude * by_space;
    if (!rules_.range) return;
    const double range = rules_.range->sigma, distance = distance_of(p, tap, c);
    const double by_range = distance * distance / (range * range * range);
    result_.value.sigma_range += share.value * by_range;
    result_.magnitude.sigma_range += share.magnitude * by_range;
    for (int d = 0; d < p.dimensions; ++d) {
      if (norm_ == Norm::per_channel && d != std::min(c, p.dimensions - 1)) continue;
      double slope = p.position[at(d)] - tap.pixel.position[at(d)];
      if (norm_ == Norm::l1) slope = slope > 0 ? distance : slope < 0 ? -distance : 0.0;
      slope /= range * range;
      to_guide(at_p, d, -share.value * slope, share.magnitude * std::abs(slope));
      if (tap.source)
        to_guide(*tap.source, d, share.value * slope, share.magnitude * std::abs(slope));
    }
  }

  const Layer& image_;
  const GuideLayer& guide_;
  const WindowRules& rules_;
  bool guided_;
  Norm norm_;
  int averaged_;  // channels that are averaged
  Extended extended_;
  GradientResult result_ = {};
};

template <class F>
GradientResult backward(const F& filter, const Inputs& inputs, const Samples& d_output) {
  const WindowRules rules = rules_of(filter);
  const Layer image = layer_of(filter, inputs.image, inputs.mask);
  if constexpr (std::is_same_v<F, JointBilateral>)
    return Backward(image, guide_of(filter, inputs.guide), rules, true).run(d_output);
  else
    return Backward(image, own_guide(image, filter.alpha), rules, false).run(d_output);
}

}  // namespace

GradientResult gradient(const Filter& filter, const Inputs& inputs, const Samples& d_output) {
  if (const auto* f = std::get_if<Bilateral>(&filter)) return backward(*f, inputs, d_output);
  if (const auto* f = std::get_if<JointBilateral>(&filter)) return backward(*f, inputs, d_output);
  if (const auto* f = std::get_if<Gaussian>(&filter)) return backward(*f, inputs, d_output);
  throw std::logic_error("the filter has no gradient");
}

}  // namespace selvage::reference
