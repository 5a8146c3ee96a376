// SPDX-License-Identifier: Apache-2.0
#include "path.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace render {
namespace {

using std::numbers::pi;

// The light's share of the radiance that a white surface sends back, from one point of the light.
Vec3 sample_light(const Scene& scene, const Hit& hit, Random& random) {
  const Light& light = scene.light;
  const double x = random.next() * light.width, z = random.next() * light.depth;
  const Vec3 way = light.corner + Vec3{x, 0, z} - hit.position;
  const double distance = std::sqrt(dot(way, way));
  const Vec3 direction = way * (1.0 / distance);
  const double cosine_here = dot(hit.normal, direction), cosine_there = direction.y;
  if (cosine_here <= 0 || cosine_there <= 0) return {};
  if (is_blocked(scene, {hit.position, direction}, distance)) return {};
  const double area = light.width * light.depth;
  return light.radiance * (cosine_here * cosine_there * area / (pi * distance * distance));
}

// Directions above a surface, each as often as its cosine says: the normal plus a point of the
// unit sphere.
Vec3 sample_direction(const Vec3& normal, Random& random) {
  const double z = 2 * random.next() - 1, angle = 2 * pi * random.next();
  const double ring = std::sqrt(1 - z * z);
  return normalized(normal + Vec3{ring * std::cos(angle), ring * std::sin(angle), z});
}

}  // namespace

Vec3 sample_radiance(const Scene& scene, Hit hit, Random& random) {
  constexpr int sure_bounces = 3;
  Vec3 sum, throughput{1, 1, 1};
  for (int bounce = 0;; ++bounce) {
    throughput = throughput * hit.albedo;
    sum = sum + throughput * sample_light(scene, hit, random);
    if (bounce >= sure_bounces) {  // Russian roulette
      const double survival = std::max({throughput.x, throughput.y, throughput.z});
      if (random.next() >= survival) return sum;
      throughput = throughput * (1 / survival);
    }
    hit = first_hit(scene, {hit.position, sample_direction(hit.normal, random)});
  }
}

}  // namespace render
