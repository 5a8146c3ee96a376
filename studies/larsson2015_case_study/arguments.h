// SPDX-License-Identifier: Apache-2.0
// The arguments of all rungs: one text for the host and for the devices' compilers.
#ifndef SELVAGE_STUDIES_LARSSON_ARGUMENTS_H
#define SELVAGE_STUDIES_LARSSON_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  int width, height;   // of the image
  int radius;          // of the window
  int tiling;          // N of 1 x N: squares that a block works through
  float sigma_range;   // of 255
  float level;         // piecewise linear: the value that is filtered for, of 255
  float level_step;    //   distance of two levels
  int first, last;     //   1: it is the first, the last level
} LarssonArguments;

// NOLINTEND(modernize-use-using)

#endif
