// SPDX-License-Identifier: Apache-2.0
#include "side_images/side_images.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "inputs/source.hpp"

namespace selvage::cli {

std::size_t SideImages::held_bytes() const {
  std::size_t bytes = 0;
  for (const SideImage& image : images)
    if (image.held) bytes += image.held->bytes();
  return bytes;
}

std::size_t SideImages::bytes(int rows, std::size_t times) const {
  std::size_t bytes = held_bytes();
  for (const SideImage& image : images) {
    if (!image || image.held) continue;
    ConstImageView window = image.shape;
    window.height = rows;
    bytes += image.reading + times * bytes_of(window);
  }
  return bytes;
}

Inputs SideImages::shapes(const ConstImageView& image) const {
  Inputs inputs{.image = image};
  for (std::size_t i = 0; i < images.size(); ++i)
    if (images[i]) inputs.*side_ports[i].view = images[i].shape;
  return inputs;
}

Inputs SideImages::shapes(const ConstImageView& image, int rows) const {
  Inputs inputs = shapes(image);
  for (const SidePort& port : side_ports)
    if (ConstImageView& view = inputs.*port.view; view.width > 0) view.height = rows;
  return inputs;
}

void check_standard_input(const SideFiles& files, std::span<const std::string> images) {
  std::string reader = std::ranges::find(images, "-") != images.end() ? "image" : "";
  for (const SidePort& port : side_ports) {
    if (files.*port.file != "-") continue;
    if (!reader.empty())
      throw Error(Errc::invalid_argument,
                  fmt::format("standard input cannot be both the {} and the {}", reader, port.name),
                  "give one of them as a file");
    reader = port.name;
  }
}

}  // namespace selvage::cli
