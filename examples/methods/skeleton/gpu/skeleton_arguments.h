// SPDX-License-Identifier: Apache-2.0
// The arguments of kernel "skeleton": one text for the host and for the devices' compilers. Read
// after arguments.h. samples.h reads in, out, border and outside_value.
#ifndef SELVAGE_KERNELS_SKELETON_ARGUMENTS_H
#define SELVAGE_KERNELS_SKELETON_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.
typedef struct {
  SelvageLayout in, out;
  int width, height;    // of the whole image: where the border is
  int x0, y0, x1, y1;   // what is computed: x0 <= x < x1, y0 <= y < y1
  int radius, border;   // selvage::Border
  float outside_value;  // outside the image, in stored units
} SelvageSkeleton;
// NOLINTEND(modernize-use-using)

#endif
