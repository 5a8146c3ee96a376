// SPDX-License-Identifier: Apache-2.0
#pragma once
// The geometry-guided mean on the CPU: rows into an image of means, then its columns.

#include <memory>

#include "backends/cpu/kernel.hpp"
#include "filters/problem.hpp"

namespace selvage::cpu {

// The taps of neighbouring pixels along one row or column.
template <class Real>
struct EdgeStoppingJob {
  int pixels = 0, planes = 0;
  const Real* centre = nullptr;                  // pixel 0 of the first plane
  std::ptrdiff_t plane = 0;                      // Reals from plane to plane
  std::ptrdiff_t step = 0;                       // Reals from tap to tap
  const Real* weights = nullptr;                 // points to the centre's; the others lie around it
  const Real *back = nullptr, *forth = nullptr;  // taps that each pixel reaches, whole numbers
  const Real* totals = nullptr;                  // the sum of the weights that each pixel reaches
  Real* means = nullptr;                         //
  std::ptrdiff_t means_plane = 0;                // Reals from plane to plane
};
// Reads and writes whole vectors: up to EdgeStoppingShape::margin numbers beyond the pixels.
template <class Real>
using EdgeStoppingTaps = void (*)(const EdgeStoppingJob<Real>& job);

template <class Real>
std::unique_ptr<Kernel> make_kernel(const Problem& problem, const Tile& tile,
                                    EdgeStoppingTaps<Real> taps, const ExecutionContext& context);

}  // namespace selvage::cpu
