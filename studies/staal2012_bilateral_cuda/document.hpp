// SPDX-License-Identifier: Apache-2.0
#pragma once
// The document's numbers: L. K. Staal, "Bilateral Filtering with CUDA", Aarhus, 2012. GeForce GTX
// 460, Phenom II X4 940.

#include <optional>

namespace selvage::studies::staal {

constexpr int full_hd_width = 1920, full_hd_height = 1080;  // his "2 Mpixel"

// Tables 1 (radius 4) and 2 (radius 10), 2 Mpixel. Rung 0 is the CPU.
struct DocumentTime {
  double seconds;  // with copies to and from the device
  double factor;   // over the CPU
};
std::optional<DocumentTime> document_time(int rung, int radius);

// Figure 4: the profiler's table, 512 x 512, radius 4.
struct DocumentProfile {
  double kernel_us;  // of one launch; rung 7 has three
  int grid_x, grid_y, block_x, block_y;
  int registers;
  double occupancy;
};
std::optional<DocumentProfile> document_profile(int rung);

// His launches round the count of blocks down: pixels that no work-item of such a grid computes.
int pixels_left_out(int width, int height, int block_width, int block_height, bool grid_2d);

// Where his listings read the tap at `centre` + `offset`: right on the left and at the top (and
// inside), wrong on the right and at the bottom. May lie outside 0 .. size - 1.
int listed_border(int centre, int offset, int size);

}  // namespace selvage::studies::staal
