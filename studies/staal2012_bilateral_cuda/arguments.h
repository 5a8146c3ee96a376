// SPDX-License-Identifier: Apache-2.0
// The arguments of every rung: one text for the host and for the devices' compilers.
#ifndef SELVAGE_STUDIES_STAAL_ARGUMENTS_H
#define SELVAGE_STUDIES_STAAL_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  int width, height;  // pixels
  int radius;         // pixels, below width and height
  float sigma_space;  // pixels
  float sigma_range;  // samples' unit
  float variance;     // sigma_range^2: from rung 5 on
  float root;         // sqrt(2 pi variance): likewise
  float two, zero;    // 2 and 0, as numbers that no compiler knows (gaussian.h)
} StaalArguments;

// NOLINTEND(modernize-use-using)

#endif
