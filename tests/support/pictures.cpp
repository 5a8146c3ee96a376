// SPDX-License-Identifier: Apache-2.0
#include "support/pictures.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "core/dispatch.hpp"
#include "core/sample.hpp"
#include "support/canvas.hpp"

namespace selvage::testing {
namespace {

// splitmix64: a sample depends on its place and the seed alone.
std::uint64_t mix(std::uint64_t v) {
  v += 0x9e3779b97f4a7c15u;
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9u;
  v = (v ^ (v >> 27)) * 0x94d049bb133111ebu;
  return v ^ (v >> 31);
}

std::uint64_t hash(std::uint64_t seed, int x, int y, int c, int b) {
  std::uint64_t h = seed;
  for (const int part : {x, y, c, b}) h = mix(h ^ static_cast<std::uint64_t>(part));
  return h;
}

double unit(std::uint64_t h) {
  return static_cast<double>(h >> 11) * 0x1p-53;
}

struct Place {
  int x, y, c, b;
};

double photo(std::uint64_t seed, Place p) {
  const double phase = 2 * std::numbers::pi * unit(hash(seed, 0, 0, p.c, p.b));
  const double waves = std::sin(0.13 * p.x + phase) * std::cos(0.09 * p.y - phase);
  const double edge = p.x + 2 * p.y > 40 ? 0.2 : -0.1;
  return 0.45 + 0.25 * waves + edge + 0.04 * (unit(hash(seed, p.x, p.y, p.c, p.b)) - 0.5);
}

double sample(Content content, std::uint64_t seed, Place p, bool integer) {
  const std::uint64_t own = hash(seed, p.x, p.y, p.c, p.b);
  switch (content) {
    case Content::noise: return unit(own);
    case Content::edges:
      return unit(hash(seed, p.x / 5, p.y / 4, p.c, p.b)) + 0.05 * (unit(own) - 0.5);
    case Content::photo: return photo(seed, p);
    case Content::impulses: return own % 16 == 0 ? 0.0 : own % 16 == 1 ? 1.0 : 0.5;
    case Content::faint: return 1e-3 * unit(own);
    case Content::bright: return integer ? unit(own) : 9 * unit(own) - 1;
    case Content::flat: return 0.3 + 0.1 * p.c;
  }
  return 0;
}

void write_bits(const ImageView& image, Place p, std::uint32_t f32, std::uint16_t f16) {
  std::byte* at = image.at(p.x, p.y, p.c, p.b);
  if (image.type == PixelType::f32)
    write_sample(at, f32);
  else
    write_sample(at, f16);
}

}  // namespace

void draw(const ImageView& image, Content content, std::uint64_t seed) {
  const bool integer = is_integer(image.type);
  for_each_sample(image, [&](int x, int y, int c, int b) {
    write(image, x, y, c, b, sample(content, seed, {x, y, c, b}, integer));
  });
}

void pierce(const ImageView& image, Holes holes, std::uint64_t seed) {
  if (holes == Holes::none || holes == Holes::mask) return;
  const int colours = image.colour_channels();
  for_each_sample(image, [&](int x, int y, int c, int b) {
    if (c != 0) return;
    const std::uint64_t h = hash(~seed, x, y, 0, b), rest = h >> 8;
    const bool pierced = holes == Holes::most ? h % 40 != 0 : h % 6 == 0;
    const bool flag = rest % 2 == 0;
    const Place one{x, y, static_cast<int>((rest >> 8) % static_cast<unsigned>(image.channels)), b};
    if (holes == Holes::nan && pierced)
      flag ? write_bits(image, one, 0xffc12345u, 0xfe55u)   // quiet
           : write_bits(image, one, 0x7f812345u, 0x7d01u);  // signalling
    else if (holes == Holes::infinity && pierced)
      flag ? write_bits(image, one, 0x7f800000u, 0x7c00u)
           : write_bits(image, one, 0xff800000u, 0xfc00u);
    else if (pierced)
      for (int i = 0; i < colours; ++i) write(image, x, y, i, b, hole_value);
    else if (holes == Holes::value && h % 6 == 1 && colours > 1)  // one channel alone: valid
      write(image, x, y, static_cast<int>((rest >> 8) % static_cast<unsigned>(colours)), b,
            hole_value);
  });
}

void make_transparent(const ImageView& image, std::uint64_t seed) {
  const double least = is_integer(image.type) ? 1.0 / full_scale(image.type) : 1e-4;
  for_each_sample(image, [&](int x, int y, int c, int b) {
    if (c != image.channels - 1) return;
    const std::uint64_t h = hash(seed + 2, x, y, c, b);
    if (hash(seed + 3, x / 7, y / 6, c, b) % 3 == 0)
      write(image, x, y, c, b, 0.0);
    else if (h % 8 == 0)
      write(image, x, y, c, b, least);
    else if (h % 8 == 1 && !is_integer(image.type))
      write(image, x, y, c, b, -0.3);
  });
}

void draw_mask(const ImageView& mask, std::uint64_t seed) {
  for_each_sample(mask, [&](int x, int y, int c, int b) {
    const std::uint64_t h = hash(seed + 1, x, y, c, b);
    *mask.at(x, y, c, b) = h % 6 == 0 ? std::byte{0} : std::byte(1 + (h >> 8) % 255);
  });
}

double read(const ConstImageView& image, int x, int y, int c, int b) {
  return with_pixel_type(image.type, [&]<class T>() {
    return static_cast<double>(read_sample<T>(image.at(x, y, c, b))) / full_scale(image.type);
  });
}

void write(const ImageView& image, int x, int y, int c, int b, double value) {
  with_pixel_type(image.type, [&]<class T>() {
    write_sample(image.at(x, y, c, b), round_sample<T>(value * full_scale(image.type)));
  });
}

}  // namespace selvage::testing
