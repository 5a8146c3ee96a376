// SPDX-License-Identifier: Apache-2.0
#include "room.hpp"

#include <cmath>

namespace render {
namespace {

const Paint white{.albedo = {0.76, 0.75, 0.72}};

// Thin bars between two rails, which stand on the floor along a line.
Grille make_grille() {
  const Vec3 foot{0.92, 0, -0.82};
  const Paint paint{.albedo = {0.34, 0.36, 0.40}};
  const double angle = 0.45, height = 1.25, spacing = 0.1, thickness = 0.032;
  const int count = 8;
  const Vec3 along{std::cos(angle), 0, -std::sin(angle)};
  const auto block = [&](const Vec3& place, const Vec3& size) {
    return Block(foot + place, size * 0.5, angle, paint);
  };

  Grille grille{block({0, height / 2, 0}, {count * spacing, height, thickness}), {}};
  for (int i = 0; i < count; ++i)
    grille.bars.push_back(
        block(along * ((i - (count - 1) / 2.0) * spacing) + Vec3{0, height / 2, 0},
              {thickness, height, thickness}));
  for (const double y : {0.08, height - 0.08})
    grille.bars.push_back(block({0, y, 0}, {count * spacing, thickness, thickness * 0.8}));
  return grille;
}

}  // namespace

Scene make_room() {
  const Paint red{.albedo = {0.74, 0.22, 0.15}}, teal{.albedo = {0.16, 0.52, 0.54}};
  const Paint floor{.albedo = {0.70, 0.66, 0.58},
                    .pattern = Pattern::checks,
                    .second = {0.36, 0.27, 0.21},
                    .cell = 0.25};
  Scene room{.low = {-1.5, 0, -1.5},
             .high = {1.5, 2.25, 2.6},
             .walls = {red, teal, floor, white, white, white},
             .spheres = {},
             .blocks = {},
             .grille = make_grille(),
             // In front of what the camera sees of the ceiling: few pixels are brighter than 1.
             .light = {.corner = {-0.6, 2.24, 0.1},
                       .width = 1.2,
                       .depth = 1.2,
                       .radiance = Vec3{1.0, 0.95, 0.87} * 11.5},
             .camera = {.place = {0, 1.1, 2.5}, .half_height = 0.466}};

  room.blocks.emplace_back(Vec3{-0.72, 0.62, -0.9}, Vec3{0.29, 0.62, 0.29}, 0.35, white);
  room.blocks.emplace_back(Vec3{0.28, 0.24, -0.42}, Vec3{0.24, 0.24, 0.24}, -0.4,
                           Paint{.albedo = {0.80, 0.62, 0.30}});
  room.spheres = {{{0.28, 0.70, -0.42}, 0.22, {.albedo = {0.62, 0.66, 0.74}}},
                  {{-0.38, 0.27, -0.22}, 0.27, {.albedo = {0.34, 0.46, 0.72}}},
                  {{0.84, 0.16, -0.2}, 0.16, {.albedo = {0.72, 0.36, 0.42}}}};
  // A picture on the back wall, in its frame.
  room.blocks.emplace_back(Vec3{0.16, 1.55, -1.49}, Vec3{0.46, 0.34, 0.015}, 0.0,
                           Paint{.albedo = {0.24, 0.17, 0.12}});
  room.blocks.emplace_back(Vec3{0.16, 1.55, -1.48}, Vec3{0.41, 0.29, 0.015}, 0.0,
                           Paint{.albedo = {0.78, 0.70, 0.48},
                                 .pattern = Pattern::stripes,
                                 .second = {0.26, 0.42, 0.52},
                                 .cell = 0.06});
  return room;
}

}  // namespace render
