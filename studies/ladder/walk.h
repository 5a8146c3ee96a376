// SPDX-License-Identifier: Apache-2.0
// An item's ROWS pixels below one another. The window is walked column by column; a column's taps
// slide through ROWS registers, so that each is loaded once for all pixels whose window it is in.

typedef struct {
  uint bytes;
  float red, green, blue;
} Tap;

DEVICE Tap tap_of_word(uint word) {
  const Tap tap = {word, BYTE_TO_FLOAT(word, 0), BYTE_TO_FLOAT(word, 1), BYTE_TO_FLOAT(word, 2)};
  return tap;
}

// Of a tile of words.
#define LOAD_WORD(i) tap_of_word(tile[i])

DEVICE void add_tap(const Tap* q, const Tap* p, float space, float range_root, Sums* sums) {
  const float far = FMA(raised_distance(p->bytes, q->bytes), range_root, -TWO_TO_23 * range_root);
  add_weighted(sums, q->red, q->green, q->blue, EXP2(FMA(-far, far, space)));
}

// The taps of one row for all pixels, K rows below `next`, which is dy below the first pixel's centre. Only
// the last of the sliding registers is loaded; where it stands moves, not the others.
#define ROW_OF_TAPS(K, LOAD, SPACE)                                                         \
  {                                                                                         \
    taps[(ROWS - 1 + (K)) % ROWS] = LOAD(next + (K) * pitch);                               \
    const float space = SPACE(dx, dy + (K), below + (float)(K));                            \
    UNROLL for (int j = 0; j < ROWS; ++j)                                                   \
        add_tap(&taps[(j + (K)) % ROWS], &centre[j], space, a.range_root, &sums[j]);        \
  }

// LOAD(i): the tap at place i of the tile. SPACE(dx, dy, y): the exponent of the spatial weight, with y = dy as
// a float. END_COLUMN: what is done after each column.
#define SUM_ROWS(LOAD, SPACE, END_COLUMN)                                                   \
  const int here = (LOCAL_Y * ROWS + a.radius) * pitch + LOCAL_X + a.radius;                \
  Tap centre[ROWS];                                                                         \
  Sums sums[ROWS];                                                                          \
  UNROLL for (int j = 0; j < ROWS; ++j) {                                                   \
    centre[j] = LOAD(here + j * pitch);                                                     \
    sums[j] = no_sums();                                                                    \
  }                                                                                         \
  for (int dx = -a.radius; dx <= a.radius; ++dx) {                                          \
    const int extent = (int)extents[dx + a.radius];                                         \
    int next = here + dx - extent * pitch;                                                  \
    Tap taps[ROWS];                                                                         \
    UNROLL for (int j = 0; j < ROWS - 1; ++j) taps[j] = LOAD(next + j * pitch);             \
    next += (ROWS - 1) * pitch;                                                             \
    int dy = -extent;                                                                       \
    float below = (float)-extent;                                                           \
    for (; dy + ROWS <= extent + 1; dy += ROWS) {                                           \
      UNROLL for (int k = 0; k < ROWS; ++k) ROW_OF_TAPS(k, LOAD, SPACE)                     \
      next += ROWS * pitch;                                                                 \
      below += (float)ROWS;                                                                 \
    }                                                                                       \
    UNROLL for (int k = 0; k < ROWS - 1; ++k)                                               \
      if (dy + k <= extent) ROW_OF_TAPS(k, LOAD, SPACE)                                     \
    END_COLUMN                                                                              \
  }

#define NOTHING

// STORE(out, x, y, width, sums) for each of the item's pixels that the image has.
#define STORE_ROWS(STORE, sums)                                                             \
  UNROLL for (int j = 0; j < ROWS; ++j) {                                                   \
    const int x = GROUP_X * GROUP_WIDTH + LOCAL_X;                                          \
    const int y = (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS + j;                            \
    if (x < a.width && y < a.height) STORE(out, x, y, a.width, sums[j]);                    \
  }

// Rungs 10 and on: the exponent of a tap at (dx, dy), y = dy, from registers.
#define SPACE_IN_REGISTERS(dx, dy, y) \
  FMA(-a.space_scale * (y), (y), -a.space_scale * (float)((dx) * (dx)))

// Rungs 13 and on: one division for a pixel.
DEVICE void store_by_reciprocal(GLOBAL uchar* image, int x, int y, int width, Sums s) {
  const float inverse = 1.0f / s.weights;
  store(image, x, y, width, s.red * inverse, s.green * inverse, s.blue * inverse);
}
