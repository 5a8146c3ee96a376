// SPDX-License-Identifier: Apache-2.0
#include "path.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numbers>

namespace render {
namespace {

using std::numbers::pi;

// A box of one albedo, with the same light as in the picture's room.
Scene empty_room(double albedo) {
  const Paint paint{.albedo = {albedo, albedo, albedo}};
  return {.low = {-1, 0, -2},
          .high = {1, 1.5, 2},
          .walls = {paint, paint, paint, paint, paint, paint},
          .spheres = {},
          .blocks = {},
          .grille = {{{0, 10, 0}, {1, 1, 1}, 0, paint}, {}},  // outside
          .light = {.corner = {-0.5, 1.4, -0.3}, .width = 0.8, .depth = 0.6, .radiance = {5, 2, 1}},
          .camera = {}};
}

// A point of the surface, each part of it as likely as its area says.
Hit random_hit(const Scene& room, Random& random) {
  const Vec3 size = room.high - room.low;
  const double a = random.next(), b = random.next(), side = random.next() < 0.5 ? 0 : 1;
  const double inward = side == 0 ? 1 : -1;
  const double xy = size.x * size.y, yz = size.y * size.z, zx = size.z * size.x;
  const double which = random.next() * (xy + yz + zx);
  const Vec3 place = which < xy        ? Vec3{a, b, side}
                     : which < xy + yz ? Vec3{side, a, b}
                                       : Vec3{b, side, a};
  const Vec3 normal = which < xy        ? Vec3{0, 0, inward}
                      : which < xy + yz ? Vec3{inward, 0, 0}
                                        : Vec3{0, inward, 0};
  return {room.low + place * size + normal * 1e-6, normal, room.walls[0].albedo};
}

// What the light sends out, the walls take in: of the power P that arrives on all surfaces together
// the share `albedo` is sent back and arrives again, so P = light + albedo P.
TEST(Path, ClosedRoomKeepsTheLightsPower) {
  for (const double albedo : {0.3, 0.8}) {
    const Scene room = empty_room(albedo);
    const Vec3 size = room.high - room.low;
    const double area = 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
    Random random{7};
    Vec3 sum;
    const int samples = 200'000;
    for (int i = 0; i < samples; ++i)
      sum = sum + sample_radiance(room, random_hit(room, random), random);
    const Vec3 arriving = sum * (pi * area / albedo / samples);

    const Light& light = room.light;
    const Vec3 expected = light.radiance * (pi * light.width * light.depth / (1 - albedo));
    // The mean of the samples has a standard deviation of 0.3 %.
    EXPECT_NEAR(arriving.x / expected.x, 1, 0.012) << "albedo " << albedo;
    EXPECT_NEAR(arriving.y / expected.y, 1, 0.012) << "albedo " << albedo;
    EXPECT_NEAR(arriving.z / expected.z, 1, 0.012) << "albedo " << albedo;
  }
}

TEST(Path, SameWordsSameNumbers) {
  Random one{1, 2, 3}, same{1, 2, 3}, other{1, 3, 2};
  for (int i = 0; i < 10; ++i) {
    const double number = one.next();
    EXPECT_TRUE(0 < number && number < 1) << number;
    EXPECT_EQ(number, same.next());
    EXPECT_NE(number, other.next());
  }
}

}  // namespace
}  // namespace render
