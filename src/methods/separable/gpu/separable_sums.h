// SPDX-License-Identifier: Apache-2.0
// Candidate "separable", radii to 12: sums along rows and columns, for row_streaming.cl and
// blocked_tile.cl. A row's sum is added to 2 RADIUS_Y sums in registers, each of which moves up one
// place as part of its multiplication (a transposed filter).
// By row streaming, for each sample, with R = rows and U = UNIT:
//   device memory   a read and a write; the first 2r of a group's R rows are read again
//   local memory    (1 + 2r/R)(1 + TAPS/U) words
//   FMA             (2r + 1)(2 + 2r/R)
// f32, one channel, r = 8, R = 540: 35 FMA, some 50 instructions. Per clock an H100's multiprocessor
// has 128 slots, 32 words of local memory and, at 70 % of the copy's 2.9 TB/s, one sample: bound by
// memory. u8, r = 3: 14 FMA, some 32 instructions, and a sample is a quarter of the bytes: bound by
// issue at 60 % of the copy.

#define COLUMN_WEIGHT(j) a->weights[2 * RADIUS_X + 1 + (j)]
#define SUMS_KEPT (RADIUS_Y == 0 ? 1 : 2 * RADIUS_Y)  // rows of sums in registers

// Returns the sum of a row's window of sample p of the unit.
DEVICE float row_sum(const SelvageLinear* a, const float* tap, int p) {
  float h = a->weights[0] * tap[TAP(p, 0)];
  UNROLL for (int k = 1; k <= 2 * RADIUS_X; ++k) h = FMA(a->weights[k], tap[TAP(p, k)], h);
  return h;
}

// Sums a row's window and adds it to all sums that contain it. `v` becomes complete.
DEVICE void sum_row(const SelvageLinear* a, const float* tap, float (*sums)[UNIT], float* v) {
  UNROLL for (int p = 0; p < UNIT; ++p) {
    const float h = row_sum(a, tap, p), last = COLUMN_WEIGHT(2 * RADIUS_Y) * h;
    v[p] = RADIUS_Y == 0 ? last : FMA(COLUMN_WEIGHT(2 * RADIUS_Y), h, sums[0][p]);
    UNROLL for (int j = 0; j < 2 * RADIUS_Y - 1; ++j)
      sums[j][p] = FMA(COLUMN_WEIGHT(2 * RADIUS_Y - 1 - j), h, sums[j + 1][p]);
    if (RADIUS_Y > 0) sums[RADIUS_Y == 0 ? 0 : 2 * RADIUS_Y - 1][p] = COLUMN_WEIGHT(0) * h;
  }
}

#if MENDS_AFTERWARDS
DEVICE float with_holes(const GLOBAL uchar* in, const GLOBAL float* weights, const SelvageLinear* a,
                        int x, int y, int c) {
  float sum = 0.0f, lost = 0.0f, total = 0.0f, total_lost = 0.0f;
  NO_UNROLL for (int dy = 0; dy <= 2 * RADIUS_Y; ++dy) {
    const float column = weights[COLUMN_WEIGHTS(RADIUS_X) + dy];
    float h = 0.0f;
    NO_UNROLL for (int dx = 0; dx <= 2 * RADIUS_X; ++dx) {
      float v;
      const int part = tap_at(in, a, x + dx - RADIUS_X, y + dy - RADIUS_Y, c, &v);
#if MEAN
      if (!part) continue;
      const float w = weights[dx] * column;
      add_exactly(w * v, &sum, &lost);
      add_exactly(w, &total, &total_lost);
#else
      h = dx == 0 ? weights[0] * v : FMA(weights[dx], v, h);
#endif
    }
#if !MEAN
    sum = dy == 0 ? column * h : FMA(column, h, sum);
#endif
  }
  return MEAN ? sum / total : sum + a->offset;
}
#endif
