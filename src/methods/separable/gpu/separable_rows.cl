// SPDX-License-Identifier: Apache-2.0
// Candidate "separable", any radius, first launch: sums along rows, stored as floats in `between`.
//   one group   -> SAMPLES x GROUP_HEIGHT samples
//   local       -> [GROUP_HEIGHT][SAMPLES + CHUNK * RESULT] floats: the input of CHUNK taps
//   one item    -> four neighbouring samples; blocks of BLOCK taps are added by Kahan's sum
// For each sample and tap 1 FMA and, with one channel, half a word of local memory. Each sample is
// read 1 + SAMPLES / (CHUNK * RESULT) times for 64 taps. Bound by issue.
// A mean's sum is NaN if a tap does not count.

#define SAMPLES (4 * GROUP_WIDTH)
#define PIXELS (SAMPLES / RESULT)
#define CHUNK 64
#define LINE (SAMPLES + CHUNK * RESULT)
#define SPAN ((3 * RESULT + 7) / 4)  // vectors that hold four taps of four samples

// Adds four taps, from tap k of the chunk on; `w`: their weights.
DEVICE void add_four(const LOCAL float4* line, int k, const GLOBAL float* w, float* sum) {
  float s[4 * SPAN];
  UNROLL for (int j = 0; j < SPAN; ++j) {
    const float4 v = line[LOCAL_X + k * RESULT / 4 + j];
    s[4 * j] = v.x;
    s[4 * j + 1] = v.y;
    s[4 * j + 2] = v.z;
    s[4 * j + 3] = v.w;
  }
  UNROLL for (int i = 0; i < 4; ++i) UNROLL for (int p = 0; p < 4; ++p) sum[p] =
      FMA(w[i], s[p + i * RESULT], sum[p]);
}

// Loads the part of row y that the chunk of taps from `tap` on needs.
DEVICE void load_line(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageLinear* a,
                      int left, int y, int tap, LOCAL float* line) {
  const int last_x = a->x1 + a->radius_x - 1;
  UNROLL_4 for (int i = LOCAL_X; i < LINE / RESULT; i += GROUP_WIDTH) {
    const int from = MIN_INT(left - a->radius_x + tap + i, last_x);
    const int x = border_index(from, a->width, a->border);
    float sample[RESULT];
    const int part = load_tap(in, mask, a, x, y, sample);
    UNROLL for (int c = 0; c < RESULT; ++c) line[i * RESULT + c] = part ? sample[c] : NO_PART;
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void separable_rows(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    const GLOBAL uchar* RESTRICT unused, const GLOBAL float* RESTRICT weights,
                    GLOBAL uchar* RESTRICT between,
                    ARGUMENTS(SelvageLinear, args) LOCAL_PARAM(float4, tile)) {
  LOCAL_BODY(float4, tile)
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  const int left = a->x0 + GROUP_X * PIXELS, y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  LOCAL float4* line = tile + LOCAL_Y * (LINE / 4);
  const int taps = 2 * a->radius_x + 1;
  float total[4] = {0.0f}, lost[4] = {0.0f};
  NO_UNROLL for (int tap = 0; tap < taps; tap += CHUNK) {
    BARRIER();
    load_line(in, mask, a, left, MIN_INT(y, a->y1 - 1), tap, (LOCAL float*)line);
    BARRIER();
    const int end = MIN_INT(CHUNK, taps - tap);
    NO_UNROLL for (int begin = 0; begin < end; begin += BLOCK) {
      const int block = MIN_INT(BLOCK, end - begin);
      float sum[4] = {0.0f};
      int k = begin;
      for (; k + 4 <= begin + block; k += 4) add_four(line, k, weights + tap + k, sum);
      for (; k < begin + block; ++k)
        UNROLL for (int p = 0; p < 4; ++p) sum[p] =
            FMA(weights[tap + k], ((const LOCAL float*)line)[4 * LOCAL_X + p + k * RESULT], sum[p]);
      UNROLL for (int p = 0; p < 4; ++p) add_exactly(sum[p], &total[p], &lost[p]);
    }
  }
  const int sample = GROUP_X * SAMPLES + 4 * LOCAL_X;  // counted from the first computed sample
  if (y >= a->y1 || sample >= (a->x1 - a->x0) * RESULT) return;
  GLOBAL uchar* to = between + origin(&a->between) + (i64)(y - a->first_row) * a->between.row;
  *(GLOBAL float4*)(to + (i64)sample * 4) = vector_of(total[0], total[1], total[2], total[3]);
}
