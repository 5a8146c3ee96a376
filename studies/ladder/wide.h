// SPDX-License-Identifier: Apache-2.0
// A tile whose pixels are four words, of 16 bytes that are loaded together: the packed bytes, and the three
// samples as floats.

DEVICE uint4 wide_pixel(Bytes pixel) {
  uint4 w;
  w.x = packed(pixel);
  w.y = AS_UINT((float)pixel.red);
  w.z = AS_UINT((float)pixel.green);
  w.w = AS_UINT((float)pixel.blue);
  return w;
}

DEVICE Tap tap_of_wide(uint4 w) {
  const Tap tap = {w.x, AS_FLOAT(w.y), AS_FLOAT(w.z), AS_FLOAT(w.w)};
  return tap;
}

// The tile, which FILL fills, then the extents of the disc's columns [2 radius + 1].
#define OPEN_WIDE_TILE(FILL)                                            \
  const int pitch = tile_pitch(a.radius);                               \
  LOCAL float* extents = (LOCAL float*)(tile + tile_pixels(a.radius));  \
  copy_table(extent_table, extents, 2 * a.radius + 1);                  \
  FILL                                                                  \
  BARRIER();

#define PUT_WIDE(i, pixel) tile[i] = wide_pixel(pixel)
#define LOAD_WIDE(i) tap_of_wide(tile[i])

// The tile from (left, top) of the image on. An item's next pixel of the tile is found by additions: `step`
// rows and `rest` pixels further on.
#define FILL_WIDE(AT_X, AT_Y)                                              \
  for (int i = item; i < pixels; i += items) {                             \
    tile[i] = wide_pixel(rgb_at(in, AT_X(left + tx), AT_Y(top + ty), a->width)); \
    ty += step;                                                            \
    tx += rest;                                                            \
    if (tx >= pitch) {                                                     \
      tx -= pitch;                                                         \
      ++ty;                                                                \
    }                                                                      \
  }
#define AS_IT_IS(i) (i)
#define IN_WIDTH(i) clamped(i, a->width)
#define IN_HEIGHT(i) clamped(i, a->height)

// Rungs 12 and on: only tiles that reach over the edge ask for it.
DEVICE void fill_inside_or_not(const GLOBAL uchar* RESTRICT in, const LadderArguments* a,
                               LOCAL uint4* tile) {
  const int pitch = tile_pitch(a->radius), pixels = tile_pixels(a->radius);
  const int left = GROUP_X * GROUP_WIDTH - a->radius;
  const int top = GROUP_Y * GROUP_HEIGHT * ROWS - a->radius;
  const int items = GROUP_WIDTH * GROUP_HEIGHT, item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  const int step = items / pitch, rest = items % pitch;
  const int inside = left >= 0 && top >= 0 && left + pitch <= a->width &&
                     top + pixels / pitch <= a->height;
  int ty = item / pitch, tx = item % pitch;
  if (inside) {
    UNROLL_4 FILL_WIDE(AS_IT_IS, AS_IT_IS)
  } else {
    NO_UNROLL FILL_WIDE(IN_WIDTH, IN_HEIGHT)
  }
}
