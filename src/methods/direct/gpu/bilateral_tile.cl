// SPDX-License-Identifier: Apache-2.0
// Candidate "tile": the direct mean over a window, from a tile in local memory.
//   one group   -> GROUP_WIDTH x (GROUP_HEIGHT * ROWS) output pixels
//   local       -> [GROUP_HEIGHT * ROWS + 2 radius_y][GROUP_WIDTH + 2 radius_x] pixels of WORDS
//                  words, of image and guide, loaded once; only this load applies the border rule.
//                  Then [radius_x + 1] extents of the window's columns. The words of a pixel are
//                  adjacent if WIDE, else in planes.
//   one item    -> ROWS pixels in a column. It visits the window column by column; a column's
//                  taps slide through ROWS registers, so each is loaded once for ROWS pixels
// Of an image with depth (VOLUME) the tile holds one slice of the window after another.
// Each input pixel is read (1 + 2r/GROUP_WIDTH)(1 + 2r/(GROUP_HEIGHT*ROWS)) times, not (2r+1)^2.
// Bound by issue slots and by the special-function unit (one exp2 for each tap).

// The element type of a tile. A type of four words makes one aligned load of them.
#if WIDE
typedef uint4 TileWord;
#else
typedef uint TileWord;
#endif

// The shape of a tile.
typedef struct {
  int pitch, pixels;
} Tile;

DEVICE Tile tile_of(const SelvageBilateral* a) {
  Tile t;
  t.pitch = GROUP_WIDTH + 2 * RADIUS_X(a);
  t.pixels = t.pitch * (GROUP_HEIGHT * ROWS + 2 * RADIUS_Y(a));
  return t;
}

DEVICE void load_words(const LOCAL TileWord* tile, const Tile* t, int i, uint* word) {
#if WIDE
  const uint4 w = tile[i];
  word[0] = w.x;
  word[1] = w.y;
  word[2] = w.z;
  word[3] = w.w;
#else
  UNROLL for (int k = 0; k < WORDS; ++k) word[k] = tile[k * t->pixels + i];
#endif
}

DEVICE void store_words(LOCAL TileWord* tile, const Tile* t, int i, const uint* word) {
#if WIDE
  uint4 w;
  w.x = word[0];
  w.y = word[1];
  w.z = word[2];
  w.w = word[3];
  tile[i] = w;
#else
  UNROLL for (int k = 0; k < WORDS; ++k) tile[k * t->pixels + i] = word[k];
#endif
}

DEVICE void load_pixel(const LOCAL TileWord* tile, const Tile* t, int i, const SelvageBilateral* a,
                       Pixel* pixel) {
  uint word[WORDS];
  load_words(tile, t, i, word);
  unpack(word, a, pixel);
}

// Loads slice dz of the window, and its extents.
DEVICE void load_tile(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                      const GLOBAL uchar* RESTRICT guide, const SelvageBilateral* a, const Tile* t,
                      const TileFrame* frame, int dz, LOCAL TileWord* tile) {
#define STORE_PIXEL(i, tx, ty, word) store_words(tile, t, i, word)
  if (frame->inside)
    FETCH_TILE(0, STORE_PIXEL)
  else
    FETCH_TILE(1, STORE_PIXEL)
  LOCAL uint* extents = (LOCAL uint*)tile + WORDS * t->pixels;
  for (int d = LOCAL_Y * GROUP_WIDTH + LOCAL_X; d <= RADIUS_X(a); d += GROUP_WIDTH * GROUP_HEIGHT)
    extents[d] = (uint)slice_extent(a, dz, d, RADIUS_Y(a));
}

#if VOLUME
DEVICE void load_slice(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                       const SelvageBilateral* a, const Tile* t, TileFrame frame, int dz,
                       LOCAL TileWord* tile) {
  const Slice s = slice_of(in, mask, guide, a, dz);
  frame.outside = s.outside;
  frame.inside = frame.inside && !s.outside;
  load_tile(s.in, s.mask, s.guide, a, t, &frame, dz, tile);
}
#endif

