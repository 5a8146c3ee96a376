// SPDX-License-Identifier: Apache-2.0
// A tap and its centre, as the kernels of gradient.cl see them, and what a tap adds to the sums.
// Read after gradient_places.h. docs/filters/gradients.md has the formulas.
//   AVERAGED   channels that are averaged
//   GUIDES     channels of a guide that is given, which D compares; 0: D compares the values
//   NORM       of D; NONE: D is 0
//   SIGMAS     1: the derivatives of the sigmas are collected, too
//   ROWS       places below one another that an item computes
//   BLOCK      taps of a window's row whose sum is a float, before Kahan's sum adds it

#define PADDED(n) ((n) <= 2 ? (n) : ((n) + 3) / 4 * 4)
#define WEIGHTS (NORM == PER_CHANNEL ? AVERAGED : 1)
#define POSITIONS (GUIDES > 0 ? GUIDES : AVERAGED)  // planes that D compares
#define FIRST_SLOPE (GUIDES > 0 ? AVERAGED : 0)     // the sum of its derivative
#define COLLECTED (AVERAGED + GUIDES)
// The records of a place. Samples: values, guide, and an exponent, 0 if the pixel is valid and
// NO_WEIGHT if not; the values of an invalid pixel are 0. Sent: e of each channel, then the sum of
// e (out - v) over the channels that share a weight; a place outside the image sends nothing.
#define VALID (AVERAGED + GUIDES)
#define SAMPLE_FLOATS PADDED(VALID + 1)
#define SENT_FLOATS PADDED(AVERAGED + WEIGHTS)

// The sums of a pixel. Means: weights, then weighted differences. Gradients: derivatives of values
// and guide, then those of the two sigmas.
#define MEAN_SUMS (WEIGHTS + AVERAGED)
#define SPACE COLLECTED
#define RANGE (COLLECTED + 1)
#define GRADIENT_SUMS (COLLECTED + 2 * SIGMAS)
#define MOST_SUMS (MEAN_SUMS > GRADIENT_SUMS ? MEAN_SUMS : GRADIENT_SUMS)

typedef struct {
  float sample[SAMPLE_FLOATS];
  float sent[SENT_FLOATS];
} Record;

typedef struct {
  float difference[AVERAGED], position[POSITIONS];  // tap - centre
  float squared[WEIGHTS];                           // D^2
  float weight[WEIGHTS];
  float distance;  // D, of l1 only
} Pair;

typedef struct {
  float sum[MOST_SUMS], lost[MOST_SUMS];  // of Kahan's sum
} Totals;

DEVICE Number total_of(const Totals* totals, int s) {
  return exact_sum(totals->sum[s], -totals->lost[s]);
}

// Loads `count` floats, a number that PADDED returns.
DEVICE void load_floats(const GLOBAL float* p, int count, float* to) {
  if (count == 1) {
    to[0] = p[0];
  } else if (count == 2) {
    const float2 v = *(const GLOBAL float2*)p;
    to[0] = v.x;
    to[1] = v.y;
  } else {
    UNROLL for (int i = 0; i < count; i += 4) {
      const float4 v = *(const GLOBAL float4*)(p + i);
      to[i] = v.x;
      to[i + 1] = v.y;
      to[i + 2] = v.z;
      to[i + 3] = v.w;
    }
  }
}

DEVICE void store_floats(const float* from, int count, GLOBAL float* p) {
  if (count == 1) {
    p[0] = from[0];
  } else if (count == 2) {
    float2 v;
    v.x = from[0];
    v.y = from[1];
    *(GLOBAL float2*)p = v;
  } else {
    UNROLL for (int i = 0; i < count; i += 4) {
      float4 v;
      v.x = from[i];
      v.y = from[i + 1];
      v.z = from[i + 2];
      v.w = from[i + 3];
      *(GLOBAL float4*)(p + i) = v;
    }
  }
}

DEVICE void load_record(const GLOBAL float* samples, const GLOBAL float* sent, i64 at,
                        int collects, Record* r) {
  load_floats(samples + at * SAMPLE_FLOATS, SAMPLE_FLOATS, r->sample);
  if (collects) load_floats(sent + at * SENT_FLOATS, SENT_FLOATS, r->sent);
}

