// SPDX-License-Identifier: Apache-2.0
// For the tests of the runner: what kernels take after their buffers.

typedef struct {
  int width, height;
  float factor;
} Amount;
