// SPDX-License-Identifier: Apache-2.0
// Strips: a tile of samples as floats in local memory, and four neighbouring samples of a row as
// the unit of work. Samples lie in a tile as in a row of an interleaved image, so that a tap is
// RESULT samples away from the next, whatever the channels. Read after pixel_load.h.
//   RADIUS_X, RADIUS_Y  taps to each side, constants
//   ROWS      of each work-item, below one another
//
// Holes: a mean's tile holds NaN for them, which makes the sum of every window with one NaN: such
// pixels, and they alone, are computed again by mean_with_holes. A pixel's bits depend on its own
// window alone. Without MEAN the tile holds 0, and the group knows that centres must be looked at.

#define ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define SAMPLES (4 * GROUP_WIDTH)  // of a row that a group computes: whole pixels
#define PIXELS (SAMPLES / RESULT)
// Samples beside a group's own: whole pixels and whole vectors.
#define WHOLE (RESULT == 3 ? 12 : 4)
#define ASIDE ((RADIUS_X * RESULT + WHOLE - 1) / WHOLE * WHOLE)
#define PITCH ((SAMPLES + 2 * ASIDE) / 4)  // vectors of a tile's row
#define TILE_ROWS (GROUP_HEIGHT * ROWS + 2 * RADIUS_Y)
#define COLUMNS (4 * PITCH / RESULT)  // pixels of a tile's row
#define VECTORS (PITCH * TILE_ROWS)
// A unit's window in vectors from WINDOW_START on, and the samples of the first that it leaves out.
#define WINDOW_START ((ASIDE - RADIUS_X * RESULT) / 4)
#define WINDOW_SKIP ((ASIDE - RADIUS_X * RESULT) % 4)
#define WINDOW ((WINDOW_SKIP + 2 * RADIUS_X * RESULT + 3) / 4 + 1)
// What the sums read: tap k of the unit's sample p.
#define UNIT 4
#define TAPS (4 * WINDOW)
#define TAP(p, k) (WINDOW_SKIP + (p) + (k) * RESULT)
#define MENDS_AFTERWARDS 0  // a pixel whose window has a hole is mended before it is written

// Work-items tell one another of holes: a pixel's channels may be in different vectors.
#define MARKS (HOLES && (!MEAN || (READS >= F16 && RESULT > 1)))

// Loads in flight of each work-item.
#if PROCESSOR
#define BATCH 1
#else
#define BATCH (READS == F32 ? 4 : 8)
#endif
#define PIXEL_BATCH ((BATCH + RESULT - 1) / RESULT)
#define SIDE_VECTORS (ASIDE / 2 * TILE_ROWS)  // beside a group's own
#define SIDE_BATCH (BATCH * ITEMS < SIDE_VECTORS ? BATCH : (SIDE_VECTORS + ITEMS - 1) / ITEMS)

// Four samples as they lie in an image.
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

// Where the tile's rows and columns lie in the whole image: behind the tile in local memory.
typedef struct {
  LOCAL i64* offsets;         // bytes to the rows; to any that may be read where there is none
  LOCAL int *rows, *columns;  // OUTSIDE: nowhere
  LOCAL int* mark;            // whether there is a hole in the tile
} Places;

DEVICE Places places_of(LOCAL float4* tile) {
  Places p;
  p.offsets = (LOCAL i64*)(tile + VECTORS);
  p.rows = (LOCAL int*)(p.offsets + TILE_ROWS);
  p.columns = p.rows + TILE_ROWS;
  p.mark = p.columns + COLUMNS;
  return p;
}

// Of the tile whose first pixel is (left, top), and of no pixel beyond what is needed, where the
// input may end. `columns`: they are needed.
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

// Four samples at a time from `count` rows, GROUP_HEIGHT apart. `checked`: some may be beyond the
// tile's.
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

// The same of the vectors beside the group's own columns, row by row.
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

// Loads pixel by pixel, wherever they lie.
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

