// SPDX-License-Identifier: Apache-2.0
// The arguments of this study's kernels: one text for the host and for the devices' compilers.
#ifndef SELVAGE_OPENCL_COURSE_ARGUMENTS_H
#define SELVAGE_OPENCL_COURSE_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

// A plane: sample (x, y) is number y * pitch + x of its buffer, whatever the samples are. Rows are
// padded to whole segments of 128 bytes of floats; nobody may use what is in the padding.
typedef struct {
  int width, height;  // pixels
  int pitch;          // samples from one row to the next
} CourseImage;

// A plane whose samples are counted.
typedef struct {
  CourseImage image;
  int watched;  // the bin that the rung which only reads counts; -1: none
} CourseHistogram;

// NOLINTEND(modernize-use-using)

#endif
