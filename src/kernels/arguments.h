// SPDX-License-Identifier: Apache-2.0
// The arguments of the windowed-mean kernels. The host and the device compilers read this same
// text. The host defines i64; on a device dialect.h does.
#ifndef SELVAGE_KERNELS_ARGUMENTS_H
#define SELVAGE_KERNELS_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

// The layout of samples in a buffer, in the whole image's coordinates:
//   offset + b batch + y row + x pixel + c channel   [bytes]
// Row and pixel strides fit 32 bits, so one instruction multiplies them; 64 bits would take four.
typedef struct {
  i64 offset, batch, channel;
  int row, pixel;
} SelvageLayout;

typedef struct {
  SelvageLayout in, mask, guide, out;
  int width, height;          // of the whole image; the border starts there
  int x0, y0, x1, y1;         // the computed rectangle: x0 <= x < x1, y0 <= y < y1
  int radius_x, radius_y;     // of the window; they differ for a row or a column
  int disc;                   // 1: the window is a disc
  int border;                 // selvage::Border
  int colours;                // channels other than alpha
  int block;                  // taps of a summation block
  int has_mask, has_invalid;  // 0 or 1
  float outside_value;        // outside the image, in stored units
  float invalid;              // pixels whose colours all equal this, in stored units
  float sentinel, replacement;  // see SENTINEL in samples.h
  float space_scale;          // a weight is 2^(-space_scale |p - q|^2 - range_scale D^2),
  float range_scale;          //   D in stored units
  float range_root;           // sqrt(range_scale)
  float guide_constant[6];    // the guide's planes outside the image, in its stored units
  float feature_origin[3];    // bilateral_tensor.cl: the planes' origins, in stored units,
  float feature_unit;         //   their scale, and range_scale in the unit of features
  float feature_exponent;
  // An image with depth, whose slices are images of the batch (VOLUME in pixels.h).
  i64 in_slice, mask_slice, guide_slice;  // bytes from one slice to the next
  int depth;                  // slices of the whole image
  int held_z, first_z;        // the first slice of the input, and of the result
  int radius_z, slices_after; // of the window, before and after the centre's
  int ellipsoid, causal;      // 0 or 1
  float depth_scale;          // as space_scale, of slices
  // multichannel.cl: the part of the image that its planes hold; the floats of a row of a plane,
  // and its rows; numbers of channels and planes.
  int held_x, held_y, held_width, held_height, plane_row, plane_rows;
  int channels, averaged, guide_channels, before, compared, sums;
} SelvageBilateral;

// NOLINTEND(modernize-use-using)

#endif
