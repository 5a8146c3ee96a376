// SPDX-License-Identifier: Apache-2.0
// The edge-stopping separable filter: a mean over a row, then a column, that does not cross the
// edges of geometry.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "reference/reference.hpp"

namespace selvage::reference {
namespace {

// One of the four directions, and its flag.
struct Direction {
  int dx, dy;
  unsigned flag;
};
constexpr Direction left{-1, 0, 1}, right{1, 0, 2}, up{0, -1, 4}, down{0, 1, 8};

struct Scene {
  Samples image;
  int compared;            // channels that edge_threshold compares
  Samples normals, depth;  // empty if the input has none
  bool inside(int x, int y) const {
    return x >= 0 && y >= 0 && x < image.width && y < image.height;
  }
};

Scene scene_of(const GeometryGuided& filter, const Inputs& inputs) {
  Scene scene{.image = read(inputs.image),
              .compared = filter.alpha == Alpha::filter ? inputs.image.channels
                                                        : inputs.image.colour_channels(),
              .normals = {},
              .depth = {}};
  if (inputs.normals) {
    scene.normals = read(inputs.normals);
    if (is_integer(inputs.normals.type))
      for (double& v : scene.normals.values) v = 2 * v - 1;
  }
  if (inputs.depth) scene.depth = read(inputs.depth);
  return scene;
}

// Returns whether no input has NaN or infinity at a pixel.
bool finite(const Scene& scene, int x, int y) {
  for (const Samples* samples : {&scene.image, &scene.normals, &scene.depth})
    for (int c = 0; !samples->values.empty() && c < samples->channels; ++c)
      if (!std::isfinite(samples->at(x, y, c))) return false;
  return true;
}

bool normals_differ(const Samples& normals, int px, int py, int qx, int qy, double threshold) {
  double product = 0, squared_p = 0, squared_q = 0;
  for (int c = 0; c < 3; ++c) {
    const double p = normals.at(px, py, c), q = normals.at(qx, qy, c);
    product += p * q;
    squared_p += p * p;
    squared_q += q * q;
  }
  const double cosine = product / std::sqrt(squared_p * squared_q);
  return !(cosine >= std::cos(threshold * std::numbers::pi / 180));  // also true for length 0
}

bool depths_differ(double p, double q, double threshold) {
  return std::abs(p - q) > threshold * std::min(p, q);
}

bool discontinuous(const GeometryGuided& filter, const Scene& scene, int px, int py, int qx,
                   int qy) {
  if (!scene.inside(qx, qy) || !finite(scene, px, py) || !finite(scene, qx, qy)) return true;
  const bool with_normals = !scene.normals.values.empty(), with_depth = !scene.depth.values.empty();
  if (with_normals && normals_differ(scene.normals, px, py, qx, qy, filter.normal_threshold))
    return true;
  if (with_depth &&
      depths_differ(scene.depth.at(px, py, 0), scene.depth.at(qx, qy, 0), filter.depth_threshold))
    return true;
  if (with_normals || with_depth) return false;
  for (int c = 0; c < scene.compared; ++c)
    if (std::abs(scene.image.at(px, py, c) - scene.image.at(qx, qy, c)) >
        filter.edge_threshold.value())
      return true;
  return false;
}

// Returns the weights of the taps at -radius .. radius.
std::vector<double> weights_of(const GeometryGuided& filter, const std::vector<float>& given) {
  if (!given.empty()) return {given.begin(), given.end()};
  std::vector<double> weights;
  for (int d = -filter.radius; d <= filter.radius; ++d) {
    const double sigma = filter.sigma_space ? *filter.sigma_space : filter.radius / 3.0;
    const bool one = filter.weights == Weights::box || d == 0;
    weights.push_back(one ? 1.0 : std::exp(-1.0 * d * d / (2 * sigma * sigma)));
  }
  return weights;
}

// One pass: averages from every pixel in two opposite directions up to an edge.
Samples averaged(const Samples& in, const Samples& flags, const std::vector<double>& weights,
                 Direction back, Direction forth) {
  Samples out = in;
  const int radius = static_cast<int>(weights.size()) / 2;
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x)
      for (int c = 0; c < in.channels; ++c) {
        double total = weights[static_cast<std::size_t>(radius)], sum = total * in.at(x, y, c);
        for (const Direction& way : {back, forth}) {
          int tx = x, ty = y;
          for (int d = 1; d <= radius; ++d) {
            if (static_cast<unsigned>(flags.at(tx, ty, 0)) & way.flag) break;
            tx += way.dx;
            ty += way.dy;
            const double weight = weights[static_cast<std::size_t>(radius + d * (way.dx + way.dy))];
            sum += weight * in.at(tx, ty, c);
            total += weight;
          }
        }
        out.at(x, y, c) = sum / total;
      }
  return out;
}

}  // namespace

Samples discontinuities(const GeometryGuided& filter, const Inputs& inputs) {
  const Scene scene = scene_of(filter, inputs);
  Samples flags{.width = scene.image.width, .height = scene.image.height, .channels = 1};
  for (int y = 0; y < flags.height; ++y)
    for (int x = 0; x < flags.width; ++x) {
      unsigned all = 0;
      for (const Direction& way : {left, right, up, down})
        if (discontinuous(filter, scene, x, y, x + way.dx, y + way.dy)) all |= way.flag;
      flags.values.push_back(all);
    }
  return flags;
}

Result run(const GeometryGuided& filter, const Inputs& inputs) {
  const Scene scene = scene_of(filter, inputs);
  const Samples flags = discontinuities(filter, inputs);
  const Samples rows = averaged(scene.image, flags, weights_of(filter, filter.row), left, right);
  const Samples both = averaged(rows, flags, weights_of(filter, filter.column), up, down);

  const Samples& in = scene.image;
  const int written = filter.alpha == Alpha::filter ? in.channels : inputs.image.colour_channels();
  Result out{.samples = in, .copied = std::vector<bool>(in.values.size(), true)};
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x)
      for (int c = 0; c < written && finite(scene, x, y); ++c) {
        out.samples.at(x, y, c) = both.at(x, y, c);
        out.copied[in.index(x, y, c)] = false;
      }
  return out;
}

}  // namespace selvage::reference
