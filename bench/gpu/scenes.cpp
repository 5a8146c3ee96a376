// SPDX-License-Identifier: Apache-2.0
#include "gpu/scenes.hpp"

#include "scene.hpp"
#include "selvage/io.hpp"

namespace selvage::bench {

Scenes::Scenes(std::filesystem::path photos) : photos_(std::move(photos)) {}

std::string Scenes::kind() const {
  return has_photos(photos_) ? "mosaics of photos and noise" : "a drawing and noise";
}

const Image& Scenes::get(const Case& c, const Size& size) {
  if (size != size_) images_.clear();
  size_ = size;
  const auto bytes = images_.try_emplace({PixelType::u8, c.channels});
  if (bytes.second)
    bytes.first->second = scene(photos_, PixelType::u8, size.width, size.height, c.channels);
  const auto found = images_.try_emplace({c.type, c.channels});
  if (found.second) found.first->second = convert(bytes.first->second, c.type);
  return found.first->second;
}

}  // namespace selvage::bench
