// SPDX-License-Identifier: Apache-2.0
#pragma once
// A closed room, the solids in it, and the light below its ceiling. Everything is diffuse.
// Lengths are in metres; x points right, y up, z towards the viewer.

#include <array>
#include <vector>

#include "vec3.hpp"

namespace render {

struct Ray {
  Vec3 origin;
  Vec3 direction;  // of length 1
};

enum class Pattern { plain, checks, stripes };

struct Paint {
  Vec3 albedo;
  Pattern pattern = Pattern::plain;
  Vec3 second = {};  // the albedo of every other cell
  double cell = 1;   // metres
};

struct Sphere {
  Vec3 centre;
  double radius = 0;
  Paint paint;  // plain
};

// A box turned about its vertical axis.
struct Block {
  Block(const Vec3& middle, const Vec3& half_size, double angle, const Paint& its_paint);

  Vec3 centre, half;
  double cosine, sine;  // of the angle
  Paint paint;
};

struct Grille {
  Block hull;  // holds all bars
  std::vector<Block> bars;
};

// A rectangle that faces down. Paths do not meet it: they count it where they sample it.
struct Light {
  Vec3 corner;                  // where x and z are least
  double width = 0, depth = 0;  // along x and z
  Vec3 radiance;
};

// Looks along -z.
struct Camera {
  Vec3 place;
  double half_height = 0;  // of the picture, at distance 1
};

struct Scene {
  Vec3 low, high;              // corners of the room
  std::array<Paint, 6> walls;  // at low x, high x, low y, high y, low z, high z
  std::vector<Sphere> spheres;
  std::vector<Block> blocks;
  Grille grille;
  Light light;
  Camera camera;
};

struct Hit {
  Vec3 position;  // a hair above the surface, so that a ray from here does not meet it again
  Vec3 normal;    // of length 1, towards the ray
  Vec3 albedo;
};

// What a ray from inside the room meets first: at least a wall.
Hit first_hit(const Scene& scene, const Ray& ray);

// Whether a solid stands before `distance`.
bool is_blocked(const Scene& scene, const Ray& ray, double distance);

}  // namespace render
