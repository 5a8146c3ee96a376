// SPDX-License-Identifier: Apache-2.0
// Blocked tiles: a tile of samples as floats in local memory; a work-item computes four
// neighbouring samples at a time. The tile stores samples like a row of an interleaved image, so
// that neighbouring taps are RESULT samples apart. Read after unit_store.h.
//   RADIUS_X, RADIUS_Y  taps to each side, constants
//   ROWS                rows of each work-item, one below another
//
// Holes: in a mean they are NaN in the tile, which makes the sum of every window with a hole NaN.
// Exactly these pixels are computed again by mean_with_holes, so that the bits of a pixel depend
// only on its own window. Without MEAN they are 0 in the tile, and the group knows whether centres
// must be checked.

#define ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define SAMPLES (4 * GROUP_WIDTH)  // of a row of the group: whole pixels
#define PIXELS (SAMPLES / RESULT)
// Samples to each side of the group's own: whole pixels and whole vectors.
#define WHOLE (RESULT == 3 ? 12 : 4)
#define ASIDE ((RADIUS_X * RESULT + WHOLE - 1) / WHOLE * WHOLE)
#define PITCH ((SAMPLES + 2 * ASIDE) / 4)  // vectors of a tile's row
#define TILE_ROWS (GROUP_HEIGHT * ROWS + 2 * RADIUS_Y)
#define COLUMNS (4 * PITCH / RESULT)  // pixels of a tile's row
#define VECTORS (PITCH * TILE_ROWS)
// The window of a unit in vectors from WINDOW_START on, and the samples of the first to skip.
#define WINDOW_START ((ASIDE - RADIUS_X * RESULT) / 4)
#define WINDOW_SKIP ((ASIDE - RADIUS_X * RESULT) % 4)
#define WINDOW ((WINDOW_SKIP + 2 * RADIUS_X * RESULT + 3) / 4 + 1)
// The terms of the sums: tap k of the unit's sample p.
#define TAPS (4 * WINDOW)
#define TAP(p, k) (WINDOW_SKIP + (p) + (k) * RESULT)
#define MENDS_AFTERWARDS 0  // a pixel whose window has a hole is corrected before it is written

// Work-items must share what they know of holes: a pixel's channels may lie in different vectors.
#define MARKS (HOLES && (!MEAN || (READS >= F16 && RESULT > 1)))

// Loads in flight per work-item.
#if PROCESSOR
#define BATCH 1
#else
#define BATCH (READS == F32 ? 4 : 8)
#endif
#define PIXEL_BATCH ((BATCH + RESULT - 1) / RESULT)
#define SIDE_VECTORS (ASIDE / 2 * TILE_ROWS)  // to both sides of the group's own
#define SIDE_BATCH (BATCH * ITEMS < SIDE_VECTORS ? BATCH : (SIDE_VECTORS + ITEMS - 1) / ITEMS)

// Four samples as an image stores them.
#if READS == U8
typedef uint Raw;
#elif READS == F32
typedef uint4 Raw;
#else
typedef uint2 Raw;
#endif

DEVICE float4 unpack(Raw raw) {
#if READS == U8
  return vector_of(BYTE_TO_FLOAT(raw, 0), BYTE_TO_FLOAT(raw, 1), BYTE_TO_FLOAT(raw, 2),
                   BYTE_TO_FLOAT(raw, 3));
#elif READS == U16
  return vector_of((float)(raw.x & 0xffffu), (float)(raw.x >> 16), (float)(raw.y & 0xffffu),
                   (float)(raw.y >> 16));
#elif READS == F16
  return vector_of(half_to_float(raw.x & 0xffffu), half_to_float(raw.x >> 16),
                   half_to_float(raw.y & 0xffffu), half_to_float(raw.y >> 16));
#else
  return vector_of(AS_FLOAT(raw.x), AS_FLOAT(raw.y), AS_FLOAT(raw.z), AS_FLOAT(raw.w));
#endif
}

DEVICE int all_finite(float4 v) {
  return is_finite(v.x) & is_finite(v.y) & is_finite(v.z) & is_finite(v.w);
}

