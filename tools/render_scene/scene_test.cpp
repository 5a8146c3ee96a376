// SPDX-License-Identifier: Apache-2.0
#include "scene.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace render {
namespace {

const Paint gray{.albedo = {0.5, 0.5, 0.5}};

Scene room_with(std::vector<Sphere> spheres, std::vector<Block> blocks, Grille grille) {
  const Paint floor{.albedo = {0.1, 0.1, 0.1},
                    .pattern = Pattern::checks,
                    .second = {0.2, 0.2, 0.2},
                    .cell = 0.5};
  return {.low = {-1, 0, -1},
          .high = {1, 2, 1},
          .walls = {gray, gray, floor, gray, gray, gray},
          .spheres = std::move(spheres),
          .blocks = std::move(blocks),
          .grille = std::move(grille),
          .light = {},
          .camera = {}};
}

const Grille no_grille{{{0, 10, 0}, {1, 1, 1}, 0, gray}, {}};

void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_NEAR(a.x, b.x, 1e-5);
  EXPECT_NEAR(a.y, b.y, 1e-5);
  EXPECT_NEAR(a.z, b.z, 1e-5);
}

TEST(FirstHit, OfEachWallAlongItsAxis) {
  const Scene room = room_with({}, {}, no_grille);
  const Vec3 middle{0, 1, 0};
  for (const Vec3& way : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    for (const double sign : {-1.0, 1.0}) {
      const Hit hit = first_hit(room, {middle, way * sign});
      expect_near(hit.position, middle + way * sign);
      expect_near(hit.normal, way * -sign);
    }
}

TEST(FirstHit, ChecksChangeFromCellToCell) {
  const Scene room = room_with({}, {}, no_grille);
  const auto albedo_below = [&](double x, double z) {
    return first_hit(room, {{x, 1, z}, {0, -1, 0}}).albedo.x;
  };
  EXPECT_EQ(albedo_below(0.25, 0.25), 0.1);
  EXPECT_EQ(albedo_below(-0.25, 0.25), 0.2);
  EXPECT_EQ(albedo_below(0.25, -0.25), 0.2);
  EXPECT_EQ(albedo_below(-0.25, -0.25), 0.1);
}

TEST(FirstHit, OfASphere) {
  const Scene room = room_with({{{0, 1, -0.5}, 0.25, gray}}, {}, no_grille);
  const Hit hit = first_hit(room, {{0, 1, 0.5}, {0, 0, -1}});
  expect_near(hit.position, {0, 1, -0.25});
  expect_near(hit.normal, {0, 0, 1});
  expect_near(first_hit(room, {{0.3, 1, 0.5}, {0, 0, -1}}).position, {0.3, 1, -1});
  expect_near(first_hit(room, {{0, 1, 0.5}, {0, 0, 1}}).position, {0, 1, 1});
}

// Turned by 60 degrees, the face that looked along z looks along (sin 60, 0, cos 60).
TEST(FirstHit, OfATurnedBlock) {
  const double angle = std::numbers::pi / 3;
  const Scene room = room_with({}, {{{0, 1, 0}, {0.4, 0.3, 0.1}, angle, gray}}, no_grille);
  const Vec3 out{std::sin(angle), 0, std::cos(angle)};
  const Hit hit = first_hit(room, {Vec3{0, 1, 0} + out * 0.9, out * -1});
  expect_near(hit.position, Vec3{0, 1, 0} + out * 0.1);
  expect_near(hit.normal, out);
  const Hit top = first_hit(room, {{0, 1.9, 0}, {0, -1, 0}});
  expect_near(top.position, {0, 1.3, 0});
  expect_near(top.normal, {0, 1, 0});
}

TEST(FirstHit, OfABarFromOutsideAndFromInsideTheHull) {
  const Block bar{{0.3, 1, 0}, {0.05, 0.5, 0.05}, 0, gray};
  const Scene room = room_with({}, {}, {{{0, 1, 0}, {0.4, 0.5, 0.05}, 0, gray}, {bar}});
  expect_near(first_hit(room, {{0.3, 1, 0.5}, {0, 0, -1}}).position, {0.3, 1, 0.05});
  expect_near(first_hit(room, {{0, 1, 0}, {1, 0, 0}}).position, {0.25, 1, 0});
  expect_near(first_hit(room, {{0, 1, 0.5}, {0, 0, -1}}).position, {0, 1, -1});
}

TEST(IsBlocked, OnlyBySolidsBeforeTheDistance) {
  const Block bar{{0, 1, -0.5}, {0.05, 0.5, 0.05}, 0, gray};
  const Scene scenes[] = {
      room_with({{{0, 1, -0.5}, 0.05, gray}}, {}, no_grille),
      room_with({}, {bar}, no_grille),
      room_with({}, {}, {bar, {bar}}),
  };
  const Ray ray{{0, 1, 0.5}, {0, 0, -1}}, beside{{0.2, 1, 0.5}, {0, 0, -1}};
  for (const Scene& scene : scenes) {
    EXPECT_TRUE(is_blocked(scene, ray, 0.96));
    EXPECT_FALSE(is_blocked(scene, ray, 0.94));
    EXPECT_FALSE(is_blocked(scene, beside, 1.4));
  }
}

}  // namespace
}  // namespace render