// Adds the taps of one row for all ROWS pixels: K rows below the current row, which is fy below the
// centre. Loads the newest of the rows that slide through `taps`.
#define STEP(K)                                                                    \
  {                                                                                \
    load_pixel(tile, &t, next + (K) * t.pitch, a, &taps[(ROWS - 1 + (K)) % ROWS]); \
    const float y = fy + (float)(K);                                               \
    const float space = FMA(-a->space_scale * y, y, space_x);                       \
    UNROLL for (int j = 0; j < ROWS; ++j)                                          \
        add_tap(&taps[(j + (K)) % ROWS], &centre[j], space, a, &totals[j]);        \
  }

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_tile(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    const GLOBAL uchar* RESTRICT guide, const GLOBAL float* RESTRICT weights,
                    GLOBAL uchar* RESTRICT out,
                    ARGUMENTS(SelvageBilateral, args) LOCAL_PARAM(TileWord, tile)) {
  LOCAL_BODY(TileWord, tile)
  const SelvageBilateral* a = &args;
  const int rx = RADIUS_X(a), ry = RADIUS_Y(a);
  const Tile t = tile_of(a);
  const int left = a->x0 + GROUP_X * GROUP_WIDTH, top = a->y0 + GROUP_Y * GROUP_HEIGHT * ROWS;
  const TileFrame frame = tile_frame(a, left - rx, top - ry, t.pitch, t.pixels / t.pitch);
  in += origin(&a->in);
  mask += origin(&a->mask);
  guide += origin(&a->guide);
  out += origin(&a->out);
#if VOLUME
  load_slice(in, mask, guide, a, &t, frame, 0, tile);
#else
  load_tile(in, mask, guide, a, &t, &frame, 0, tile);
#endif
  BARRIER();

  const int first = (LOCAL_Y * ROWS + ry) * t.pitch + LOCAL_X + rx;  // this item's pixels
  Pixel centre[ROWS];
  Totals totals[ROWS];
  UNROLL for (int j = 0; j < ROWS; ++j) {
    load_pixel(tile, &t, first + j * t.pitch, a, &centre[j]);
    clear(&totals[j]);
  }
#if VOLUME
  int hole[ROWS];
  UNROLL for (int j = 0; j < ROWS; ++j) {
    uint word[WORDS];
    load_words(tile, &t, first + j * t.pitch, word);
    hole[j] = is_hole(word);
  }
#endif
  const LOCAL uint* extents = (const LOCAL uint*)tile + WORDS * t.pixels;
#if VOLUME
  NO_UNROLL for (int dz = first_slice(a); dz <= last_slice(a); ++dz) {
  BARRIER();  // the slice before has been read
  load_slice(in, mask, guide, a, &t, frame, dz, tile);
  BARRIER();
#endif
  NO_UNROLL for (int dx = -rx; dx <= rx; ++dx) {
    const int extent = WINDOW_EXTENT(a, extents, ABS_INT(dx));
#if VOLUME
    if (extent < 0) continue;  // of an ellipsoid
    const float space_x = -a->space_scale * (float)(dx * dx) + SPACE_Z(a, dz);
#else
    const float space_x = -a->space_scale * (float)(dx * dx);
#endif
    int next = first + dx - extent * t.pitch;
    Pixel taps[ROWS];
    UNROLL for (int j = 0; j < ROWS - 1; ++j) load_pixel(tile, &t, next + j * t.pitch, a, &taps[j]);
    next += (ROWS - 1) * t.pitch;
    float fy = (float)-extent;
    int left_over = 2 * extent + 1, left_in_block = BLOCK_TAPS(a);
    NO_UNROLL for (; left_over >= ROWS; left_over -= ROWS) {
      UNROLL for (int k = 0; k < ROWS; ++k) STEP(k) next += ROWS * t.pitch;
      fy += (float)ROWS;
      left_in_block -= ROWS;
      if (SUMS == BLOCKS && SPLITS_COLUMNS && left_in_block == 0) {
        UNROLL for (int j = 0; j < ROWS; ++j) flush(&totals[j]);
        left_in_block = BLOCK_TAPS(a);
      }
    }
    UNROLL for (int k = 0; k < ROWS - 1; ++k) if (k < left_over) STEP(k)
        UNROLL for (int j = 0; j < ROWS; ++j) flush(&totals[j]);
  }
#if VOLUME
  }
#endif

  const int x = left + LOCAL_X;
  UNROLL for (int j = 0; j < ROWS; ++j) {
    const int y = top + LOCAL_Y * ROWS + j;
    if (x < a->x1 && y < a->y1) {
      float mean[AVERAGED];
      finish(&totals[j], &centre[j], a, mean);
#if VOLUME
      write_pixel(slice_of(in, mask, guide, a, 0).in, out, a, x, y,
                  hole[j] || leaves_image(a, x, y), mean);
#else
      uint word[WORDS];
      load_words(tile, &t, first + j * t.pitch, word);
      write_pixel(in, out, a, x, y, is_hole(word) || leaves_image(a, x, y), mean);
#endif
    }
  }
}
