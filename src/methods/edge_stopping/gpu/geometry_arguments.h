// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of geometry-guided means, as one text for the host and the device
// compilers. Read after arguments.h.
#ifndef SELVAGE_KERNELS_GEOMETRY_ARGUMENTS_H
#define SELVAGE_KERNELS_GEOMETRY_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

enum { SELVAGE_EDGE_STOPPING_RADIUS = 15 };  // the largest radius whose weights are arguments

typedef struct {
  SelvageLayout in, mask, out;  // there is no mask: samples.h names it
  SelvageLayout normals, depth, flags;
  // In scratch: planes of f32, and one bit per held pixel.
  SelvageLayout means;
  SelvageLayout right;        // discontinuities to the right: rows of words of 32 pixels
  SelvageLayout down, holes;  // below; not finite: rows of words of 32 pixels below one another
  int width, height;           // of the whole image
  int x0, y0, x1, y1;          // what is computed: x0 <= x < x1, y0 <= y < y1
  int held_x0, held_y0, held_x1, held_y1;  // what may be read of the inputs
  int radius;
  int border, colours, has_mask, has_invalid;  // no border and no value: samples.h names them
  float outside_value, invalid;                //
  float cosine, cosine_rest;  // the signed square of the threshold's cosine, and its rounding error
  float depth_threshold;
  float edge_threshold;                        // in stored units
  float row[2 * SELVAGE_EDGE_STOPPING_RADIUS + 1];      // weights, the centre's at [radius]
  float column[2 * SELVAGE_EDGE_STOPPING_RADIUS + 1];   //
} SelvageGeometry;

// NOLINTEND(modernize-use-using)

#endif
