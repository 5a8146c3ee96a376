// SPDX-License-Identifier: Apache-2.0
#include "larsson2015_case_study/banks.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace selvage::studies::larsson {

std::vector<int> words_of_warp(const Access& access, int warp) {
  std::vector<int> words;
  const int threads = access.block * access.block;
  for (int t = warp * warp_threads; t < std::min(threads, (warp + 1) * warp_threads); ++t) {
    const int pixel = t / access.block * access.row + t % access.block;
    words.push_back((access.pixel_bytes * pixel + access.first_byte) / 4);
  }
  return words;
}

std::array<int, banks> words_of_banks(const std::vector<int>& words) {
  std::array<int, banks> counts{};
  for (const int word : std::set<int>(words.begin(), words.end()))
    ++counts[static_cast<std::size_t>(word % banks)];
  return counts;
}

int conflict(const Access& access) {
  int worst = 0;
  // Words may begin at any byte of a pixel of three; a whole word's shift changes no conflict.
  const int starts = access.pixel_bytes % 4 == 0 ? 1 : 4;
  const int warps = (access.block * access.block + warp_threads - 1) / warp_threads;
  for (int warp = 0; warp < warps; ++warp)
    for (int start = 0; start < starts; ++start) {
      Access shifted = access;
      shifted.first_byte += start;
      const auto counts = words_of_banks(words_of_warp(shifted, warp));
      worst = std::max(worst, *std::ranges::max_element(counts));
    }
  return worst;
}

}  // namespace selvage::studies::larsson
