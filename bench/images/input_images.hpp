// SPDX-License-Identifier: Apache-2.0
#pragma once
// The images that a case's filter reads.

#include <filesystem>
#include <memory>

#include "cases/case.hpp"
#include "selvage/engine.hpp"

namespace selvage::bench {

struct InputImages {
  Image image = {}, guide = {}, normals = {}, depth = {};

  Inputs views() const {
    return {.image = image, .guide = guide, .normals = normals, .depth = depth};
  }
};

// A geometry-guided case has normals and depths that change every 64 pixels, with noise below the
// thresholds, unless it has an edge threshold.
InputImages make_inputs(const Case& c, const std::filesystem::path& photos);

}  // namespace selvage::bench