// The largest D^2 keeps infinities out of the sums.
DEVICE void measure(const SelvageGradient* a, Pair* pair) {
#if NORM == PER_CHANNEL
  UNROLL for (int c = 0; c < AVERAGED; ++c) pair->squared[c] =
      MIN(pair->position[c] * pair->position[c], a->most_squared);
#elif NORM == L1
  float sum = ABS(pair->position[0]);
  UNROLL for (int p = 1; p < POSITIONS; ++p) sum += ABS(pair->position[p]);
  pair->distance = MIN(sum, a->most_distance);
  pair->squared[0] = pair->distance * pair->distance;
#elif NORM == L2
  float sum = pair->position[0] * pair->position[0];
  UNROLL for (int p = 1; p < POSITIONS; ++p)
    sum = FMA(pair->position[p], pair->position[p], sum);
  pair->squared[0] = MIN(sum, a->most_squared);
#endif
}

// `space` is the exponent of the spatial weight, or about NO_WEIGHT.
DEVICE void weigh(const Record* centre, const Record* tap, const SelvageGradient* a, float space,
                  Pair* pair) {
  UNROLL for (int c = 0; c < AVERAGED; ++c) pair->difference[c] =
      tap->sample[c] - centre->sample[c];
  UNROLL for (int p = 0; p < POSITIONS; ++p) pair->position[p] =
      GUIDES > 0 ? tap->sample[AVERAGED + p] - centre->sample[AVERAGED + p]
                 : pair->difference[GUIDES > 0 ? 0 : p];
  measure(a, pair);
  UNROLL for (int k = 0; k < WEIGHTS; ++k) pair->weight[k] =
      EXP2(NORM == NONE ? space : FMA(-pair->squared[k], a->range_scale, space));
}

DEVICE void add_mean(const Pair* pair, float* sum) {
  UNROLL for (int k = 0; k < WEIGHTS; ++k) sum[k] += pair->weight[k];
  UNROLL for (int c = 0; c < AVERAGED; ++c) sum[WEIGHTS + c] =
      FMA(pair->weight[WEIGHTS > 1 ? c : 0], pair->difference[c], sum[WEIGHTS + c]);
}

// The weight of a pair is the same seen from both ends. `own` is dL/dw of the centre, whose tap is
// read; `both` adds that of the tap, which reads the centre.
DEVICE void add_gradient(const Record* centre, const Record* tap, const Pair* pair,
                         const SelvageGradient* a, float length, float* sum) {
  UNROLL for (int c = 0; c < AVERAGED; ++c) sum[c] =
      FMA(pair->weight[WEIGHTS > 1 ? c : 0], tap->sent[c], sum[c]);
  float both[WEIGHTS];
  UNROLL for (int k = 0; k < WEIGHTS; ++k) {
    float own = -centre->sent[AVERAGED + k], other = tap->sent[AVERAGED + k];  // `other`: negative
    UNROLL for (int c = k; c < (WEIGHTS > 1 ? k + 1 : AVERAGED); ++c) {
      own = FMA(centre->sent[c], pair->difference[c], own);
      other = FMA(tap->sent[c], pair->difference[c], other);
    }
    both[k] = (own - other) * pair->weight[k] * a->slope;
#if SIGMAS
    own *= pair->weight[k];
    sum[SPACE] = FMA(own, length, sum[SPACE]);
    if (NORM != NONE) sum[RANGE] = FMA(own, pair->squared[k], sum[RANGE]);
#endif
  }
#if NORM == L1
  UNROLL for (int p = 0; p < POSITIONS; ++p) {
    const float d = pair->position[p], by_distance = both[0] * pair->distance;
    const float by_sign = AS_FLOAT(AS_UINT(by_distance) ^ (AS_UINT(d) & 0x80000000u));
    sum[FIRST_SLOPE + p] += d != 0.0f ? by_sign : 0.0f;
  }
#elif NORM != NONE
  UNROLL for (int p = 0; p < POSITIONS; ++p) sum[FIRST_SLOPE + p] =
      FMA(both[WEIGHTS > 1 ? p : 0], pair->position[p], sum[FIRST_SLOPE + p]);
#endif
}

