// SPDX-License-Identifier: Apache-2.0
// The arguments of all rungs: one text for the host and for the devices' compilers.
#ifndef SELVAGE_CHAPTER_ARGUMENTS_H
#define SELVAGE_CHAPTER_ARGUMENTS_H

// NOLINTBEGIN(modernize-use-using): this is C as well.

typedef struct {
  int width, height;  // of the image, pixels
} ChapterPlane;

// NOLINTEND(modernize-use-using)

#endif
