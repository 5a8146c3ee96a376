// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of linear filters, as one text for the host and the device
// compilers. Read after arguments.h.
#ifndef SELVAGE_KERNELS_LINEAR_ARGUMENTS_H
#define SELVAGE_KERNELS_LINEAR_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

// Weights in the arguments: of a row and a column of 25, or of a stencil. The device's compiler gets
// the number that a kernel has, since arguments may be limited to 1024 bytes.
#ifndef LINEAR_WEIGHTS
#define LINEAR_WEIGHTS 225
#endif

typedef struct {
  SelvageLayout in, mask, out;
  // Sums along rows: f32, each row in whole vectors of four; or flags (channel_blocks.h).
  SelvageLayout between;
  int width, height;          // of the whole image
  int x0, y0, x1, y1;         // the computed pixels: x0 <= x < x1, y0 <= y < y1
  int left, first_row;        // the first pixel of `between`
  int radius_x, radius_y;     // taps to each side
  int rows;                   // row_streaming: per work-item; separable_tensor: per group
  int channels, blocks;       // channel_blocks.h: of the image
  int flag_pixels, flag_rows;  // channel_blocks.h: the width of a flag; rows of flags
  int border;                 // selvage::Border
  int colours;                // channels other than alpha
  int has_mask, has_invalid;  // 0 or 1
  float outside_value;        // of pixels outside the image, in stored units
  float outside_row;          // the sum along a row outside the image
  float invalid;              // pixels whose colours all equal this, in stored units
  float sentinel, replacement;  // see SENTINEL in samples.h
  float offset;               // added to every sum, in stored units
  float outside_alpha_row;    // WEIGHS: as outside_row, of alpha
  float colour_gain;          // WEIGHS: factor of the colours' means
  int made_up;                // separable_tensor: compensates for what sums lose, in 1/256 level
  // The row from left to right and the column from top to bottom; a stencil row by row. Last.
  float weights[LINEAR_WEIGHTS];
} SelvageLinear;

// NOLINTEND(modernize-use-using)

#endif
