// SPDX-License-Identifier: Apache-2.0
#include "side_images/side_checks.hpp"

#include <fmt/format.h>

#include <string_view>

#include "selvage/error.hpp"
#include "selvage/metadata.hpp"

namespace selvage::cli {
namespace {

bool same_size(const ConstImageView& a, const ConstImageView& b) {
  return a.width == b.width && a.height == b.height;
}

const char* guide_hint(const ConstImageView& guide, const ConstImageView& image) {
  return guide.width >= image.width && guide.height >= image.height
             ? "--upsample gives the result the guide's size"
             : "a guide must have the image's size, or be larger with --upsample";
}

// Returns whether the sizes match after one of the two images is rotated by 90 degrees.
bool fits_turned(const SideImage& side, const ConstImageView& image, const Metadata& metadata) {
  return side.shape.width == image.height && side.shape.height == image.width &&
         exif_orientation(side.metadata.exif) != exif_orientation(metadata.exif);
}

std::string size_hint(const SideImage& side, bool may_be_larger, const ConstImageView& image,
                      const Metadata& metadata) {
  if (fits_turned(side, image, metadata))
    return fmt::format(
        "their EXIF orientations differ ({} and {}): rotate the pixels of one of them",
        exif_orientation(side.metadata.exif), exif_orientation(metadata.exif));
  return may_be_larger ? guide_hint(side.shape, image) : "it must have the size of the image";
}

}  // namespace

void check_sizes(const SideImages& side, const FilterCommand& command, const ConstImageView& image,
                 const Metadata& metadata, const std::string& image_name) {
  for (std::size_t i = 0; i < side_ports.size(); ++i) {
    const ConstImageView& shape = side.images[i].shape;
    const bool is_guide = side_ports[i].view == &Inputs::guide;
    if (!side.images[i] || same_size(shape, image) || (is_guide && command.filter.upsample))
      continue;
    throw Error(
        Errc::invalid_argument,
        fmt::format("--{} {} is {}x{}, {} is {}x{}", side_ports[i].name, side.images[i].name,
                    shape.width, shape.height, image_name, image.width, image.height),
        size_hint(side.images[i], is_guide && command.verb->can_upsample, image, metadata));
  }
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
