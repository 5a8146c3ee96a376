// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of guided filters, as one text for the host and the device compilers.
// Read after arguments.h.
#ifndef SELVAGE_KERNELS_GUIDED_ARGUMENTS_H
#define SELVAGE_KERNELS_GUIDED_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  SelvageLayout in, mask, guide, out;
  // In scratch: planes of numbers, in coordinates of the grid. Sums along rows and models; sums of
  // models along rows, and, with a subsample, their means.
  SelvageLayout pixel_rows, models, model_rows, means;
  int width, height;             // of the whole image
  int grid_width, grid_height;   // of every `step`-th pixel, or of the small image
  // The result's pixel i lies at (scale i + offset) / unit of the grid, at least at 0.
  i64 scale_x, offset_x, unit_x, scale_y, offset_y, unit_y;
  int x0, y0, x1, y1;            // what is computed: x0 <= x < x1, y0 <= y < y1
  int first_row, last_row;       // of the grid, which pixel_rows or model_rows hold
  int last_column, last_mean;    // of the grid, which means hold
  int radius, step;              // in pixels of the grid; pixels of the image
  int halo;                      // pixels
  int border, colours, has_mask, has_invalid;
  float outside_value, invalid, guide_outside;  // in stored units
  float epsilon;                                // in the guide's unit
  float guide_full_scale, guide_centre;         // in stored units
  float window_pixels;                          // of a window, if none is left out
  // Of whole numbers: the rows of a group; models are multiplied by scales and rounded, and their
  // sums over a window, times units, are means.
  int segment;
  float slope_scale, offset_scale, slope_unit, offset_unit;
  // WIDE: factors of the guide and of other values; 1.5 * 2^52 units of products; the limits of
  // samples, in stored units; a byte of each pixel that fixed point holds, and where in scratch an
  // int says whether there are others (-1: fixed point has no part in the result).
  float guide_scale, value_scale, magic;
  float least_guide, most_guide, least_value, most_value;
  SelvageLayout held;
  i64 any_left;
} SelvageGuided;

// NOLINTEND(modernize-use-using)

#endif
