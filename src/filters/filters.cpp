// SPDX-License-Identifier: Apache-2.0
// The ports that each filter reads and writes.

#include "selvage/filters.hpp"

#include <algorithm>
#include <array>

#include "core/ports.hpp"
#include "filters/fitted_grid.hpp"

namespace selvage {
namespace {

template <class... F>
struct Cases : F... {
  using F::operator()...;
};

// Ports have the names of core/ports.hpp.
consteval Port input(ConstImageView Inputs::* view, bool required = true) {
  for (const InputPort& port : image_inputs)
    if (port.view == view) return {.name = port.name, .required = required};
  return {};
}
consteval Port output(ImageView Outputs::* view, bool required = true) {
  for (const OutputPort& port : image_outputs)
    if (port.view == view) return {.name = port.name, .output = true, .required = required};
  return {};
}
constexpr bool optional = false;

constexpr std::array plain{input(&Inputs::image), input(&Inputs::mask, optional),
                           output(&Outputs::image)};
constexpr std::array guided{input(&Inputs::image), input(&Inputs::guide),
                            input(&Inputs::mask, optional), output(&Outputs::image)};
constexpr std::array self_guided{input(&Inputs::image), input(&Inputs::guide, optional),
                                 input(&Inputs::mask, optional), output(&Outputs::image)};
constexpr std::array geometry{input(&Inputs::image), input(&Inputs::normals, optional),
                              input(&Inputs::depth, optional), output(&Outputs::image),
                              output(&Outputs::flags, optional)};
constexpr std::array counted{input(&Inputs::image), Port{.name = counts_port, .output = true}};

int half(std::size_t count) {
  return static_cast<int>(count / 2);
}

}  // namespace

int halo(const Filter& filter) {
  return std::visit(
      Cases{[](const JointUpsampling&) { return 0; }, [](const GuidedUpsampling&) { return 0; },
            [](const Histogram&) { return 0; },
            [](const GeometryGuided& f) { return std::max(f.radius, 1); },
            [](const RollingGuidance& f) { return effective_radius(f) * (f.iterations + 1); },
            [](const JointBilateral& f) { return effective_radius(f); },
            [](const Guided& f) { return guided_halo(f); },
            [](const Convolution& f) { return std::max(f.width, f.height) / 2; },
            [](const SeparableConvolution& f) {
              return std::max(half(f.row.size()), half(f.column.size()));
            },
            [](const auto& f) { return effective_radius(f) * f.iterations; }},
      filter);
}

bool has_third_axis(const Filter& filter) {
  return std::visit([](const auto& f) { return requires { f.third_axis; }; }, filter);
}

DepthHalo depth_halo(const Filter& filter) {
  return std::visit(
      [&](const auto& f) -> DepthHalo {
        if constexpr (requires { f.third_axis; }) {
          int slices = radius_depth(filter);
          if constexpr (requires { f.iterations; }) slices *= f.iterations;
          return {slices, f.third_axis == ThirdAxis::causal ? 0 : slices};
        }
        return {};
      },
      filter);
}

Border border(const Filter& filter) {
  return std::visit(Cases{[](const JointUpsampling&) { return Border::clamp; },
                          [](const GuidedUpsampling&) { return Border::clamp; },
                          [](const Histogram&) { return Border::clamp; },
                          [](const GeometryGuided&) { return Border::shrink; },
                          [](const auto& f) { return f.border; }},
                    filter);
}

ConstImageView result_shape(const Filter& filter, const ConstImageView& image,
                            const ConstImageView& guide) {
  int width = image.width, height = image.height, channels = image.channels;
  if (upsamples(filter)) {
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
  shape.depth = image.depth;
  shape.stride = interleaved_strides(image.type, width, height, channels);
  shape.stride.batch = shape.stride.slice * image.depth;
  return shape;
}

std::span<const Port> ports(const Filter& filter) {
  using Ports = std::span<const Port>;
  return std::visit(Cases{[](const JointBilateral&) { return Ports(guided); },
                          [](const JointUpsampling&) { return Ports(guided); },
                          [](const Guided&) { return Ports(self_guided); },
                          [](const GuidedUpsampling&) { return Ports(guided); },
                          [](const GeometryGuided&) { return Ports(geometry); },
                          [](const Histogram&) { return Ports(counted); },
                          [](const auto&) { return Ports(plain); }},
                    filter);
}

}  // namespace selvage
