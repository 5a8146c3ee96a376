// SPDX-License-Identifier: Apache-2.0
// The loop in which a group's items fetch the pixels of a tile, each with its border rule.

// The part of the image that a group reads.
typedef struct {
  int left, top;      // the first pixel
  int pitch, pixels;  // of a row; of all rows
  int inside;         // every pixel lies in the image and is needed
  int outside;        // the whole slice lies outside
} TileFrame;

DEVICE TileFrame tile_frame(const SelvageBilateral* a, int left, int top, int pitch, int rows) {
  TileFrame t;
  t.left = left;
  t.top = top;
  t.pitch = pitch;
  t.pixels = pitch * rows;
  t.outside = 0;
  t.inside = left >= MAX_INT(0, a->x0 - RADIUS_X(a)) &&
             top >= MAX_INT(0, a->y0 - RADIUS_Y(a)) &&
             left + pitch <= MIN_INT(a->width, a->x1 + RADIUS_X(a)) &&
             top + rows <= MIN_INT(a->height, a->y1 + RADIUS_Y(a));
  return t;
}

// Runs STORE(i, tx, ty, word) for this item's share of the pixels: pixel i, in column tx and row ty
// of the tile, has been fetched as words. BORDERED: some may lie outside the image, or beyond the
// pixels that are needed here, where the input may end.
#define FETCH_TILE(BORDERED, STORE)                                                        \
  {                                                                                        \
    const int items = GROUP_WIDTH * GROUP_HEIGHT, item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;  \
    const int first_x = a->x0 - RADIUS_X(a), right = a->x1 + RADIUS_X(a) - 1;              \
    const int first_y = a->y0 - RADIUS_Y(a), bottom = a->y1 + RADIUS_Y(a) - 1;             \
    const int step = items / frame->pitch, rest = items % frame->pitch;                    \
    int ty = item / frame->pitch, tx = item % frame->pitch;                                \
    FETCH_UNROLL(BORDERED)                                                                 \
    for (int i = item; i < frame->pixels; i += items) {                                    \
      int x = frame->left + tx, y = frame->top + ty;                                       \
      if (BORDERED) {                                                                      \
        x = border_index(MAX_INT(first_x, MIN_INT(x, right)), a->width, a->border);                          \
        y = border_index(MAX_INT(first_y, MIN_INT(y, bottom)), a->height, a->border);                        \
        if (frame->outside) y = OUTSIDE;                                                   \
      }                                                                                    \
      uint word[WORDS] = {0};                                                              \
      fetch(in, mask, guide, a, x, y, !(BORDERED), word);                                  \
      STORE(i, tx, ty, word);                                                              \
      ty += step;                                                                          \
      tx += rest;                                                                          \
      if (tx >= frame->pitch) {                                                            \
        tx -= frame->pitch;                                                                \
        ++ty;                                                                              \
      }                                                                                    \
    }                                                                                      \
  }
#define FETCH_UNROLL(BORDERED) FETCH_UNROLL_##BORDERED
#define FETCH_UNROLL_0 UNROLL_4
#define FETCH_UNROLL_1 NO_UNROLL
