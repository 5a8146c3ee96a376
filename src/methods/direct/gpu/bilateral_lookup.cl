// SPDX-License-Identifier: Apache-2.0
// Candidate "lookup": the bilateral mean of bytes, one channel after another, with range weights
// from a table of all distances between two bytes.
//   one group   -> GROUP_WIDTH x (GROUP_HEIGHT * ROWS) output pixels
//   local       -> float[256][GROUP_WIDTH]: every item has a table of its own, in a bank of its own,
//                  so 32 items look up 32 distances at once. Then
//                  [GROUP_HEIGHT * ROWS + 2 radius][GROUP_WIDTH + 2 radius] samples of a channel,
//                  [2 radius + 1] spatial weights and [radius + 1] extents of the window's columns
//   one item    -> ROWS pixels in a column. It visits the window's columns dx and -dx together:
//                  both taps of a row have the same spatial weight, which multiplies their sum
// A sample q is held as the bits of the float 2^16 + q: 0x47800000 + 128 q, so the same word is a
// value and an offset into the table.
// Bound by issue slots and local memory: 4.5 instructions for each tap, one of them a load.

#define TABLE_ENTRIES 256
#define SAMPLE_BITS 0x47800000u
#define SAMPLE_OFFSET 65536.0f

// What an item reads in local memory.
typedef struct {
  const LOCAL uchar* table;
  uint lane;  // bytes to this item's column of the table
  const LOCAL uint* tile;
  const LOCAL float* spaces;
  const LOCAL uint* extents;
  int pitch;
} Local;

// Two rows of taps' samples, as bits and as values, slide through these.
typedef struct {
  uint bits[ROWS];
  float value[ROWS];
} Taps;

typedef struct {
  uint centre[ROWS];
  float sum[ROWS], weight[ROWS];
} Pixels;

DEVICE void load_sample(const Local* l, int at, int slot, Taps* t) {
  t->bits[slot] = l->tile[at];
  t->value[slot] = AS_FLOAT(t->bits[slot]) - SAMPLE_OFFSET;
}

// Returns the range weight of samples p and q.
DEVICE float range_weight(const Local* l, uint q, uint p) {
  return *(const LOCAL float*)(l->table + SUM_ABS_DIFF(q, p, l->lane));
}

// Adds the taps of one row, K rows below the current one, for all ROWS pixels; SIDES: 1 for column
// dx = 0, else 2.
#define STEP(K, SIDES)                                                              \
  {                                                                                 \
    const int newest = (ROWS - 1 + (K)) % ROWS;                                     \
    load_sample(l, right + (K) * l->pitch, newest, &after);                         \
    if (SIDES == 2) load_sample(l, left + (K) * l->pitch, newest, &before);         \
    const float space = space_x * spaces[K];                                        \
    UNROLL for (int j = 0; j < ROWS; ++j) {                                         \
      const int m = (j + (K)) % ROWS;                                               \
      float weight = range_weight(l, after.bits[m], p->centre[j]);                  \
      float product = weight * after.value[m];                                      \
      if (SIDES == 2) {                                                             \
        const float other = range_weight(l, before.bits[m], p->centre[j]);          \
        product = FMA(other, before.value[m], product);                             \
        weight += other;                                                            \
      }                                                                             \
      p->sum[j] = FMA(space, product, p->sum[j]);                                   \
      p->weight[j] = FMA(space, weight, p->weight[j]);                              \
    }                                                                               \
  }

// Adds the window's columns dx and -dx. `first` is the place of the item's first pixel.
#define COLUMNS_OF(dx, SIDES)                                                       \
  {                                                                                 \
    const int extent = WINDOW_EXTENT(a, l->extents, dx);                            \
    const float space_x = l->spaces[RADIUS_Y(a) + (dx)];                            \
    const LOCAL float* spaces = l->spaces + RADIUS_Y(a) - extent;                   \
    int right = first + (dx) - extent * l->pitch, left = right - 2 * (dx);          \
    Taps after, before;                                                             \
    UNROLL for (int j = 0; j < ROWS - 1; ++j) {                                     \
      load_sample(l, right + j * l->pitch, j, &after);                              \
      if (SIDES == 2) load_sample(l, left + j * l->pitch, j, &before);              \
    }                                                                               \
    right += (ROWS - 1) * l->pitch;                                                 \
    left += (ROWS - 1) * l->pitch;                                                  \
    int left_over = 2 * extent + 1;                                                 \
    NO_UNROLL for (; left_over >= ROWS; left_over -= ROWS) {                        \
      UNROLL for (int k = 0; k < ROWS; ++k) STEP(k, SIDES)                          \
      right += ROWS * l->pitch;                                                     \
      left += ROWS * l->pitch;                                                      \
      spaces += ROWS;                                                               \
    }                                                                               \
    UNROLL for (int k = 0; k < ROWS - 1; ++k) if (k < left_over) STEP(k, SIDES)     \
  }

DEVICE void add_window(const Local* l, const SelvageBilateral* a, int first, Pixels* p) {
  COLUMNS_OF(0, 1)
  NO_UNROLL for (int dx = 1; dx <= RADIUS_X(a); ++dx) COLUMNS_OF(dx, 2)
}

