// SPDX-License-Identifier: Apache-2.0
#pragma once
// Work, tiles and memory of the CPU's direct candidates.

#include <cstddef>
#include <vector>

#include "filters/planes.hpp"
#include "filters/problem.hpp"
#include "methods/direct/tuning.hpp"
#include "planner/candidate.hpp"

namespace selvage::planner {

// A group of equal passes.
struct Part {
  WindowMean step;
  PixelType reads = PixelType::u8;
  int times = 1;
};
std::vector<Part> parts_of(const std::vector<Pass>& passes);

// The layout that the most precise loop reads.
PlaneLayout layout_of(const Problem& problem, const WindowMean& step);

// Returns the taps of one pass times the distances and sums of all groups.
double work(const Problem& problem, const WindowMean& step);

// Returns the time to load and store the samples of all passes, which matters when there are few
// taps.
double sample_seconds(const Problem& problem, const DeviceFacts& facts,
                      const std::vector<Pass>& passes);

// Taps per second of the vector loops on a slow core (docs/journal/0001, rounded).
inline constexpr double simd_taps_per_second = 1e9;

// Vector instructions per second of these loops on one core (docs/journal/0001, 0004, rounded).
inline constexpr double simd_instructions_per_second = 5e9;

// Returns the time of the passes on the vector loops.
double simd_seconds(const Problem& problem, const DeviceFacts& facts,
                    const std::vector<Pass>& passes);

// Returns the tuning for passes with windows like the step's.
DirectTuning direct_tuning(const Problem& problem, const WindowMean& step, double taps_per_second);

// Returns the bytes of a worker's buffers, for `block` pixels at a time and elements of
// `real_bytes`.
std::size_t worker_bytes(const Problem& problem, const WindowMean& step, const DirectTuning& tuning,
                         int block, std::size_t real_bytes);
// Returns the memory of all workers and of the images between `passes` passes.
ScratchBytes scratch_of(const Problem& problem, const DeviceFacts& facts, std::size_t worker,
                        int passes);

}  // namespace selvage::planner
