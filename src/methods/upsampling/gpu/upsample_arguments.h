// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of upsample.cl, for the host and for the devices' compilers. Include
// after arguments.h.
#ifndef SELVAGE_KERNELS_UPSAMPLE_ARGUMENTS_H
#define SELVAGE_KERNELS_UPSAMPLE_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

// A float with twice the precision: near + rest.
typedef struct {
  float near, rest;
} SelvagePair;

typedef struct {
  SelvageLayout in, mask, guide, out;  // whole images, except `out`
  SelvageLayout small;                 // words of upsample_small, one pixel more than the image
  int small_width, small_height;       // size of the image
  int width, height;                   // size of the guide
  int x0, y0, x1, y1;                  // the pixels to compute: x0 <= x < x1, y0 <= y < y1
  int radius;                          // the window's radius, small pixels
  int disc;                            // 1: the window is a disc
  int border;                          // selvage::Border
  int colours;                         // channels other than alpha
  int block;                           // taps of a summation block
  int has_mask, has_invalid, fill;     // 0 or 1
  float outside_value;                 // outside the image, in stored units
  float invalid;                       // pixels whose colours all equal this, in stored units
  SelvagePair space_scale, range_scale;  // a weight is 2^(-space_scale |u - q|^2 - range_scale D^2)
  SelvagePair fill_distance2;          // largest squared distance of a tap that fills, pixels^2
  SelvagePair outside_guide[4];        // the guide's planes outside the image
} SelvageUpsample;

// NOLINTEND(modernize-use-using)

#endif
