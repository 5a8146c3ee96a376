// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace render {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();
constexpr double hair = 1e-6;

// `axis` is that of the surface's normal; the pattern lies in the plane of the other two.
Vec3 albedo_at(const Paint& paint, const Vec3& p, int axis) {
  if (paint.pattern == Pattern::plain) return paint.albedo;
  const double u = axis == 0 ? p.z : p.x, v = axis == 1 ? p.z : p.y;
  double cell = std::floor(u / paint.cell);
  if (paint.pattern == Pattern::checks) cell += std::floor(v / paint.cell);
  return std::fmod(cell, 2.0) == 0 ? paint.albedo : paint.second;
}

Vec3 turned(const Vec3& v, double cosine, double sine) {
  return {cosine * v.x + sine * v.z, v.y, cosine * v.z - sine * v.x};
}
Vec3 into_block(const Block& block, const Vec3& v) {
  return turned(v, block.cosine, -block.sine);
}
Vec3 out_of_block(const Block& block, const Vec3& v) {
  return turned(v, block.cosine, block.sine);
}

double distance_to(const Sphere& sphere, const Ray& ray) {
  const Vec3 to_centre = sphere.centre - ray.origin;
  const double along = dot(to_centre, ray.direction);
  const double square = sphere.radius * sphere.radius - dot(to_centre, to_centre) + along * along;
  if (along <= 0 || square < 0) return nowhere;
  return along - std::sqrt(square);
}

// Where a ray along one axis enters and leaves the slab between -half and half.
std::pair<double, double> crossing(double origin, double direction, double half) {
  const double a = (-half - origin) / direction, b = (half - origin) / direction;
  return std::minmax(a, b);
}

// Where a ray enters and leaves a block; it meets the block when it enters first.
std::pair<double, double> crossing(const Block& block, const Ray& ray) {
  const Vec3 origin = into_block(block, ray.origin - block.centre);
  const Vec3 direction = into_block(block, ray.direction);
  const auto [enter_x, leave_x] = crossing(origin.x, direction.x, block.half.x);
  const auto [enter_y, leave_y] = crossing(origin.y, direction.y, block.half.y);
  const auto [enter_z, leave_z] = crossing(origin.z, direction.z, block.half.z);
  return {std::max({enter_x, enter_y, enter_z}), std::min({leave_x, leave_y, leave_z})};
}

double distance_to(const Block& block, const Ray& ray) {
  const auto [enter, leave] = crossing(block, ray);
  return 0 < enter && enter < leave ? enter : nowhere;
}

// The hull saves the bars' time for rays that pass it by.
bool may_meet(const Grille& grille, const Ray& ray) {
  const auto [enter, leave] = crossing(grille.hull, ray);
  return std::max(enter, 0.0) < leave;
}

// The wall at which a ray from inside leaves the room, and how far that is.
std::pair<int, double> wall_of(const Scene& room, const Ray& ray) {
  const Vec3& o = ray.origin;
  const Vec3& d = ray.direction;
  // Never negative from inside; the absolute value is for directions with a 0, where the sign of
  // infinity is that of a 0.
  const double x = std::abs(((d.x > 0 ? room.high.x : room.low.x) - o.x) / d.x);
  const double y = std::abs(((d.y > 0 ? room.high.y : room.low.y) - o.y) / d.y);
  const double z = std::abs(((d.z > 0 ? room.high.z : room.low.z) - o.z) / d.z);
  if (x <= y && x <= z) return {d.x > 0 ? 1 : 0, x};
  if (y <= z) return {d.y > 0 ? 3 : 2, y};
  return {d.z > 0 ? 5 : 4, z};
}

Hit hit_of_wall(const Scene& room, int wall, const Vec3& position) {
  constexpr Vec3 inward[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const Paint& paint = room.walls[static_cast<std::size_t>(wall)];
  return {position, inward[wall], albedo_at(paint, position, wall / 2)};
}

Hit hit_of_block(const Block& block, const Vec3& position) {
  const Vec3 p = into_block(block, position - block.centre);
  const double x = p.x / block.half.x, y = p.y / block.half.y, z = p.z / block.half.z;
  const double face = std::max({std::abs(x), std::abs(y), std::abs(z)});
  const int axis = face == std::abs(x) ? 0 : face == std::abs(y) ? 1 : 2;
  const Vec3 normal = axis == 0   ? Vec3{std::copysign(1.0, x), 0, 0}
                      : axis == 1 ? Vec3{0, std::copysign(1.0, y), 0}
                                  : Vec3{0, 0, std::copysign(1.0, z)};
  return {position, out_of_block(block, normal), albedo_at(block.paint, p, axis)};
}

}  // namespace

Block::Block(const Vec3& middle, const Vec3& half_size, double angle, const Paint& its_paint)
    : centre(middle),
      half(half_size),
      cosine(std::cos(angle)),
      sine(std::sin(angle)),
      paint(its_paint) {}

Hit first_hit(const Scene& scene, const Ray& ray) {
  auto [wall, nearest] = wall_of(scene, ray);
  const Sphere* sphere = nullptr;
  const Block* block = nullptr;
  for (const Sphere& s : scene.spheres)
    if (const double distance = distance_to(s, ray); distance < nearest) {
      nearest = distance;
      sphere = &s;
    }
  const auto look_at = [&, &shortest = nearest](const std::vector<Block>& blocks) {
    for (const Block& b : blocks)
      if (const double distance = distance_to(b, ray); distance < shortest) {
        shortest = distance;
        block = &b;
      }
  };
  look_at(scene.blocks);
  if (may_meet(scene.grille, ray)) look_at(scene.grille.bars);

  const Vec3 position = ray.origin + ray.direction * nearest;
  Hit hit;
  if (block)
    hit = hit_of_block(*block, position);
  else if (sphere)
    hit = {position, normalized(position - sphere->centre), sphere->paint.albedo};
  else
    hit = hit_of_wall(scene, wall, position);
  hit.position = hit.position + hit.normal * hair;
  return hit;
}

bool is_blocked(const Scene& scene, const Ray& ray, double distance) {
  const auto any_before = [&](const auto& solids) {
    return std::any_of(solids.begin(), solids.end(),
                       [&](const auto& solid) { return distance_to(solid, ray) < distance; });
  };
  return any_before(scene.blocks) || any_before(scene.spheres) ||
         (may_meet(scene.grille, ray) && any_before(scene.grille.bars));
}

}  // namespace render
