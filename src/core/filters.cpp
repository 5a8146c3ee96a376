// SPDX-License-Identifier: Apache-2.0
// What a filter reads and writes.

#include "selvage/filters.hpp"

#include <algorithm>
#include <array>

#include "core/walk.hpp"

namespace selvage {
namespace {

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

constexpr Port image_in{.name = "image"};
constexpr Port image_out{.name = "image", .output = true};
constexpr Port guide_in{.name = "guide"};
constexpr Port mask_in{.name = "mask", .required = false};

constexpr std::array plain{image_in, mask_in, image_out};
constexpr std::array guided{image_in, guide_in, mask_in, image_out};
constexpr std::array geometry{image_in, Port{.name = "normals", .required = false},
                              Port{.name = "depth", .required = false}, image_out,
                              Port{.name = "flags", .output = true, .required = false}};
constexpr std::array counted{image_in, Port{.name = "counts", .output = true}};

int half(std::size_t count) {
  return static_cast<int>(count / 2);
}

}  // namespace

int halo(const Filter& filter) {
  return std::visit(
      Cases{[](const JointUpsampling&) { return 0; }, [](const Histogram&) { return 0; },
            [](const GeometryGuided& f) { return walk_halo(f); },
            [](const RollingGuidance& f) { return effective_radius(f) * (f.iterations + 1); },
            [](const JointBilateral& f) { return effective_radius(f); },
            [](const Convolution& f) { return std::max(f.width, f.height) / 2; },
            [](const SeparableConvolution& f) {
              return std::max(half(f.row.size()), half(f.column.size()));
            },
            [](const auto& f) { return effective_radius(f) * f.iterations; }},
      filter);
}

Border border(const Filter& filter) {
  return std::visit(Cases{[](const JointUpsampling&) { return Border::clamp; },
                          [](const Histogram&) { return Border::clamp; },
                          [](const GeometryGuided&) { return Border::shrink; },
                          [](const auto& f) { return f.border; }},
                    filter);
}

ConstImageView result_shape(const Filter& filter, const ConstImageView& image,
                            const ConstImageView& guide) {
  int width = image.width, height = image.height, channels = image.channels;
  if (std::holds_alternative<JointUpsampling>(filter)) {
    width = guide.width;
    height = guide.height;
  }
  const bool gray = std::visit(
      [](const auto& f) {
        if constexpr (requires { f.gray; })
          return f.gray;
        else
          return false;
      },
      filter);
  if (gray) channels = image.alpha ? 2 : 1;
  ConstImageView shape =
      interleaved(static_cast<const void*>(nullptr), image.type, width, height, channels);
  shape.alpha = image.alpha;
  shape.batch = image.batch;
  shape.stride = interleaved_strides(image.type, width, height, channels);
  return shape;
}

std::span<const Port> ports(const Filter& filter) {
  using Ports = std::span<const Port>;
  return std::visit(Cases{[](const JointBilateral&) { return Ports(guided); },
                          [](const JointUpsampling&) { return Ports(guided); },
                          [](const GeometryGuided&) { return Ports(geometry); },
                          [](const Histogram&) { return Ports(counted); },
                          [](const auto&) { return Ports(plain); }},
                    filter);
}

}  // namespace selvage