// A pixel with a hole in one channel is one in all.
DEVICE void widen_holes(LOCAL float4* tile) {
  LOCAL float* sample = (LOCAL float*)tile;
  for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < 4 * VECTORS / RESULT; i += ITEMS) {
    int finite = 1;
    UNROLL for (int c = 0; c < RESULT; ++c) finite &= is_finite(sample[i * RESULT + c]);
    UNROLL for (int c = 0; c < RESULT; ++c) if (!finite) sample[i * RESULT + c] = NO_PART;
  }
}

// Whether the tile may be loaded by vectors: its columns are inside the image, its rows are somewhere.
DEVICE int has_vectors(const GLOBAL uchar* from, const SelvageLinear* a, int left, int top) {
  const int plain = DENSE && !GRAY && !a->has_mask && !a->has_invalid;
  const int inside = left >= MAX_INT(0, a->x0 - RADIUS_X) &&
                     left + COLUMNS <= MIN_INT(a->width, a->x1 + RADIUS_X);
  const int rows = a->border < CONSTANT || (top >= 0 && top + TILE_ROWS <= a->height);
  return plain && inside && rows && (((i64)from | a->in.row) & (i64)(sizeof(Raw) - 1)) == 0;
}

// Fills the tile whose first pixel is (left, top); after it the group may read all of it. Returns
// whether there is a hole in it, where that is to be known.
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

// The item's window of a row. `window`: its first vector.
DEVICE void read_window(const LOCAL float4* window, float* tap) {
  UNROLL for (int j = 0; j < WINDOW; ++j) {
    const float4 v = window[j];
    tap[4 * j] = v.x;
    tap[4 * j + 1] = v.y;
    tap[4 * j + 2] = v.z;
    tap[4 * j + 3] = v.w;
  }
}

// The mean of the valid taps. `first`: the sample of the window's first tap.
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

#if READS == WRITES
// The whole number nearest to v, even where there are two. 0 <= v < 2^23
DEVICE uint nearest(float v) { return AS_UINT(v + 8388608.0f) & 0x7fffffu; }

DEVICE float clamped(float v) {
  const float full = WRITES == U8 ? 255.0f : 65535.0f;
  return MEAN ? v : MIN(MAX(v, 0.0f), full);  // a mean of bytes is one
}

// Four samples side by side at an address that is whole in them.
DEVICE void store_unit(GLOBAL uchar* to, const float* v) {
#if WRITES == F32
  *(GLOBAL float4*)to = vector_of(v[0], v[1], v[2], v[3]);
#elif WRITES == F16
  uint2 word;
  word.x = float_to_half(v[0]) | float_to_half(v[1]) << 16;
  word.y = float_to_half(v[2]) | float_to_half(v[3]) << 16;
  *(GLOBAL uint2*)to = word;
#else
  uint n[4];
  UNROLL for (int p = 0; p < 4; ++p) n[p] = nearest(clamped(v[p]));
#if WRITES == U8
  *(GLOBAL uint*)to = n[0] | n[1] << 8 | n[2] << 16 | n[3] << 24;
#else
  uint2 word;
  word.x = n[0] | n[1] << 16;
  word.y = n[2] | n[3] << 16;
  *(GLOBAL uint2*)to = word;
#endif
#endif
}
#endif

// What a work-item knows of its unit.
typedef struct {
  int sample;         // of the whole image's row
  int end;            // of what is computed in it
  int hole;           // there is one in the tile
  int whole;          // it is stored whole
  i64 out;            // bytes to it in row 0
} Unit;

// `left`: the first pixel of the group's own.
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
  // 0, or NaN where one is not finite.
  can &= is_finite(FMA(v[3], 0.0f, FMA(v[2], 0.0f, FMA(v[1], 0.0f, v[0] * 0.0f))));
#elif HOLES
  can &= !u->hole;
#endif
  if (a->border == COPY)
    can &= !leaves_image(a, u->sample / RESULT, y) && !leaves_image(a, (u->sample + 3) / RESULT, y);
  return can;
}

// Writes the unit's row y, `row` bytes from row 0. `window`: the vector with the first tap of its first sample.
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
