// SPDX-License-Identifier: Apache-2.0
// One pixel's taps: distances, weights and sums.
//   out(p) = sum_q w in(q) / sum_q w;  w = 2^(space - range_gain D(p,q)^2)   [tomasi1998, eq. 5]
//   NORM       0 l2, 1 l1, 2 per_channel, 3 guide (Euclidean over its planes)
//   DISTANCES  l2, l1: D is over the first so many channels
//   GUIDES     planes of the guide; SPLIT: each followed, after the others, by what its precision lost
//   SUMS       0 flat, 1 columns, 2 pieces (see Tuning)
//   WIDE       a pixel of a tile has four words that are loaded together

#define L2 0
#define L1 1
#define PER_CHANNEL 2
#define GUIDE 3
#define FLAT 0
#define COLUMNS 1
#define PIECES 2

// Bytes are multiplied by range_root once for each load, not once for each tap.
#define SCALED (READS == U8 && NORM != GUIDE && !BYTE_DISTANCE)
// Distances of whole words of bytes.
#define BYTE_DISTANCE \
  (READS == U8 && !HOLES && BYTE_SIMD && NORM <= L1 && DISTANCES == AVERAGED && DISTANCES > 1)
// Bytes without holes may travel four in a word.
#define PACKED (READS == U8 && !HOLES && NORM != GUIDE && !WIDE)
#define GUIDE_PLANES (NORM == GUIDE ? GUIDES * (1 + SPLIT) : 0)
#define WORDS (PACKED ? 1 : WIDE ? 4 : GUIDE_PLANES + AVERAGED)  // of a pixel in a tile
#define WEIGHTS (NORM == PER_CHANNEL ? AVERAGED : 1)
#define TOTALS (AVERAGED + WEIGHTS)
// The sums are of weight x (tap - centre): where all taps are equal the result is just that. Bytes
// that become bytes are rounded anyway, and weight x tap saves the differences.
#define CENTRED (READS != U8 || WRITES != U8)

// A pixel in registers.
typedef struct {
  float value[AVERAGED];  // x range_root where SCALED
#if NORM == GUIDE
  float guide[GUIDES * (1 + SPLIT)];
#elif BYTE_DISTANCE
  uint bytes;
#endif
} Pixel;

// Totals: the averaged channels' sums, then the weights'.
typedef struct {
  float sum[TOTALS];
#if SUMS != FLAT
  float total[TOTALS];
#endif
#if SUMS == PIECES
  float lost[TOTALS];  // what `total` has too much
#endif
} Totals;

#if NORM == GUIDE
// A pixel as words: its guide's planes, then its values. `inside`: x and y are no OUTSIDE.
DEVICE void fetch(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                  const SelvageBilateral* a, int x, int y, int inside, uint* word) {
  int valid;
  if (!inside && (x == OUTSIDE || y == OUTSIDE)) {
    UNROLL for (int k = 0; k < GUIDE_PLANES; ++k) word[k] = AS_UINT(a->guide_constant[k]);
    UNROLL for (int c = 0; c < AVERAGED; ++c) word[GUIDE_PLANES + c] = AS_UINT(a->outside_value);
    valid = a->border == CONSTANT && a->guide_constant[0] != HOLE;
  } else {
    const GLOBAL float* g = (const GLOBAL float*)(guide + place(&a->guide, x, y, a->guide.pixel));
    const GLOBAL uchar* p = input_pixel(in, a, x, y);
    UNROLL for (int k = 0; k < GUIDE_PLANES; ++k) word[k] = AS_UINT(g[k]);
    UNROLL for (int c = 0; c < AVERAGED; ++c)
      word[GUIDE_PLANES + c] = AS_UINT(read_sample(p + c * CHANNEL_STEP(a)));
    valid = g[0] != HOLE;
  }
  if (!valid) {
    UNROLL for (int k = 0; k < WORDS; ++k) word[k] = AS_UINT(k < GUIDE_PLANES ? HOLE : 0.0f);
  }
}

#elif READS == U8 && !HOLES
// A pixel as words: its bytes in one, or its values and, for BYTE_DISTANCE, its bytes in the last.
DEVICE void fetch(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                  const SelvageBilateral* a, int x, int y, int inside, uint* word) {
  uint byte[AVERAGED];
  if (!inside && (x == OUTSIDE || y == OUTSIDE)) {
    UNROLL for (int c = 0; c < AVERAGED; ++c) byte[c] = (uint)a->outside_value;
  } else {
    const GLOBAL uchar* p = input_pixel(in, a, x, y);
    UNROLL for (int c = 0; c < AVERAGED; ++c) byte[c] = p[c * CHANNEL_STEP(a)];
  }
  uint packed = 0;
  UNROLL for (int c = 0; c < AVERAGED; ++c) packed |= byte[c] << (8 * c);
#if PACKED
  word[0] = packed;
#else
  word[3] = packed;
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    word[c] = AS_UINT(SCALED ? (float)byte[c] * a->range_root : (float)byte[c]);
#endif
}

#else
// A pixel as words: its values.
DEVICE void fetch(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                  const SelvageBilateral* a, int x, int y, int inside, uint* word) {
  float value[AVERAGED];
  const int valid = read_pixel(in, mask, a, x, y, inside, value);
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    word[c] = AS_UINT(!valid ? HOLE : SCALED ? value[c] * a->range_root : value[c]);
}
#endif

