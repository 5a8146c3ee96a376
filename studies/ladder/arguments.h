// SPDX-License-Identifier: Apache-2.0
// What every rung's kernel takes after its buffers: one text for the host and for devices.

typedef struct {
  int width, height;  // pixels
  int radius;         // of the disc
  float space_scale;   // a weight is 2^(-space_scale r^2 - range_scale d^2),
  float range_scale;   //   d in counts of 255, summed over the channels
  float range_root;   // sqrt(range_scale)
} LadderArguments;

#define RANGE_LENGTH 768  // of a table over d, which is 0..3 * 255
