// SPDX-License-Identifier: Apache-2.0
// One pixel's taps: distances, weights and sums.
//   out(p) = sum_q w in(q) / sum_q w;  w = 2^(space - range_gain D(p,q)^2)   [tomasi1998, eq. 5]
//   NORM       0 l2, 1 l1, 2 per_channel, 3 none: D = 0
//   DISTANCES  l2, l1 of the image itself: D is over the first so many channels
//   GUIDED     D is between planes of an image of its own, the guide: one that was given, or that
//              the pass before or guide.cl made
//   GUIDES     planes of the guide, its first channels; per_channel: one for each averaged channel.
//              SPLIT: each followed, after the others, by what its precision lost
//   GUIDE_READS, GUIDE_CHANNELS, GUIDE_HOLES: as READS and CHANNELS; it may hold NaN or infinities
//   SUMS       0 flat, 1 columns, 2 pieces (see Tuning)
//   WIDE       a pixel of a tile has four words that are loaded together

#define L2 0
#define L1 1
#define PER_CHANNEL 2
#define NONE 3
#define FLAT 0
#define COLUMNS 1
#define PIECES 2

// Bytes are multiplied by range_root once for each load, not once for each tap.
#define SCALED (READS == U8 && !GUIDED && NORM != NONE && !BYTE_DISTANCE)
// Bytes without holes: a guide's are held in one word, an image's may be.
#define GUIDE_BYTES (GUIDED && GUIDE_READS == U8 && !HOLES)
#define IMAGE_BYTES (READS == U8 && !HOLES && (!GUIDED || GUIDE_BYTES))
#define PACKED (IMAGE_BYTES && !WIDE)
#define PLANES (GUIDED ? GUIDES : DISTANCES)
// Distances of whole words of bytes.
#define BYTE_DISTANCE                                             \
  (BYTE_SIMD && NORM <= L1 && PLANES > 1 && (GUIDED ? GUIDE_BYTES \
                                                    : IMAGE_BYTES && DISTANCES == AVERAGED))

// A pixel in a tile: words that distances are of, then values; all bytes in one word or two where
// PACKED. Bytes that distances are of begin at byte FIRST_BYTE; a word of them comes first where
// values are floats.
#define GUIDE_PLANES (GUIDED ? GUIDES * (1 + SPLIT) : 0)
#define FIRST_BYTE (!PACKED || !GUIDED ? 0 : AVERAGED + GUIDES <= 4 ? AVERAGED : 4)
#define FIRST_VALUE (PACKED ? 0 : GUIDE_BYTES || IMAGE_BYTES ? 1 : GUIDE_PLANES)
#define WORDS (WIDE ? 4 : PACKED ? 1 + FIRST_BYTE / 4 : FIRST_VALUE + AVERAGED)

#define WEIGHTS (NORM == PER_CHANNEL ? AVERAGED : 1)
#define TOTALS (AVERAGED + WEIGHTS)
// The sums are of weight x (tap - centre): where all taps are equal the result is just that. Bytes
// that become bytes are rounded anyway, and weight x tap saves the differences.
#define CENTRED (READS != U8 || WRITES != U8)

