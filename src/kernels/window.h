// SPDX-License-Identifier: Apache-2.0
// The window of a mean: extents of its rows and columns, its slices, and whether it leaves the
// image. Read after samples.h.
//   VOLUME        the image has depth: a window has slices, and a group computes one slice of the
//                 result
//   FIXED_WINDOW  its sides are constants of the program

// The window: constants of the program if FIXED_WINDOW, else arguments. WINDOW_EXTENT is the
// largest |dy| of column dx, whose extents of a disc are in a table in local memory. BLOCK_TAPS are
// those of a summation block; some columns may be longer if SPLITS_COLUMNS.
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

// Slices of the window. held_slice returns where the input holds slice dz, or OUTSIDE. A Slice
// points to that slice's image, mask and guide; if it lies outside, to the centre's.
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
DEVICE int held_slice(const SelvageBilateral* a, int dz) {
  const int z = border_index(CENTRE_Z(a) + dz, a->depth, a->border);
  return z == OUTSIDE ? OUTSIDE : z - a->held_z;
}
DEVICE Slice slice_of(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                      const SelvageBilateral* a, int dz) {
  const int z = held_slice(a, dz);
  const i64 held = z == OUTSIDE ? CENTRE_Z(a) - a->held_z : z;
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
DEVICE int held_slice(const SelvageBilateral* a, int dz) { return 0; }
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
