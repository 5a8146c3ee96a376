// SPDX-License-Identifier: Apache-2.0
// The arguments of the gradients' kernels, as one text for the host and the device compilers. Read
// after arguments.h.
#ifndef SELVAGE_KERNELS_GRADIENT_ARGUMENTS_H
#define SELVAGE_KERNELS_GRADIENT_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  SelvageLayout in, mask, guide, d_output;  // what is read
  SelvageLayout out, d_guide;               // the derivatives of image and guide, or the result
  int width, height;                  // of the image
  int x0, y0, x1, y1;                 // what a launch computes: x0 <= x < x1, y0 <= y < y1
  int type, channels, colours;        // of the image: selvage::PixelType, samples of a pixel
  int guide_type, guide_channels;     // channels 0: none
  int averaged, guides;               // of many channels: those averaged, and those of a guide in D
  int border, radius;                 //
  int margin;                         // places on each side that read a pixel of the image
  int has_mask, has_invalid;          // 0 or 1
  int writes_image, writes_guide;     // 0 or 1
  int has_means, writes_means;        // 0 or 1: the means of all pixels were kept, or are to be
  float outside_value, guide_outside;  // outside the image, in stored units
  int outside_valid;                  // 0 or 1
  float invalid;                      // pixels whose colours all equal this, in stored units
  float sentinel, replacement;        // of samples.h, unused
  float space_scale, range_scale;     // w = 2^(-space_scale |t|^2 - range_scale D^2)
  float most_squared, most_distance;  // a larger D has the weight 0
  float slope;                        // 1 / sigma_range^2, in stored units
  float guide_unit;                   // the guide's full scale over the image's
  float space_factor, range_factor;   // turn sums into the derivatives of the sigmas
  // In scratch, in floats, each a multiple of four: the records of an image's places, then those of
  // the next image; what the places collect, plane by plane.
  i64 samples_at, sent_at, collected_at;
  // The sums of the sigmas, four floats for each group of the whole batch.
  i64 partials_at, first_partial;
  int group_columns, image_partials;
  i64 partials;
  i64 sigmas_at, means_at;            // in floats
} SelvageGradient;

// NOLINTEND(modernize-use-using)

#endif
