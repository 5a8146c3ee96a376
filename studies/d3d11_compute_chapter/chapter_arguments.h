// SPDX-License-Identifier: Apache-2.0
// The arguments of all rungs: one text for the host and for the devices' compilers.
#ifndef SELVAGE_CHAPTER_ARGUMENTS_H
#define SELVAGE_CHAPTER_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  int width, height;  // of the image, pixels
} ChapterPlane;

// Arguments lie in constant memory (CUDA), as an application's constant buffer.
typedef struct {
  ChapterPlane plane;
  float weights[33];  // of a row, as many as the largest radius has: 2 * 16 + 1
} ChapterConstants;

// NOLINTEND(modernize-use-using)

#endif