// The positions of the tile's rows and columns in the whole image, behind the tile in local memory.
typedef struct {
  LOCAL i64* offsets;         // bytes to the rows; to any readable row for those outside
  LOCAL int *rows, *columns;  // OUTSIDE: not in the image
  LOCAL int* mark;            // set if the tile has a hole
} Places;

DEVICE Places places_of(LOCAL float4* tile) {
  Places p;
  p.offsets = (LOCAL i64*)(tile + VECTORS);
  p.rows = (LOCAL int*)(p.offsets + TILE_ROWS);
  p.columns = p.rows + TILE_ROWS;
  p.mark = p.columns + COLUMNS;
  return p;
}

// Finds the positions of the tile whose first pixel is (left, top). Clamps those that no result
// needs, since the input may end there. `columns`: columns are needed.
DEVICE void find_places(const SelvageLinear* a, int left, int top, int columns, const Places* p) {
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  for (int i = item; i < TILE_ROWS; i += ITEMS) {
    const int y = border_index(MIN_INT(top + i, a->y1 + RADIUS_Y - 1), a->height, a->border);
    p->rows[i] = y;
    p->offsets[i] = (i64)(y == OUTSIDE ? a->y0 : y) * a->in.row;
  }
  for (int i = item; columns && i < COLUMNS; i += ITEMS) {
    const int x = MIN_INT(MAX_INT(left + i, a->x0 - RADIUS_X), a->x1 + RADIUS_X - 1);
    p->columns[i] = border_index(x, a->width, a->border);
  }
  *p->mark = 0;
}

// Loads four samples at a time from `count` rows, GROUP_HEIGHT apart. `checked`: some rows may lie
// below the tile.
DEVICE int load_rows(const GLOBAL uchar* from, const Places* p, int row, int count, int checked,
                     int column, LOCAL float4* tile) {
  Raw raw[BATCH];
  int hole = 0;
  UNROLL for (int b = 0; b < count; ++b) {
    const int r = row + b * GROUP_HEIGHT;
    if (!checked || r < TILE_ROWS) raw[b] = ((const GLOBAL Raw*)(from + p->offsets[r]))[column];
  }
  UNROLL for (int b = 0; b < count; ++b) {
    const int r = row + b * GROUP_HEIGHT;
    if (checked && r >= TILE_ROWS) continue;
    const float4 v = unpack(raw[b]);
    if (MARKS) hole |= !all_finite(v);
    tile[r * PITCH + column] = v;
  }
  return hole;
}

// The same for the vectors to both sides of the group's own columns, row by row.
DEVICE int load_sides(const GLOBAL uchar* from, const Places* p, LOCAL float4* tile) {
  int hole = 0;
#if ASIDE > 0
  const int across = ASIDE / 2;
  NO_UNROLL for (int first = LOCAL_Y * GROUP_WIDTH + LOCAL_X; first < SIDE_VECTORS;
                 first += SIDE_BATCH * ITEMS) {
    Raw raw[SIDE_BATCH];
    int to[SIDE_BATCH];
    UNROLL for (int b = 0; b < SIDE_BATCH; ++b) {
      const int i = MIN_INT(first + b * ITEMS, SIDE_VECTORS - 1), k = i % across;
      const int column = k < ASIDE / 4 ? k : k + GROUP_WIDTH;
      to[b] = i / across * PITCH + column;
      raw[b] = ((const GLOBAL Raw*)(from + p->offsets[i / across]))[column];
    }
    UNROLL for (int b = 0; b < SIDE_BATCH; ++b) {
      const float4 v = unpack(raw[b]);
      if (MARKS) hole |= !all_finite(v);
      if (first + b * ITEMS < SIDE_VECTORS) tile[to[b]] = v;
    }
  }
#endif
  return hole;
}

// Loads four samples at a time. `from`: the tile's first column.
DEVICE int load_vectors(const GLOBAL uchar* from, const Places* p, LOCAL float4* tile) {
  const int step = BATCH * GROUP_HEIGHT, whole = TILE_ROWS / step * step;
  const int rest = (TILE_ROWS - whole + GROUP_HEIGHT - 1) / GROUP_HEIGHT;
  const int column = ASIDE / 4 + LOCAL_X;
  int hole = load_sides(from, p, tile);
  NO_UNROLL for (int row = 0; row < whole; row += step)
    hole |= load_rows(from, p, row + LOCAL_Y, BATCH, 0, column, tile);
  return hole | load_rows(from, p, whole + LOCAL_Y, rest, 1, column, tile);
}

