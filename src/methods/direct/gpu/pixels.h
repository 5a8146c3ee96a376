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
//   VOLUME     the image has depth: a window has slices, and a group computes one slice of the result

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

// The window: constants of the program if FIXED_WINDOW, else arguments. WINDOW_EXTENT is the largest
// |dy| of column dx, whose extents of a disc are in a table in local memory. BLOCK_TAPS are those of a
// summation block; some columns may be longer if SPLITS_COLUMNS.
#if FIXED_WINDOW
#define IS_DISC(a) WINDOW_DISC
#define RADIUS_X(a) WINDOW_RADIUS_X
#define RADIUS_Y(a) WINDOW_RADIUS_Y
#define WINDOW_EXTENT(a, extents, dx) (WINDOW_DISC ? (int)(extents)[dx] : WINDOW_RADIUS_Y)
#define BLOCK_TAPS(a) WINDOW_BLOCK
#define SPLITS_COLUMNS (2 * WINDOW_RADIUS_Y + 1 > WINDOW_BLOCK)
#else
#define IS_DISC(a) ((a)->disc)
#define RADIUS_X(a) ((a)->radius_x)
#define RADIUS_Y(a) ((a)->radius_y)
#define WINDOW_EXTENT(a, extents, dx) ((int)(extents)[dx])
#define BLOCK_TAPS(a) ((a)->block)
#define SPLITS_COLUMNS 1
#endif

// Returns the largest |dx| of the window's row d if `straight` is radius_x; likewise for columns.
DEVICE int window_extent(const SelvageBilateral* a, int d, int straight) {
  if (!IS_DISC(a)) return straight;
  const int square = straight * straight - d * d;
  int extent = (int)SQRT((float)square);
  if (extent * extent > square) --extent;
  if ((extent + 1) * (extent + 1) <= square) ++extent;
  return extent;
}

// The images of the window's slice dz. Their pointers are those of the centre's slice, which has none
// of its own, if the slice lies outside.
typedef struct {
  const GLOBAL uchar *in, *mask, *guide;
  int outside;
} Slice;

#if VOLUME
#define CENTRE_Z(a) ((a)->first_z + GROUP_Z)
#define SPACE_Z(a, dz) (-(a)->depth_scale * (float)((dz) * (dz)))

// Slices whose taps take no part are left out.
DEVICE int first_slice(const SelvageBilateral* a) {
  const int bounded = a->causal || a->border >= SHRINK;
  return bounded ? MAX_INT(-a->radius_z, -CENTRE_Z(a)) : -a->radius_z;
}
DEVICE int last_slice(const SelvageBilateral* a) {
  return a->border >= SHRINK ? MIN_INT(a->slices_after, a->depth - 1 - CENTRE_Z(a))
                             : a->slices_after;
}
DEVICE Slice slice_of(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                      const SelvageBilateral* a, int dz) {
  const int z = border_index(CENTRE_Z(a) + dz, a->depth, a->border);
  const i64 held = (z == OUTSIDE ? CENTRE_Z(a) : z) - a->held_z;
  Slice s;
  s.in = in + held * a->in_slice;
  s.mask = mask + held * a->mask_slice;
  s.guide = guide + held * a->guide_slice;
  s.outside = z == OUTSIDE;
  return s;
}
// Returns the largest |dx| of row d of slice dz if `straight` is radius_x, or -1 if the row has no
// taps; likewise for columns.
DEVICE int slice_extent(const SelvageBilateral* a, int dz, int d, int straight) {
  if (!a->ellipsoid || dz == 0) return window_extent(a, d, straight);
  const i64 rz = (i64)a->radius_z * a->radius_z;
  const i64 square = (i64)straight * straight * (rz - (i64)dz * dz) / rz - (i64)d * d;
  if (square < 0) return -1;
  int extent = (int)SQRT((float)square);
  if ((i64)extent * extent > square) --extent;
  if ((i64)(extent + 1) * (extent + 1) <= square) ++extent;
  return extent;
}
// Returns whether the window's slices leave the image, where Border::copy looks.
DEVICE int slices_leave(const SelvageBilateral* a) {
  return !a->causal && (CENTRE_Z(a) < a->radius_z || CENTRE_Z(a) + a->slices_after >= a->depth);
}
#else
#define SPACE_Z(a, dz) 0.0f
DEVICE int first_slice(const SelvageBilateral* a) { return 0; }
DEVICE int last_slice(const SelvageBilateral* a) { return 0; }
DEVICE Slice slice_of(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                      const SelvageBilateral* a, int dz) {
  Slice s;
  s.in = in;
  s.mask = mask;
  s.guide = guide;
  s.outside = 0;
  return s;
}
DEVICE int slice_extent(const SelvageBilateral* a, int dz, int d, int straight) {
  return window_extent(a, d, straight);
}
DEVICE int slices_leave(const SelvageBilateral* a) { return 0; }
#endif

// Returns whether the window of pixel (x, y) leaves the image in its own slice.
DEVICE int window_leaves(const SelvageBilateral* a, int x, int y) {
  return x < RADIUS_X(a) || y < RADIUS_Y(a) || x >= a->width - RADIUS_X(a) ||
         y >= a->height - RADIUS_Y(a);
}

// Returns whether pixel (x, y) is copied because its window leaves the image.
DEVICE int leaves_image(const SelvageBilateral* a, int x, int y) {
  return a->border == COPY && (window_leaves(a, x, y) || slices_leave(a));
}

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
