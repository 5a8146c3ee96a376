// SPDX-License-Identifier: Apache-2.0
// The arguments of the kernels of a Fourier range kernel, as one text for the host and the device
// compilers. Read after arguments.h.
#ifndef SELVAGE_KERNELS_FOURIER_ARGUMENTS_H
#define SELVAGE_KERNELS_FOURIER_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  SelvageLayout in, mask, out;  // of one channel of one image; in and out of a joint filter: of all
  SelvageLayout guide;          // of a joint filter
  i64 first_channel;            // bytes from a pixel's first channel to the filtered one
  i64 plane, marks, list;       // bytes of a term in scratch; where marks and the list begin
  i64 sums, sums_plane;         // of a joint filter: where D^ begins; bytes of it and of each N^
  i64 column_origin;            // of means of columns (methods/fourier_range/byte_fit.hpp)
  int pitch, sums_pitch;        // bytes of 32 rows of a term; of a row of D^
  int width, height;            // of the whole image
  int x0, y0, x1, y1;           // the computed pixels: x0 <= x < x1, y0 <= y < y1
  int terms;                    // K
  int terms_together;           // fourier_columns: terms of a group
  int tile_blocks;              // fourier_columns: blocks of 32 rows in the tile
  int row_blocks;               // fourier_rows: blocks of 32 columns in a tile
  int radius_x, radius_y;       // of the window
  int blocks_x, blocks_y;       // blocks of 32 taps that 64 neighbouring sums need
  int first_copied, last_copied;  // channels after this one that are copied; none: 0, -1
  int groups;                     // fourier_repair: groups that share the list
  int first_listed, last_listed;  // fourier_repair: the list's pixels that this launch computes
  int first_launch;               // fourier_repair: 1: its count is the first of the run
  int border;                     // selvage::Border
  int channels, colours, has_mask, has_invalid;
  float outside_value, invalid;  // in stored units
  int guide_outside;             // the guide's level outside the image
  unsigned column_scale;         // of means of columns, as column_origin
  float row_scale, row_origin;   // of means of rows
  float steepness;               // b_k / a_k of a term, over its harmonic k
  int lowest;                    // the harmonic of the first term
  float range_scale;    // not of u8: a range weight is 2^(-range_scale d^2), d in samples
  float constant_term;  // of D^
  float of_weights, of_differences, limit;  // of the certificate
  float value_middle, value_scale;  // of a joint filter: middle + scale N^ / D^ is in levels
} SelvageFourier;

// NOLINTEND(modernize-use-using)

#endif
