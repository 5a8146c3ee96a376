// SPDX-License-Identifier: Apache-2.0
#include "io/layer_path.hpp"

#include <strings.h>

namespace selvage {

LayerPath split_layer(const std::filesystem::path& path) {
  const std::string& whole = path.native();
  const std::size_t colon = whole.rfind(':');
  std::error_code ignored;
  if (colon == std::string::npos || std::filesystem::exists(path, ignored)) return {path};
  const std::filesystem::path file = whole.substr(0, colon);
  if (strcasecmp(file.extension().c_str(), ".exr") != 0 || !std::filesystem::exists(file, ignored))
    return {path};
  return {file, whole.substr(colon + 1)};
}

}  // namespace selvage