DEVICE void unpack(const uint* word, const SelvageBilateral* a, Pixel* pixel) {
#if PACKED
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const float value = BYTE_TO_FLOAT(word[0], c);
    pixel->value[c] = SCALED ? value * a->range_root : value;
  }
#else
  UNROLL for (int c = 0; c < AVERAGED; ++c) pixel->value[c] = AS_FLOAT(word[GUIDE_PLANES + c]);
#endif
#if NORM == GUIDE
  UNROLL for (int k = 0; k < GUIDE_PLANES; ++k) pixel->guide[k] = AS_FLOAT(word[k]);
#elif BYTE_DISTANCE
  pixel->bytes = word[PACKED ? 0 : 3];
#endif
}

DEVICE int is_hole(const uint* word) {
#if HOLES
  return word[0] == AS_UINT(HOLE);
#else
  return 0;
#endif
}

DEVICE void clear(Totals* t) {
  UNROLL for (int i = 0; i < TOTALS; ++i) {
    t->sum[i] = 0.0f;
#if SUMS != FLAT
    t->total[i] = 0.0f;
#endif
#if SUMS == PIECES
    t->lost[i] = 0.0f;
#endif
  }
}

// Adds the short sums to the totals and begins them anew. Pieces: Kahan's sum, whose error does not
// grow with the count.
DEVICE void flush(Totals* t) {
#if SUMS != FLAT
  UNROLL for (int i = 0; i < TOTALS; ++i) {
#if SUMS == PIECES
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

#if NORM != PER_CHANNEL
// The exponent of a weight; `d` are the differences of the values.
DEVICE float exponent_of(const Pixel* q, const Pixel* p, const float* d, float space,
                         const SelvageBilateral* a) {
#if BYTE_DISTANCE && NORM == L1
  // The bits of 2^23 + distance: no conversion.
  const float far = AS_FLOAT(byte_distance(p->bytes, q->bytes, 0x4b000000u));
  const float near = FMA(far, a->range_root, -8388608.0f * a->range_root);
  return FMA(-near, near, space);
#elif BYTE_DISTANCE
  const float d2 = AS_FLOAT(byte_distance2(p->bytes, q->bytes, 0x4b000000u)) - 8388608.0f;
  return FMA(d2, -a->range_gain, space);
#elif NORM == GUIDE
  float d2 = 0.0f;
  UNROLL for (int k = 0; k < GUIDES; ++k) {
    float g = q->guide[k] - p->guide[k];
    if (SPLIT) g += q->guide[k + SPLIT * GUIDES] - p->guide[k + SPLIT * GUIDES];
    d2 = k == 0 ? g * g : FMA(g, g, d2);
  }
  return FMA(d2, -a->range_gain, space);
#elif NORM == L1
  float d1 = ABS(d[0]);
  UNROLL for (int c = 1; c < DISTANCES; ++c) d1 += ABS(d[c]);
  return SCALED ? FMA(-d1, d1, space) : FMA(d1 * d1, -a->range_gain, space);
#elif SCALED
  UNROLL for (int c = 0; c < DISTANCES; ++c) space = FMA(-d[c], d[c], space);
  return space;
#else
  float d2 = d[0] * d[0];
  UNROLL for (int c = 1; c < DISTANCES; ++c) d2 = FMA(d[c], d[c], d2);
  return FMA(d2, -a->range_gain, space);
#endif
}
#endif

// One tap of one pixel, all channels. `space` is the exponent of the spatial weight.
DEVICE void add_tap(const Pixel* q, const Pixel* p, float space, const SelvageBilateral* a,
                    Totals* t) {
  float d[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c) d[c] = q->value[c] - p->value[c];
#if NORM == PER_CHANNEL
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const float w = EXP2(SCALED ? FMA(-d[c], d[c], space) : FMA(d[c] * d[c], -a->range_gain, space));
    t->sum[c] = FMA(w, CENTRED ? d[c] : q->value[c], t->sum[c]);
    t->sum[AVERAGED + c] += w;
  }
#else
  const float w = EXP2(exponent_of(q, p, d, space, a));
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    t->sum[c] = FMA(w, CENTRED ? d[c] : q->value[c], t->sum[c]);
  t->sum[AVERAGED] += w;
#endif
}

// The weighted means, in stored units.
DEVICE void finish(const Totals* t, const Pixel* p, const SelvageBilateral* a, float* mean) {
#if SUMS == FLAT
  const float* sum = t->sum;
#else
  const float* sum = t->total;
#endif
  float inverse[WEIGHTS];
  UNROLL for (int c = 0; c < WEIGHTS; ++c)
    inverse[c] = 1.0f / (SCALED ? sum[AVERAGED + c] * a->range_root : sum[AVERAGED + c]);
  // A scaled byte is a whole number again when it is rounded.
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    mean[c] = sum[c] * inverse[NORM == PER_CHANNEL ? c : 0];
    if (CENTRED) mean[c] += SCALED ? ROUND(p->value[c] / a->range_root) : p->value[c];
  }
}
