// SPDX-License-Identifier: Apache-2.0
// The arguments of opencv_structure.cl: one text for the host and for the devices' compilers.
#ifndef SELVAGE_BENCH_OPENCV_STRUCTURE_H
#define SELVAGE_BENCH_OPENCV_STRUCTURE_H

// NOLINTNEXTLINE(modernize-use-using): OpenCL C has no using
typedef struct {
  int width, height;  // pixels; the images have no gaps
  int radius;         // pixels, below width and height
  float farthest2;    // largest squared distance of a tap, pixels^2
  float space;        // a weight is e^(space |p - q|^2 + range D^2), D in stored units
  float range;
} OpencvStructure;

#endif
