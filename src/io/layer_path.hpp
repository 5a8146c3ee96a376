// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of files that may end in the name of a layer: "frame.exr:N".

#include <filesystem>
#include <string>

namespace selvage {

struct LayerPath {
  std::filesystem::path file;
  std::string layer = {};  // empty: none is named
};

// A layer is named where no file of the whole name exists, and the part before the last colon ends
// in .exr and exists.
LayerPath split_layer(const std::filesystem::path& path);

}  // namespace selvage
