// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the threads of a warp meet in the banks of shared memory: computed, no device is needed.

#include <array>
#include <vector>

namespace selvage::studies::larsson {

constexpr int banks = 32;  // of four bytes: word i lies in bank i % 32
constexpr int warp_threads = 32;

// A load by all threads of a block: the pixel (x, y) of the block reads the pixel (x, y) of the
// tile; all other taps are shifted copies of it.
struct Access {
  int block = 16;       // threads on a side
  int row = 22;         // pixels of a row of the tile
  int pixel_bytes = 4;  // 3: the bytes of one channel are loaded
  int first_byte = 0;   // of the load: where the tap begins
};

// The word that each thread of a warp reads; block x block threads, by rows. Warps of small blocks
// have fewer threads.
std::vector<int> words_of_warp(const Access& access, int warp);

// Different words that the warp reads from each bank.
std::array<int, banks> words_of_banks(const std::vector<int>& words);

// How often the warp's load is repeated: the most different words of a bank. 1: no conflict.
// The worst of all warps, and of all taps where pixels are no whole words.
int conflict(const Access& access);

}  // namespace selvage::studies::larsson
