// SPDX-License-Identifier: Apache-2.0
#pragma once
// Makes scenes (scene.hpp) once for all cases of a size.

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "gpu/gpu_cases.hpp"
#include "selvage/image.hpp"

namespace selvage::bench {

class Scenes {
 public:
  explicit Scenes(std::filesystem::path photos);

  std::string kind() const;  // "mosaics of photos", "a drawing"
  // The image stays valid until another size is asked for.
  const Image& get(const Case& c, const Size& size);

 private:
  std::filesystem::path photos_;
  Size size_ = {};
  std::map<std::pair<PixelType, int>, Image> images_;  // by type and channels
};

}  // namespace selvage::bench
