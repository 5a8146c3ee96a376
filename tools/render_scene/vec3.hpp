// SPDX-License-Identifier: Apache-2.0
#pragma once
// Three numbers: a place, a direction or a colour.

#include <cmath>

namespace render {

struct Vec3 {
  double x = 0, y = 0, z = 0;

  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator*(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend Vec3 operator*(const Vec3& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
};

inline double dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 normalized(const Vec3& v) {
  return v * (1.0 / std::sqrt(dot(v, v)));
}

}  // namespace render
