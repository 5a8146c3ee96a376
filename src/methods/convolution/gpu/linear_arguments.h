// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of lines and matrices: one text for the host and for the devices'
// compilers. Read after arguments.h.
#ifndef SELVAGE_KERNELS_LINEAR_ARGUMENTS_H
#define SELVAGE_KERNELS_LINEAR_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

enum { SELVAGE_LINEAR_TAPS = 25 };  // of a row, a column or a matrix that is held in the arguments

typedef struct {
  SelvageLayout in, mask, out;
  SelvageLayout between;      // of the rows' sums: f32, whole vectors of four in each row
  int width, height;          // of the whole image: where the border is
  int x0, y0, x1, y1;         // what is computed: x0 <= x < x1, y0 <= y < y1
  int left, first_row;        // lines_rows, lines_columns: the pixel at which `between` begins
  int radius_x, radius_y;     // taps to each side
  int rows;                   // row_streaming: of each work-item; separable_tensor: of a group
  int border;                 // selvage::Border
  int colours;                // channels that are no alpha
  int has_mask, has_invalid;  // 0 or 1
  float outside_value;        // outside the image, in stored units
  float outside_row;          // the sum of a row that is outside the image
  float invalid;              // pixels whose colours all equal this, in stored units
  float sentinel, replacement;  // see SENTINEL in samples.h
  float offset;               // added to every sum, in stored units
  int made_up;                // tensor: for what sums lose, in 1/256 level
  float row[SELVAGE_LINEAR_TAPS];     // weights from left to right; of a matrix: row by row
  float column[SELVAGE_LINEAR_TAPS];  // from top to bottom
} SelvageLinear;

// NOLINTEND(modernize-use-using)

#endif
