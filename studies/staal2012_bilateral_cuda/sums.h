// SPDX-License-Identifier: Apache-2.0
// What a work-item adds up for its pixel: each channel has its own weights.

typedef struct {
  float weights[3], values[3];
} Sums;

DEVICE void no_taps(Sums* sums) {
  UNROLL
  for (int c = 0; c < 3; ++c) sums->weights[c] = sums->values[c] = 0.0f;
}

DEVICE void add_tap(const float* tap, const float* weight, Sums* sums) {
  UNROLL
  for (int c = 0; c < 3; ++c) {
    sums->weights[c] += weight[c];
    sums->values[c] += tap[c] * weight[c];
  }
}

// From rung 5 on: weighs the tap by its place and its differences to the centre, and adds it.
DEVICE void add_tap_lean(const float* centre, const float* tap, float space,
                         const StaalArguments* a, Sums* sums) {
  float weight[3];
  UNROLL
  for (int c = 0; c < 3; ++c)
    weight[c] = space * range_weight_lean(centre[c] - tap[c], a->variance, a->root);
  add_tap(tap, weight, sums);
}

DEVICE void write_mean(const Sums* sums, GLOBAL float* out, int index) {
  UNROLL
  for (int c = 0; c < 3; ++c) out[3 * index + c] = sums->values[c] / sums->weights[c];
}
