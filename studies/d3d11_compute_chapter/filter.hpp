// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rung made ready, and the memory that it runs on.

#include <memory>
#include <vector>

#include "d3d11_compute_chapter/ladder.hpp"
#include "runner/rung.hpp"
#include "runner/texture.hpp"

namespace selvage::studies::d3d11 {

// The images of one size on the device: four floats a pixel, without gaps.
struct Canvas {
  int width = 0, height = 0;
  std::unique_ptr<gpu::Buffer> in = {};       //
  std::unique_ptr<gpu::Buffer> between = {};  // of two passes
  std::unique_ptr<gpu::Buffer> out = {};
  std::unique_ptr<Texture> texture = {};  // a copy of `in`
};
// Blocks. `image` has four f32 channels.
Canvas make_canvas(Session& session, const ConstImageView& image);

class ReadyRung {
 public:
  // Blocks: compiles.
  ReadyRung(Session& session, const LadderRung& rung, const Parameters& parameters);

  const LadderRung& rung() const { return *rung_; }
  int passes() const { return static_cast<int>(passes_.size()); }
  GroupSize group(int pass) const { return passes_[static_cast<std::size_t>(pass)].code.group(); }

  // Enqueue. From `in` to `out`, by way of `between` where there are two passes.
  void enqueue(gpu::Stream& stream, const Canvas& canvas) const;
  void enqueue_pass(gpu::Stream& stream, const Canvas& canvas, int pass) const;

  // Blocks: the picture that it makes of the canvas's image.
  Image run(Session& session, const Canvas& canvas) const;

 private:
  struct Pass {
    Rung code;
    std::size_t local_bytes;
  };
  const LadderRung* rung_;
  std::vector<float> weights_;  // of a row
  std::vector<Pass> passes_;
};

}  // namespace selvage::studies::d3d11
