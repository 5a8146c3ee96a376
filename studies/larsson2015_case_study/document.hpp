// SPDX-License-Identifier: Apache-2.0
#pragma once
// The document's numbers: Jonas Larsson, "A Case Study of Parallel Bilateral Filtering on the GPU",
// Malardalen University, 2015. GeForce GTX 760, Core i5-4670.

#include <optional>
#include <string_view>

namespace selvage::studies::larsson {

// Tables 6.4 to 6.6: the fastest version for each radius.
struct DocumentBest {
  int image, radius;
  double sequential;         // seconds
  std::string_view fastest;  // version
  double seconds;
  int tiling;  // 0: none; its block is 16 everywhere
};
std::optional<DocumentBest> document_best(int image, int radius);

// Tables 6.7 to 6.9: the best time of each version, seconds.
std::optional<double> document_time(int image, int radius, int version);

constexpr double his_best_speedup = 41.2629;                      // table 6.6, radius 7
constexpr double his_least_claim = 30.0, his_most_claim = 110.0;  // his section 7.2

// His card, as far as it bounds how many blocks reside on a multiprocessor (table 6.1).
struct Multiprocessor {
  int blocks = 16, warps = 64, threads = 2048, local_bytes = 48 * 1024;
};
// Blocks of block x block threads that fit; registers, which he does not tell, aside. 0: not one.
int blocks_resident(const Multiprocessor& m, int block, int local_bytes);

}  // namespace selvage::studies::larsson
