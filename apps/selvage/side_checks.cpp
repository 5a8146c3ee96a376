// SPDX-License-Identifier: Apache-2.0
#include "side_checks.hpp"

#include <fmt/format.h>

#include <string_view>

#include "selvage/error.hpp"

namespace selvage::cli {
namespace {

// Said here, since the library does not know of --upsample.
void check_guide(const FilterOptions& options, const SideImage& guide,
                 const ConstImageView& image) {
  const ConstImageView& shape = guide.shape;
  const bool same = shape.width == image.width && shape.height == image.height;
  if (!guide || options.upsample || same) return;
  const bool larger = shape.width >= image.width && shape.height >= image.height;
  throw Error(Errc::invalid_argument,
              fmt::format("--guide {} is {}x{}, the image is {}x{}", guide.name, shape.width,
                          shape.height, image.width, image.height),
              larger ? "--upsample gives the result the guide's size"
                     : "a guide has the image's size, or is larger and --upsample is given");
}

// Said here, since runs see bands of them.
void check_others(const SideImages& side, const ConstImageView& image) {
  for (std::size_t i = 0; i < side_ports.size(); ++i) {
    const ConstImageView& shape = side.images[i].shape;
    if (!side.images[i] || side_ports[i].view == &Inputs::guide) continue;
    if (shape.width != image.width || shape.height != image.height)
      throw Error(
          Errc::invalid_argument,
          fmt::format("--{} {} is {}x{}, the image is {}x{}", side_ports[i].name,
                      side.images[i].name, shape.width, shape.height, image.width, image.height),
          "it has the image's size, a pixel for each of the image's");
  }
}

}  // namespace

void check_sizes(const SideImages& side, const FilterOptions& options,
                 const ConstImageView& image) {
  check_guide(options, side.guide(), image);
  check_others(side, image);
}

Error with_file(const Error& e, const SideImages& side) {
  for (std::size_t i = 0; i < side_ports.size(); ++i) {
    const std::string_view what = e.what();
    const std::string port = fmt::format("{}: ", side_ports[i].name);
    if (side.images[i] && what.starts_with(port))
      return {e.code(),
              fmt::format("--{} {} {}", side_ports[i].name, side.images[i].name,
                          what.substr(port.size())),
              e.hint()};
  }
  return e;
}

}  // namespace selvage::cli
