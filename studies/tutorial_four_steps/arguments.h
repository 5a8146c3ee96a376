// SPDX-License-Identifier: Apache-2.0
// What every step's kernel takes after its buffers: one text for the host and for devices.

typedef struct {
  int width, height;  // pixels
  int radius;         // of the disc
  float space_scale;   // a weight is exp(space_scale r^2) exp(colour_scale d^2): -1 / (2 sigma^2),
  float colour_scale;  // d in counts of 255, summed over the channels
} FourSteps;

#define COLOUR_TABLE_LENGTH 768  // distances are 0..3 * 255; a round number of groups' items
