// SPDX-License-Identifier: Apache-2.0
#pragma once
// An image on the device, and the rungs that filter it there.

#include <map>
#include <memory>
#include <string>

#include "larsson2015_case_study/ladder.hpp"
#include "runner/texture.hpp"
#include "runner/timing.hpp"
#include "selvage/image.hpp"

namespace selvage::studies::larsson {

// Compiled code, each once.
class Rungs {
 public:
  explicit Rungs(Session& session) : session_(session) {}

  // Blocks when it is new: compiles.
  std::shared_ptr<const Rung> get(const Setup& setup, const Window& window,
                                  const std::string& function = {});

  Session& session() { return session_; }

 private:
  Session& session_;
  std::map<std::string, std::shared_ptr<const Rung>> rungs_;
};

// Whether a block of it fits the device.
bool fits(const Session& session, const Setup& setup, int radius);

constexpr int usual_levels = 8;  // of piecewise linear

class Workplace {
 public:
  // u8, 3 channels, without gaps. Blocks: uploads. `rungs` must outlive it.
  Workplace(Rungs& rungs, Image input);

  const Image& input() const { return input_; }
  const gpu::Buffer& from() const { return *from_; }
  gpu::Buffer& to() { return *to_; }

  // All launches of a rung, from the image to the output. Blocks: compiles, and makes what the
  // rung needs beside. The workplace must outlive what is returned. `levels`: of rung 15.
  Enqueue enqueue(const Setup& setup, const Window& window, int levels = usual_levels);

  // What it gives. Blocks. The output is wrong before wherever a window lies inside the image, and
  // the image itself elsewhere.
  Image result(const Enqueue& enqueue, const Window& window);
  // How long the last one took, by the device's clock.
  double seconds() const { return seconds_; }

 private:
  const gpu::Buffer& texture(bool plane);
  gpu::Buffer& scratch(const std::string& name, std::size_t bytes);
  Enqueue enqueue_one(const Setup& setup, const Window& window);
  Enqueue enqueue_lab(const Setup& setup, const Window& window);
  Enqueue enqueue_separable(const Setup& setup, const Window& window);
  Enqueue enqueue_piecewise(const Setup& setup, const Window& window, int levels);

  Rungs& rungs_;
  Image input_;
  Image wrong_;  // the image, inverted wherever a window of the radius lies inside
  int wrong_radius_ = 0;
  double seconds_ = 0.0;
  std::size_t pixels_;
  std::unique_ptr<gpu::Buffer> from_, to_;
  std::map<std::string, std::unique_ptr<gpu::Buffer>> scratch_;
  std::unique_ptr<Texture> line_, plane_;
};

}  // namespace selvage::studies::larsson