// A pixel in registers.
typedef struct {
  float value[AVERAGED];  // x range_root where SCALED
#if BYTE_DISTANCE
  uint bytes;
#elif GUIDED
  float guide[GUIDE_PLANES];
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

// The largest |dx| of the window's row dy, where `straight` is radius_x; likewise of its columns.
DEVICE int window_extent(const SelvageBilateral* a, int d, int straight) {
  if (!a->disc) return straight;
  const int square = straight * straight - d * d;
  int extent = (int)SQRT((float)square);
  if (extent * extent > square) --extent;
  if ((extent + 1) * (extent + 1) <= square) ++extent;
  return extent;
}

// Whether the window of pixel (x, y) leaves the image.
DEVICE int window_leaves(const SelvageBilateral* a, int x, int y) {
  return x < a->radius_x || y < a->radius_y || x >= a->width - a->radius_x ||
         y >= a->height - a->radius_y;
}

// Whether pixel (x, y) is copied through for that reason.
DEVICE int leaves_image(const SelvageBilateral* a, int x, int y) {
  return a->border == COPY && window_leaves(a, x, y);
}

#if GUIDED
#define GUIDE_STEP(a) (DENSE ? SAMPLE_BYTES(GUIDE_READS) : (a)->guide.channel)
#define GUIDE_PIXEL_STEP(a) (DENSE ? GUIDE_CHANNELS * SAMPLE_BYTES(GUIDE_READS) : (a)->guide.pixel)

// The guide's planes of pixel (x, y); returns whether they are valid. `inside`: x and y are no
// OUTSIDE.
DEVICE int read_guide(const GLOBAL uchar* guide, const SelvageBilateral* a, int x, int y,
                      int inside, float* plane) {
  int valid = 1;
  if (!inside && (x == OUTSIDE || y == OUTSIDE)) {
    UNROLL for (int k = 0; k < GUIDE_PLANES; ++k) plane[k] = a->guide_constant[k];
    if (GUIDE_HOLES) valid = is_finite(plane[0]);
  } else {
    const GLOBAL uchar* p = guide + place(&a->guide, x, y, GUIDE_PIXEL_STEP(a));
    UNROLL for (int k = 0; k < GUIDE_PLANES; ++k)
      plane[k] = SAMPLE(GUIDE_READS, p + k * GUIDE_STEP(a));
#if GUIDE_HOLES
    UNROLL for (int c = 0; c < GUIDE_CHANNELS; ++c)
      valid &= is_finite(SAMPLE(GUIDE_READS, p + c * GUIDE_STEP(a)));
#endif
  }
  return valid;
}
#endif

#if IMAGE_BYTES
// A pixel as words: its bytes, and the guide's.
DEVICE void fetch(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                  const SelvageBilateral* a, int x, int y, int inside, uint* word) {
  uint byte[AVERAGED];
  uint values = 0, distances = 0;
  if (!inside && (x == OUTSIDE || y == OUTSIDE)) {
    UNROLL for (int c = 0; c < AVERAGED; ++c) byte[c] = (uint)a->outside_value;
  } else {
    const GLOBAL uchar* p = input_pixel(in, a, x, y);
    UNROLL for (int c = 0; c < AVERAGED; ++c) byte[c] = p[c * CHANNEL_STEP(a)];
  }
  UNROLL for (int c = 0; c < AVERAGED; ++c) values |= byte[c] << (8 * c);
#if GUIDED
  float plane[GUIDE_PLANES];
  read_guide(guide, a, x, y, inside, plane);
  UNROLL for (int k = 0; k < GUIDES; ++k)
    distances |= (uint)plane[k] << (8 * (k + FIRST_BYTE % 4));
#else
  distances = values;
#endif
#if PACKED
  word[0] = values;
  if (GUIDED) word[FIRST_BYTE / 4] = FIRST_BYTE == 4 ? distances : values | distances;
#else
  word[0] = distances;
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    word[1 + c] = AS_UINT(SCALED ? (float)byte[c] * a->range_root : (float)byte[c]);
#endif
}

#else
// A pixel as words: its guide's planes, then its values.
DEVICE void fetch(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                  const SelvageBilateral* a, int x, int y, int inside, uint* word) {
  float value[AVERAGED];
  int valid = read_pixel(in, mask, a, x, y, inside, value);
#if GUIDED
  float plane[GUIDE_PLANES];
  valid &= read_guide(guide, a, x, y, inside, plane);
#endif
#if GUIDE_BYTES
  word[0] = 0;
  UNROLL for (int k = 0; k < GUIDES; ++k) word[0] |= (uint)plane[k] << (8 * k);
#elif GUIDED
  UNROLL for (int k = 0; k < GUIDE_PLANES; ++k)
    word[k] = AS_UINT(valid ? plane[k] : k < GUIDES ? HOLE : 0.0f);
#endif
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    word[FIRST_VALUE + c] = AS_UINT(!valid   ? (GUIDED ? 0.0f : HOLE)
                                    : SCALED ? value[c] * a->range_root
                                             : value[c]);
}
#endif

DEVICE void unpack(const uint* word, const SelvageBilateral* a, Pixel* pixel) {
#if PACKED
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const float value = BYTE_TO_FLOAT(word[0], c);
    pixel->value[c] = SCALED ? value * a->range_root : value;
  }
#else
  UNROLL for (int c = 0; c < AVERAGED; ++c) pixel->value[c] = AS_FLOAT(word[FIRST_VALUE + c]);
#endif
#if BYTE_DISTANCE
  pixel->bytes = word[FIRST_BYTE / 4] >> (8 * (FIRST_BYTE % 4));
#elif GUIDE_BYTES
  UNROLL for (int k = 0; k < GUIDES; ++k)
    pixel->guide[k] = BYTE_TO_FLOAT(word[FIRST_BYTE / 4], FIRST_BYTE % 4 + k);
#elif GUIDED
  UNROLL for (int k = 0; k < GUIDE_PLANES; ++k) pixel->guide[k] = AS_FLOAT(word[k]);
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

#if GUIDED && !BYTE_DISTANCE
// The differences that distances are made of.
DEVICE void guide_differences(const Pixel* q, const Pixel* p, float* g) {
  UNROLL for (int k = 0; k < GUIDES; ++k) {
    g[k] = q->guide[k] - p->guide[k];
    if (SPLIT) g[k] += q->guide[k + SPLIT * GUIDES] - p->guide[k + SPLIT * GUIDES];
  }
}
#endif

#if NORM <= L1
// The exponent of a weight; `d` are differences of the PLANES.
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
#elif NORM == L1
  float d1 = ABS(d[0]);
  UNROLL for (int k = 1; k < PLANES; ++k) d1 += ABS(d[k]);
  return SCALED ? FMA(-d1, d1, space) : FMA(d1 * d1, -a->range_gain, space);
#elif SCALED
  UNROLL for (int k = 0; k < PLANES; ++k) space = FMA(-d[k], d[k], space);
  return space;
#else
  float d2 = d[0] * d[0];
  UNROLL for (int k = 1; k < PLANES; ++k) d2 = FMA(d[k], d[k], d2);
  return FMA(d2, -a->range_gain, space);
#endif
}
#endif

// One tap of one pixel, all channels. `space` is the exponent of the spatial weight.
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
    const float w = EXP2(SCALED ? FMA(-g[c], g[c], space) : FMA(g[c] * g[c], -a->range_gain, space));
    t->sum[c] = FMA(w, CENTRED ? d[c] : q->value[c], t->sum[c]);
    t->sum[AVERAGED + c] += w;
  }
#else
#if NORM == NONE
  // Of space alone, a hole's weight does not vanish by itself.
  const float w = HOLES && q->value[0] == HOLE ? 0.0f : EXP2(space);
#else
  const float w = EXP2(exponent_of(q, p, g, space, a));
#endif
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