// Sums the taps of the places (x, y + k), row by row, from left to right. A group that lies outside
// the image gets nothing from taps outside, which it leaves out.
//   collects  the sums of the gradients, else those of the means
DEVICE void sum_taps(const GLOBAL float* samples, const GLOBAL float* sent,
                     const SelvageGradient* a, int x, int y, const Record* centre, int collects,
                     Totals* totals) {
  const int sums = collects ? GRADIENT_SUMS : MEAN_SUMS, r = WINDOW_RADIUS(a);
  const int left = a->x0 + GROUP_X * GROUP_WIDTH, right = left + GROUP_WIDTH - 1;
  const int top = a->y0 + GROUP_Y * GROUP_HEIGHT * ROWS, bottom = top + GROUP_HEIGHT * ROWS - 1;
  const int meets = left < a->width && right >= 0 && top < a->height && bottom >= 0;
  const int first_x = FIXED || meets ? -r : MAX_INT(-r, -right);
  const int last_x = FIXED || meets ? r : MIN_INT(r, a->width - 1 - left);
  const int first_y = meets ? -r : MAX_INT(-r, -bottom);
  const int last_y = meets ? r + ROWS - 1 : MIN_INT(r + ROWS - 1, a->height - 1 - top);
  UNROLL for (int k = 0; k < ROWS; ++k)
    UNROLL for (int s = 0; s < MOST_SUMS; ++s) totals[k].sum[s] = totals[k].lost[s] = 0.0f;
  NO_UNROLL for (int ty = first_y; ty <= last_y; ++ty) {
    int extent[ROWS];  // the largest |dx| of the window's row; below 0: it has no such row
    float row_length[ROWS], row_space[ROWS];
    int reach = -1;
    UNROLL for (int k = 0; k < ROWS; ++k) {
      extent[k] = gradient_extent(a, ty - k);
      reach = MAX_INT(reach, extent[k]);
      row_length[k] = (float)((ty - k) * (ty - k));
      row_space[k] = extent[k] < 0 ? NO_WEIGHT : -a->space_scale * row_length[k];
    }
    const i64 at = record_at(a, x, row_with_records(a, y + ty));
    const GLOBAL float* row_samples = samples + at * SAMPLE_FLOATS;
    const GLOBAL float* row_sent = sent + at * SENT_FLOATS;
    const int begin = DISC ? MAX_INT(first_x, -reach) : first_x;
    const int end = DISC ? MIN_INT(last_x, reach) : last_x;
    NO_UNROLL for (int first = begin; first <= end; first += BLOCK) {
      const int last = MIN_INT(first + BLOCK - 1, end);
      float block[ROWS][MOST_SUMS];
      UNROLL for (int k = 0; k < ROWS; ++k)
        UNROLL for (int s = 0; s < MOST_SUMS; ++s) block[k][s] = 0.0f;
      float step = (float)first;  // dx; a conversion would occupy the unit that computes exp2
      UNROLL_TAPS for (int dx = first; dx <= last; ++dx) {
        Record tap;
        load_floats(row_samples + dx * SAMPLE_FLOATS, SAMPLE_FLOATS, tap.sample);
        if (collects) load_floats(row_sent + dx * SENT_FLOATS, SENT_FLOATS, tap.sent);
        const float column_space = FMA(-a->space_scale, step * step, tap.sample[VALID]);
        UNROLL for (int k = 0; k < ROWS; ++k) {
          // Without a branch, the taps of all rows are computed side by side.
          float space = column_space + row_space[k];
          if (DISC) space = ABS_INT(dx) <= extent[k] ? space : NO_WEIGHT;
          Pair pair;
          weigh(&centre[k], &tap, a, space, &pair);
          if (collects)
            add_gradient(&centre[k], &tap, &pair, a, FMA(step, step, row_length[k]), block[k]);
          else
            add_mean(&pair, block[k]);
        }
        step += 1.0f;
      }
      UNROLL for (int k = 0; k < ROWS; ++k)
        UNROLL for (int s = 0; s < sums; ++s)
          add_exactly(block[k][s], &totals[k].sum[s], &totals[k].lost[s]);
    }
  }
}
