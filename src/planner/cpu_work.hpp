// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the direct candidates of the CPU have in common: how much there is to do, in which tiles.

#include <cstddef>
#include <vector>

#include "core/planes.hpp"
#include "core/problem.hpp"
#include "planner/catalogue.hpp"

namespace selvage::planner {

// Equal passes.
struct Part {
  WindowMean step;
  PixelType reads = PixelType::u8;
  int times = 1;
};
std::vector<Part> parts_of(const std::vector<Pass>& passes);

// As the most precise of the loops reads it.
PlaneLayout layout_of(const Problem& problem, const WindowMean& step);

// Taps of all groups' distances and sums in one pass.
double work(const Problem& problem, const WindowMean& step);

// To load and store the samples of all passes, beside what their taps take: with few taps it
// counts.
double sample_seconds(const Problem& problem, const DeviceFacts& facts,
                      const std::vector<Pass>& passes);

// For passes with windows like the step's.
Tuning direct_tuning(const Problem& problem, const WindowMean& step, double taps_per_second);

// Bytes of a worker's buffers: `block` pixels at a time, numbers of `real_bytes`.
std::size_t worker_bytes(const Problem& problem, const WindowMean& step, const Tuning& tuning,
                         int block, std::size_t real_bytes);
// Of all workers, and of the images between `passes` passes.
ScratchBytes scratch_of(const Problem& problem, const DeviceFacts& facts, std::size_t worker,
                        int passes);

}  // namespace selvage::planner
