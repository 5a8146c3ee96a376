// SPDX-License-Identifier: Apache-2.0
// One pixel's taps: distances, weights and sums.
//   out(p) = sum_q w in(q) / sum_q w;  w = 2^(space - range_scale D(p,q)^2)   [tomasi1998, eq. 5]
//   SUMS  0 flat, 1 columns, 2 blocks (Summation)

#define FLAT 0
#define COLUMNS 1
#define BLOCKS 2

#define WEIGHTS (NORM == PER_CHANNEL ? AVERAGED : 1)
#define TOTALS (AVERAGED + WEIGHTS)
// Sums add weight x (tap - centre), so that equal taps give exactly their value. From bytes to
// bytes the result is rounded anyway, and weight x tap saves the differences. Sums of weight x alpha
// x tap and of weight x alpha must be accurate even if small.
#define CENTRED ((READS != U8 || WRITES != U8) && !WEIGHS)

// BY_SPACE: distances are those of the image, whose transparent pixels have none as centres.
#ifndef BY_SPACE
#define BY_SPACE 0
#endif
#if GUIDED
#define FIRST_PLANE(q) ((q)->guide[0])
#else
#define FIRST_PLANE(q) ((q)->value[0])
#endif

// Totals: the averaged channels' sums, then the weights'.
typedef struct {
  float sum[TOTALS];
#if SUMS != FLAT
  float total[TOTALS];
#endif
#if SUMS == BLOCKS
  float lost[TOTALS];  // the excess in `total`
#endif
} Totals;

DEVICE void clear(Totals* t) {
  UNROLL for (int i = 0; i < TOTALS; ++i) {
    t->sum[i] = 0.0f;
#if SUMS != FLAT
    t->total[i] = 0.0f;
#endif
#if SUMS == BLOCKS
    t->lost[i] = 0.0f;
#endif
  }
}

// Adds the short sums to the totals and restarts them. Blocks are added by Kahan's sum, whose error
// does not grow with their number.
DEVICE void flush(Totals* t) {
#if SUMS != FLAT
  UNROLL for (int i = 0; i < TOTALS; ++i) {
#if SUMS == BLOCKS
    const float term = t->sum[i] - t->lost[i];
    const float total = t->total[i] + term;
    t->lost[i] = (total - t->total[i]) - term;
    t->total[i] = total;
#else
    t->total[i] += t->sum[i];
#endif
    t->sum[i] = 0.0f;
  }
#endif
}

#if GUIDED && !BYTE_DISTANCE
// Computes the differences that distances consist of.
DEVICE void guide_differences(const Pixel* q, const Pixel* p, float* g) {
  UNROLL for (int k = 0; k < GUIDES; ++k) {
    g[k] = q->guide[k] - p->guide[k];
    if (SPLIT) g[k] += q->guide[k + SPLIT * GUIDES] - p->guide[k + SPLIT * GUIDES];
  }
}
#endif

#if NORM <= L1
// Returns the exponent of a weight. `d` has the differences of the PLANES.
DEVICE float exponent_of(const Pixel* q, const Pixel* p, const float* d, float space,
                         const SelvageBilateral* a) {
#if BYTE_DISTANCE && NORM == L1
  // The bits of 2^23 + distance: no conversion.
  const float far = AS_FLOAT(byte_distance(p->bytes, q->bytes, 0x4b000000u));
  const float near = FMA(far, a->range_root, -8388608.0f * a->range_root);
  return FMA(-near, near, space);
#elif BYTE_DISTANCE
  const float d2 = AS_FLOAT(byte_distance2(p->bytes, q->bytes, 0x4b000000u)) - 8388608.0f;
  return FMA(d2, -a->range_scale, space);
#elif NORM == L1
  float d1 = ABS(d[0]);
  UNROLL for (int k = 1; k < PLANES; ++k) d1 += ABS(d[k]);
  return SCALED ? FMA(-d1, d1, space) : FMA(d1 * d1, -a->range_scale, space);
#elif SCALED
  UNROLL for (int k = 0; k < PLANES; ++k) space = FMA(-d[k], d[k], space);
  return space;
#else
  float d2 = d[0] * d[0];
  UNROLL for (int k = 1; k < PLANES; ++k) d2 = FMA(d[k], d[k], d2);
  return FMA(d2, -a->range_scale, space);
#endif
}
#endif

// Adds one tap of one pixel in all channels. `space` is the exponent of the spatial weight.
DEVICE void add_tap(const Pixel* q, const Pixel* p, float space, const SelvageBilateral* a,
                    Totals* t) {
  float d[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c) d[c] = q->value[c] - p->value[c];
#if GUIDED && !BYTE_DISTANCE
  float g[GUIDES];
  guide_differences(q, p, g);
#else
  const float* g = d;
#endif
#if NORM == PER_CHANNEL
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const float w =
        EXP2(SCALED ? FMA(-g[c], g[c], space) : FMA(g[c] * g[c], -a->range_scale, space));
    t->sum[c] = FMA(w, CENTRED ? d[c] : q->value[c], t->sum[c]);
    t->sum[AVERAGED + c] += w;
  }
#else
  // Without a range, the weight of a hole must be set to 0.
#if NORM == NONE
  const float w = HOLES && q->value[0] == HOLE ? 0.0f : EXP2(space);
#elif BY_SPACE
  // A transparent centre has no colour to compare.
  const float compared = EXP2(exponent_of(q, p, g, space, a));
  const int hole = HOLES && FIRST_PLANE(q) == HOLE;
  const float alone = hole ? 0.0f : EXP2(space);
  const float w = p->value[ALPHA] > 0.0f ? compared : alone;
#else
  const float w = EXP2(exponent_of(q, p, g, space, a));
#endif
#if WEIGHS
  const float by_alpha = w * MAX(q->value[ALPHA], 0.0f);
  UNROLL for (int c = 0; c < ALPHA; ++c) t->sum[c] = FMA(by_alpha, q->value[c], t->sum[c]);
  t->sum[ALPHA] += by_alpha;
#else
  UNROLL for (int c = 0; c < AVERAGED; ++c) t->sum[c] =
      FMA(w, CENTRED ? d[c] : q->value[c], t->sum[c]);
#endif
  t->sum[AVERAGED] += w;
#endif
}

// Computes the weighted means, in stored units.
DEVICE void finish(const Totals* t, const Pixel* p, const SelvageBilateral* a, float* mean) {
#if SUMS == FLAT
  const float* sum = t->sum;
#else
  const float* sum = t->total;
#endif
#if WEIGHS
  const float alpha = sum[ALPHA] * RECIPROCAL(sum[AVERAGED]);
  const int visible = alpha >= LEAST_ALPHA;  // false for NaN
  const float over = visible ? RECIPROCAL(sum[ALPHA]) : 0.0f;
  UNROLL for (int c = 0; c < ALPHA; ++c) mean[c] = sum[c] * over;
  mean[ALPHA] = visible ? alpha : 0.0f;
#else
  float inverse[WEIGHTS];
  UNROLL for (int c = 0; c < WEIGHTS; ++c) inverse[c] =
      RECIPROCAL(SCALED ? sum[AVERAGED + c] * a->range_root : sum[AVERAGED + c]);
  // Rounding a scaled byte restores its integer.
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    mean[c] = sum[c] * inverse[NORM == PER_CHANNEL ? c : 0];
    if (CENTRED) mean[c] += SCALED ? ROUND(p->value[c] / a->range_root) : p->value[c];
  }
#endif
}
