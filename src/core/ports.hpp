// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lists the ports: the images that filters read and write, by name, member and type. Code that
// visits all ports walks these tables; ports() tells which filter has which.

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "selvage/engine.hpp"
#include "selvage/interop.hpp"

namespace selvage {

// A member of Inputs, with the type and channels that its view must have.
struct InputPort {
  std::string_view name;
  ConstImageView Inputs::* view;
  std::optional<PixelType> type = {};  // none: any
  int channels = 0;                    // of colour; 0: any
};
inline constexpr std::array image_inputs{
    InputPort{"image", &Inputs::image}, InputPort{"guide", &Inputs::guide},
    InputPort{.name = "mask", .view = &Inputs::mask, .type = PixelType::u8, .channels = 1},
    InputPort{.name = "normals", .view = &Inputs::normals, .channels = 3},
    InputPort{.name = "depth", .view = &Inputs::depth, .channels = 1}};

// A member of Outputs that is an image. `label` is what messages call it.
struct OutputPort {
  std::string_view name, label;
  ImageView Outputs::* view;
};
inline constexpr std::array image_outputs{OutputPort{"image", "output image", &Outputs::image},
                                          OutputPort{"flags", "output flags", &Outputs::flags}};

// The members of DeviceRun: image_inputs, then image_outputs.
inline constexpr std::array native_images{
    &DeviceRun::image, &DeviceRun::guide,  &DeviceRun::mask, &DeviceRun::normals,
    &DeviceRun::depth, &DeviceRun::output, &DeviceRun::flags};
static_assert(native_images.size() == image_inputs.size() + image_outputs.size());

// Outputs::counts.
inline constexpr std::string_view counts_port = "counts";

// Return whether the structs have no other members. Outputs also has its counts.
template <std::size_t... I>
consteval bool has_views(std::index_sequence<I...>) {
  return requires { Inputs{((void)I, ConstImageView{})...}; } &&
         !requires { Inputs{((void)I, ConstImageView{})..., {}}; };
}
template <std::size_t... I>
consteval bool has_images_and_counts(std::index_sequence<I...>) {
  return requires { Outputs{((void)I, ImageView{})..., nullptr}; } &&
         !requires { Outputs{((void)I, ImageView{})..., nullptr, {}}; };
}
static_assert(has_views(std::make_index_sequence<image_inputs.size()>()));
static_assert(has_images_and_counts(std::make_index_sequence<image_outputs.size()>()));

inline Inputs without_data(Inputs inputs) {
  for (const InputPort& port : image_inputs) (inputs.*port.view).data = nullptr;
  return inputs;
}

// Returns whether there is a view or a shape.
inline bool is_given(const ConstImageView& view) {
  return view.data != nullptr || view.width > 0;
}

}  // namespace selvage
