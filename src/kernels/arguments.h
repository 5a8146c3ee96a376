// SPDX-License-Identifier: Apache-2.0
// The arguments of the bilateral kernels: one text for the host and for the devices' compilers.
// The host defines i64; dialect.h does so on a device.
#ifndef SELVAGE_KERNELS_ARGUMENTS_H
#define SELVAGE_KERNELS_ARGUMENTS_H

#define SELVAGE_LARGEST_TILE_RADIUS 63

// Where samples lie in a buffer, in the whole image's coordinates:
//   offset + b batch + y row + x pixel + c channel   [bytes]
typedef struct {
  i64 offset, batch, row, pixel, channel;
} SelvageLayout;

typedef struct {
  SelvageLayout in, mask, guide, out;
  int width, height;          // of the whole image: where the border is
  int x0, y0, x1, y1;         // what is computed: x0 <= x < x1, y0 <= y < y1
  int radius;                 //
  int border;                 // selvage::Border
  int has_mask, has_invalid;  // 0 or 1
  float constant;             // outside the image, in stored units
  float invalid;              // pixels whose colours all equal this, in stored units
  float range_gain;           // a weight is 2^(space - range_gain D^2), D in stored units
  float scale;                // from stored units of what is read to those of what is written
  float fill_distance2;       // largest squared distance of a tap that fills, pixels^2
  float guide_constant[6];    // the guide's planes outside the image
  // By distance from the centre; for radii up to SELVAGE_LARGEST_TILE_RADIUS.
  float space[SELVAGE_LARGEST_TILE_RADIUS + 1];             // exponents, <= 0
  unsigned char extent[SELVAGE_LARGEST_TILE_RADIUS + 1];    // largest |dx| of the row (|dy|)
} SelvageBilateral;

#endif