// Fills the tables: `weights` has TABLE_ENTRIES range weights, then 2 radius + 1 spatial ones.
DEVICE void load_tables(const GLOBAL float* RESTRICT weights, const SelvageBilateral* a, int item,
                        int items, LOCAL float* table, LOCAL float* spaces, LOCAL uint* extents) {
  for (int i = item; i < TABLE_ENTRIES * GROUP_WIDTH; i += items)
    table[i] = weights[i / GROUP_WIDTH];
  for (int i = item; i <= 2 * RADIUS_Y(a); i += items) spaces[i] = weights[TABLE_ENTRIES + i];
  for (int d = item; d <= RADIUS_X(a); d += items)
    extents[d] = (uint)window_extent(a, d, RADIUS_Y(a));
}

// Loads the samples of channel c from (left, top) on. BORDERED: some may lie outside the image, or
// beyond the pixels that are needed here, where the input may end.
#define LOAD_TILE(BORDERED)                                                         \
  for (int ty = LOCAL_Y; ty < rows; ty += GROUP_HEIGHT) {                           \
    int y = top + ty;                                                               \
    if (BORDERED) y = border_index(MIN_INT(y, bottom), a->height, a->border);       \
    for (int tx = LOCAL_X; tx < pitch; tx += GROUP_WIDTH) {                         \
      int x = left + tx;                                                            \
      if (BORDERED) x = border_index(MIN_INT(x, right), a->width, a->border);       \
      uint q = (uint)a->outside_value;                                              \
      if (!(BORDERED) || (x != OUTSIDE && y != OUTSIDE))                            \
        q = input_pixel(in, a, x, y)[c * CHANNEL_STEP(a)];                          \
      tile[ty * pitch + tx] = SAMPLE_BITS + 128u * q;                               \
    }                                                                               \
  }

DEVICE void load_channel(const GLOBAL uchar* RESTRICT in, const SelvageBilateral* a, int c,
                         int left, int top, int pitch, int rows, LOCAL uint* tile) {
  const int right = a->x1 + RADIUS_X(a) - 1, bottom = a->y1 + RADIUS_Y(a) - 1;
  if (tile_frame(a, left, top, pitch, rows).inside) {
    UNROLL_4 LOAD_TILE(0)
  } else {
    NO_UNROLL LOAD_TILE(1)
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_lookup(const GLOBAL uchar* RESTRICT in, const GLOBAL float* RESTRICT weights,
                      GLOBAL uchar* RESTRICT out,
                      ARGUMENTS(SelvageBilateral, args) LOCAL_PARAM(float, table)) {
  LOCAL_BODY(float, table)
  const SelvageBilateral* a = &args;
  const int pitch = GROUP_WIDTH + 2 * RADIUS_X(a), rows = GROUP_HEIGHT * ROWS + 2 * RADIUS_Y(a);
  LOCAL uint* tile = (LOCAL uint*)(table + TABLE_ENTRIES * GROUP_WIDTH);
  LOCAL float* spaces = (LOCAL float*)(tile + pitch * rows);
  LOCAL uint* extents = (LOCAL uint*)(spaces + 2 * RADIUS_Y(a) + 1);
  load_tables(weights, a, LOCAL_Y * GROUP_WIDTH + LOCAL_X, GROUP_WIDTH * GROUP_HEIGHT, table,
              spaces, extents);
  in += origin(&a->in);
  out += origin(&a->out);
  const int left = a->x0 + GROUP_X * GROUP_WIDTH, top = a->y0 + GROUP_Y * GROUP_HEIGHT * ROWS;
  const int x = left + LOCAL_X, y = top + LOCAL_Y * ROWS;
  const int first = (LOCAL_Y * ROWS + RADIUS_Y(a)) * pitch + LOCAL_X + RADIUS_X(a);
  Local l;
  l.table = (const LOCAL uchar*)table;
  l.lane = 4u * (uint)LOCAL_X;
  l.tile = tile;
  l.spaces = spaces;
  l.extents = extents;
  l.pitch = pitch;

  NO_UNROLL for (int c = 0; c < AVERAGED; ++c) {
    if (c > 0) BARRIER();  // the last channel's samples are read
    load_channel(in, a, c, left - RADIUS_X(a), top - RADIUS_Y(a), pitch, rows, tile);
    BARRIER();
    Pixels p;
    UNROLL for (int j = 0; j < ROWS; ++j) {
      p.centre[j] = tile[first + j * pitch];
      p.sum[j] = p.weight[j] = 0.0f;
    }
    add_window(&l, a, first, &p);
    UNROLL for (int j = 0; j < ROWS; ++j) {
      if (x >= a->x1 || y + j >= a->y1) continue;
      GLOBAL uchar* to = output_pixel(out, a, x, y + j) + c * a->out.channel;
      if (leaves_image(a, x, y + j))
        copy_sample(input_pixel(in, a, x, y + j) + c * CHANNEL_STEP(a), to);
      else
        write_sample(to, p.sum[j] * RECIPROCAL(p.weight[j]));
    }
  }
  for (int c = AVERAGED; c < CHANNELS; ++c)
    UNROLL for (int j = 0; j < ROWS; ++j) if (x < a->x1 && y + j < a->y1)
        copy_sample(input_pixel(in, a, x, y + j) + c * CHANNEL_STEP(a),
                    output_pixel(out, a, x, y + j) + c * a->out.channel);
}
