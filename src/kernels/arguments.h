// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of means over windows: one text for the host and for the devices' compilers.
// The host defines i64; dialect.h does so on a device.
#ifndef SELVAGE_KERNELS_ARGUMENTS_H
#define SELVAGE_KERNELS_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

// Where samples lie in a buffer, in the whole image's coordinates:
//   offset + b batch + y row + x pixel + c channel   [bytes]
// Steps between pixels fit 32 bits: one instruction multiplies them, four would do 64.
typedef struct {
  i64 offset, batch, channel;
  int row, pixel;
} SelvageLayout;

typedef struct {
  SelvageLayout in, mask, guide, out;
  int width, height;          // of the whole image: where the border is
  int x0, y0, x1, y1;         // what is computed: x0 <= x < x1, y0 <= y < y1
  int radius_x, radius_y;     // of the window; they differ for a row or a column
  int disc;                   // 1: the window is a disc
  int border;                 // selvage::Border
  int colours;                // channels that are no alpha
  int piece;                  // taps of a short sum
  int has_mask, has_invalid;  // 0 or 1
  float outside_value;        // outside the image, in stored units
  float invalid;              // pixels whose colours all equal this, in stored units
  float avoided, beside;      // see AVOIDS in samples.h
  float space_gain;           // a weight is 2^(-space_gain |p - q|^2 - range_gain D^2),
  float range_gain;           //   D in stored units
  float range_root;           // sqrt(range_gain)
  float fill_distance2;       // largest squared distance of a tap that fills, pixels^2
  float guide_constant[6];    // the guide's planes outside the image, in its stored units
} SelvageBilateral;

// NOLINTEND(modernize-use-using)

#endif