// Loads pixel by pixel, with any layout.
DEVICE int load_pixels(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageLinear* a,
                       const Places* p, LOCAL float* tile) {
  const int count = COLUMNS * TILE_ROWS;
  int hole = 0;
  NO_UNROLL for (int first = LOCAL_Y * GROUP_WIDTH + LOCAL_X; first < count;
                 first += PIXEL_BATCH * ITEMS) {
    float sample[PIXEL_BATCH][RESULT];
    int part[PIXEL_BATCH];
    UNROLL for (int b = 0; b < PIXEL_BATCH; ++b) {
      const int i = MIN_INT(first + b * ITEMS, count - 1);
      const int x = p->columns[i % COLUMNS], y = p->rows[i / COLUMNS];
      const int outside = x == OUTSIDE || y == OUTSIDE;
      part[b] = load_pixel(in, mask, a, outside ? a->x0 : x, outside ? a->y0 : y, sample[b]);
      if (outside) part[b] = load_outside(a, sample[b]);
    }
    UNROLL for (int b = 0; b < PIXEL_BATCH; ++b) {
      const int i = first + b * ITEMS;
      hole |= !part[b];
      UNROLL for (int c = 0; c < RESULT; ++c)
        if (i < count) tile[i * RESULT + c] = part[b] ? sample[b][c] : NO_PART;
    }
  }
  return hole;
}

// Makes a hole in one channel of a pixel a hole in all.
DEVICE void widen_holes(LOCAL float4* tile) {
  LOCAL float* sample = (LOCAL float*)tile;
  for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < 4 * VECTORS / RESULT; i += ITEMS) {
    int finite = 1;
    UNROLL for (int c = 0; c < RESULT; ++c) finite &= is_finite(sample[i * RESULT + c]);
    UNROLL for (int c = 0; c < RESULT; ++c) if (!finite) sample[i * RESULT + c] = NO_PART;
  }
}

// Returns whether the tile can be loaded by vectors: its columns lie in the image, its rows map to
// rows of it.
DEVICE int has_vectors(const GLOBAL uchar* from, const SelvageLinear* a, int left, int top) {
  const int plain = DENSE && !GRAY && !a->has_mask && !a->has_invalid;
  const int inside = left >= MAX_INT(0, a->x0 - RADIUS_X) &&
                     left + COLUMNS <= MIN_INT(a->width, a->x1 + RADIUS_X);
  const int rows = a->border < CONSTANT || (top >= 0 && top + TILE_ROWS <= a->height);
  return plain && inside && rows && (((i64)from | a->in.row) & (i64)(sizeof(Raw) - 1)) == 0;
}

// Fills the tile whose first pixel is (left, top), and synchronises the group. Returns whether the
// tile has a hole, if that matters.
DEVICE int load_tile(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageLinear* a,
                     int left, int top, LOCAL float4* tile) {
  const Places p = places_of(tile);
  const GLOBAL uchar* from = in + (i64)left * PIXEL_STEP(a);
  const int vectors = has_vectors(from, a, left, top);
  find_places(a, left, top, !vectors, &p);
  BARRIER();
  int hole = vectors ? load_vectors(from, &p, tile)
                     : load_pixels(in, mask, a, &p, (LOCAL float*)tile);
#if MARKS
  if (hole) *p.mark = 1;
  BARRIER();
  hole = *p.mark;
#if READS >= F16
  if (hole) widen_holes(tile);
  BARRIER();
#endif
#else
  BARRIER();
#endif
  return MARKS && hole;
}

// Reads the item's window of a row. `window`: its first vector.
DEVICE void read_window(const LOCAL float4* window, float* tap) {
  UNROLL for (int j = 0; j < WINDOW; ++j) {
    const float4 v = window[j];
    tap[4 * j] = v.x;
    tap[4 * j + 1] = v.y;
    tap[4 * j + 2] = v.z;
    tap[4 * j + 3] = v.w;
  }
}

