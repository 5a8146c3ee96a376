// SPDX-License-Identifier: Apache-2.0
#pragma once
// The images that a case is about.

#include <optional>
#include <vector>

#include "conformance/cases/filter_of.hpp"
#include "selvage/engine.hpp"
#include "support/canvas.hpp"

namespace selvage::testing {

// What is handed in by each port that the case's filter has.
struct Scene {
  // All of every image, interleaved.
  explicit Scene(const Case& c);
  // The part that lies in `rect`, in the case's layouts; upsampling has its guide whole.
  Scene part(Rect rect, Slices slices = {}) const;

  Inputs inputs() const;
  // Of one image of the batch.
  Inputs inputs(int image) const;
  // All bytes, to see whether any was written.
  std::vector<std::byte> bytes() const;

  Case problem;
  Canvas image;
  std::optional<Canvas> guide = {}, mask = {}, normals = {}, depth = {};
  int slices;  // of each image; they are a batch in the canvases

 private:
  Scene(const Case& c, Canvas&& own, int count) : problem(c), image(own), slices(count) {}
};

// The shapes of all that the case hands in when its part is the whole, without data.
Inputs shapes_of(const Case& c);

// Of the case's whole result.
Shape result_shape_of(const Case& c);

}  // namespace selvage::testing
