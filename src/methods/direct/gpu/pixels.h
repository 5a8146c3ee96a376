// SPDX-License-Identifier: Apache-2.0
// A pixel as a mean over a window reads it: values and the planes of distances, as words in a tile
// and as floats in registers.
//   NORM       L2, L1, PER_CHANNEL, or NONE: D = 0
//   DISTANCES  l2, l1 of the image itself: the number of first channels that D covers
//   GUIDED     D is between planes of another image, the guide: it was given, or the previous pass
//              or guide.cl computed it
//   GUIDES     planes of the guide, its first channels; per_channel: one for each averaged channel.
//              SPLIT: the planes' rounding errors follow as further planes
//   GUIDE_READS, GUIDE_CHANNELS: as READS and CHANNELS; GUIDE_HOLES: it may have NaN or infinities
//   WIDE       a pixel of a tile has four words that are loaded together
//   TENSOR     the kernel takes planes and values as they are stored
// Read after window.h.

// Bytes are multiplied by range_root once for each load, not once for each tap.
#define SCALED (READS == U8 && !GUIDED && NORM != NONE && !BYTE_DISTANCE && !TENSOR && !WEIGHS)
// Bytes without holes: those of a guide take one word, those of an image may do so.
#define GUIDE_BYTES (GUIDED && GUIDE_READS == U8 && !HOLES)
#define IMAGE_BYTES (READS == U8 && !HOLES && (!GUIDED || GUIDE_BYTES))
#define PACKED (IMAGE_BYTES && !WIDE)
#define PLANES (GUIDED ? GUIDES : DISTANCES)
// Distances of whole words of bytes.
#define BYTE_DISTANCE                              \
  (BYTE_SIMD && !TENSOR && NORM <= L1 && PLANES > 1 && \
   (GUIDED ? GUIDE_BYTES : IMAGE_BYTES && DISTANCES == AVERAGED))

// A pixel in a tile has words for distances, then for values. If PACKED, all bytes are in one word
// or two. The bytes for distances begin at byte FIRST_BYTE; their word comes first if values are
// floats.
#define GUIDE_PLANES (GUIDED ? GUIDES * (1 + SPLIT) : 0)
#define FIRST_BYTE (!PACKED || !GUIDED ? 0 : AVERAGED + GUIDES <= 4 ? AVERAGED : 4)
#define FIRST_VALUE (PACKED ? 0 : GUIDE_BYTES || IMAGE_BYTES ? 1 : GUIDE_PLANES)
#define WORDS (WIDE ? 4 : PACKED ? 1 + FIRST_BYTE / 4 : FIRST_VALUE + AVERAGED)

// A pixel in registers.
typedef struct {
  float value[AVERAGED];  // x range_root where SCALED
#if BYTE_DISTANCE
  uint bytes;
#elif GUIDED
  float guide[GUIDE_PLANES];
#endif
} Pixel;

#if GUIDED
#define GUIDE_STEP(a) (DENSE ? SAMPLE_BYTES(GUIDE_READS) : (a)->guide.channel)
#define GUIDE_PIXEL_STEP(a) (DENSE ? GUIDE_CHANNELS * SAMPLE_BYTES(GUIDE_READS) : (a)->guide.pixel)

// Reads the guide's planes of pixel (x, y) and returns whether they are valid. `inside`: neither x
// nor y is OUTSIDE.
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
// Fetches a pixel as words: its bytes and those of the guide.
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
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const float value = BYTE_TO_FLOAT(values, c);
    word[1 + c] = AS_UINT(SCALED ? value * a->range_root : value);
  }
#endif
}

#else
// Fetches a pixel as words: its guide's planes, then its values.
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
