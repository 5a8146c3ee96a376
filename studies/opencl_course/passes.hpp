// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kernels made ready, and filters of one or two of them, each of which takes a plane to a plane.

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "opencl_course/planes.hpp"
#include "runner/rung.hpp"

namespace selvage::studies::course {

// What the texts of this study are compiled with. Empty tables are filled with zeros.
struct Constants {
  int radius = 1, steps = 1;
  std::vector<float> window = {};            // (2 radius + 1)^2 by rows, a factor, an offset
  std::vector<float> row = {}, column = {};  // 2 radius + 1
};
inline constexpr int bins = 256;
inline constexpr float normal_degrees = 15.0f, depth_share = 0.02f;  // the product's defaults

// A kernel of this study's file, or of a reader's text.
struct Source {
  std::string file = {};  // "01_convolution_global.cl"; of a reader's what the compiler calls it
  std::string text = {};  // empty: the study's file
  bool of_sheet = false;  // a reader's text with the sheet's names and headers (sheet.hpp)
};

// One kernel and how it lies on the image.
class Pass {
 public:
  // An item computes `across` x `down` pixels. Blocks: compiles.
  Pass(Session& session, const Source& source, const std::string& function, GroupSize group,
       const Constants& constants, int across = 1, int down = 1);

  // Enqueues it on all pixels of `shape`. `arguments` is a CourseImage or a CourseHistogram.
  template <class Arguments>
  void enqueue(gpu::Stream& stream, const CourseImage& shape,
               std::initializer_list<const gpu::Buffer*> buffers,
               const Arguments& arguments) const {
    rung_.enqueue(stream, (shape.width - 1) / across_ + 1, (shape.height - 1) / down_ + 1,
                  std::span(buffers.begin(), buffers.size()), arguments);
  }
  GroupSize group() const { return rung_.group(); }
  CodeFacts facts() const { return rung_.facts(); }

 private:
  Rung rung_;
  int across_, down_;
};

// From planes to planes by one pass, or by two with planes between them; `flags` (or null) is the
// last buffer of each. One launch for each channel and pass.
struct Filtering {
  std::vector<Pass> passes;
  const Plane* flags = nullptr;

  void enqueue(gpu::Stream& stream, const Planes& in, const Planes& between,
               const Planes& out) const;
};

// Blocks. The image, and what must hold of the memory around it.
struct Filtered {
  Image image;
  bool padding_untouched = true;
};
Filtered run(Session& session, const Filtering& filtering, const ConstImageView& image);

}  // namespace selvage::studies::course