// Returns the mean of the valid taps. `first`: the sample of the window's first tap.
DEVICE float mean_with_holes(const LOCAL float* first, const GLOBAL float* weights) {
  float sum = 0.0f, lost = 0.0f, total = 0.0f, total_lost = 0.0f;
  NO_UNROLL for (int dy = 0; dy <= 2 * RADIUS_Y; ++dy) {
    const float column = weights[COLUMN_WEIGHTS(RADIUS_X) + dy];
    NO_UNROLL for (int dx = 0; dx <= 2 * RADIUS_X; ++dx) {
      const float v = first[dy * 4 * PITCH + dx * RESULT];
      if (!is_finite(v)) continue;
      const float w = weights[dx] * column;
      add_exactly(w * v, &sum, &lost);
      add_exactly(w, &total, &total_lost);
    }
  }
  return sum / total;
}

// The state of a work-item.
typedef struct {
  int sample;         // its first sample, counted in the whole image's row
  int end;            // end of the computed samples of the row
  int hole;           // the tile has a hole
  int whole;          // the unit can be stored at once
  i64 out;            // its offset in row 0, in bytes
} Unit;

// `left`: the first pixel of the group.
DEVICE Unit unit_of(GLOBAL uchar* out, const SelvageLinear* a, int left, int hole) {
  Unit u;
  u.sample = left * RESULT + 4 * LOCAL_X;
  u.end = a->x1 * RESULT;
  u.hole = hole;
  u.out = (i64)u.sample * SAMPLE_BYTES(WRITES);
  u.whole = DENSE && READS == WRITES && !SENTINEL && u.sample + 4 <= u.end &&
            (((i64)(out + u.out) | a->out.row) & (4 * SAMPLE_BYTES(WRITES) - 1)) == 0;
  return u;
}

DEVICE int can_be_whole(const SelvageLinear* a, const Unit* u, int y, const float* v) {
  int can = u->whole;
#if HOLES && MEAN
  // 0, or NaN if one is not finite.
  can &= is_finite(FMA(v[3], 0.0f, FMA(v[2], 0.0f, FMA(v[1], 0.0f, v[0] * 0.0f))));
#elif HOLES
  can &= !u->hole;
#endif
  if (a->border == COPY)
    can &= !leaves_image(a, u->sample / RESULT, y) && !leaves_image(a, (u->sample + 3) / RESULT, y);
  return can;
}

// Writes the unit's row y, `row` bytes below row 0. `window`: the vector with the first tap of its
// first sample.
DEVICE void write_unit(const GLOBAL uchar* in, const GLOBAL uchar* mask,
                       const GLOBAL float* weights, GLOBAL uchar* out, const SelvageLinear* a,
                       const Unit* u, int y, i64 row, const LOCAL float4* window, float* v) {
  const LOCAL float* first = (const LOCAL float*)window + WINDOW_SKIP;
  const LOCAL float* centre = first + RADIUS_Y * 4 * PITCH + RADIUS_X * RESULT;
#if !MEAN
  UNROLL for (int p = 0; p < 4; ++p) v[p] += a->offset;
#endif
#if READS == WRITES
  if (can_be_whole(a, u, y, v)) {
    if (FILTERED < RESULT) {
      UNROLL for (int p = 0; p < 4; ++p)
        if ((u->sample + p) % RESULT >= FILTERED) v[p] = centre[p];
    }
    store_unit(out + u->out + row, v);
    return;
  }
#endif
  NO_UNROLL for (int p = 0; p < 4 && u->sample + p < u->end; ++p) {
    const int x = (u->sample + p) / RESULT, c = (u->sample + p) % RESULT;
    int copied = leaves_image(a, x, y);
    float result = p == 0 ? v[0] : p == 1 ? v[1] : p == 2 ? v[2] : v[3];
#if HOLES && MEAN
    if (!is_finite(centre[p]))
      copied = 1;
    else if (!is_finite(result) && !copied && c < FILTERED)
      result = mean_with_holes(first + p, weights);
#elif HOLES
    float sample[RESULT];
    if (u->hole && !load_pixel(in, mask, a, x, y, sample)) copied = 1;
#endif
    write_result(in, mask, out, a, x, y, c, copied, result);
  }
}
