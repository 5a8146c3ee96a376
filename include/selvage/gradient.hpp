// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gradients: the derivatives of a number with respect to a filter's inputs and sigmas.
// docs/filters/gradients.md has the formulas.
//
//   selvage::Image d_image(PixelType::f32, width, height, channels);
//   selvage::Gradients d{.image = d_image};
//   selvage::gradient(engine, selvage::Bilateral{}, {.image = photo}, d_output, d);

#include <string>

#include "selvage/api.h"
#include "selvage/engine.hpp"
#include "selvage/image.hpp"

namespace selvage {

// The derivatives of a number L, in the samples' unit. An empty view is not computed.
struct Gradients {
  ImageView image = {};      // f32, otherwise of the image's shape
  ImageView guide = {};      // f32, otherwise of the guide's shape
  double sigma_space = 0.0;  // overwritten; over all images of the batch
  double sigma_range = 0.0;  // overwritten; 0 for Gaussian
};

struct GradientReport {
  std::string device = {};     // "cpu", "cuda:0"
  std::string candidate = {};  // "direct_gradient"
  // Upper bound of each derivative's error, as a fraction of the sum M of its terms' magnitudes.
  double error_bound = 0.0;
  double seconds = 0.0;
};

// Computes the gradient of L from `d_output`, the derivatives of L with respect to the filter's
// output image before it is rounded: f32, of the shape of the image. Blocks. Serves Bilateral,
// JointBilateral and Gaussian with one iteration and the norms l2, l1 and per_channel, without
// `fill`, on whole images. The result does not depend on threads and layouts. No two views may
// overlap if one of them is written.
// Throws Error{invalid_argument} for bad filters and shapes, Error{unsupported} for filters without
// a gradient. An engine that chooses its device computes on the CPU.
SELVAGE_API GradientReport gradient(const Engine& engine, const Filter& filter,
                                    const Inputs& inputs, const ConstImageView& d_output,
                                    Gradients& gradients, const Controls& controls = {});

}  // namespace selvage
