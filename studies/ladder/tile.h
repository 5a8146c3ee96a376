// SPDX-License-Identifier: Apache-2.0
// A group's part of the image in local memory, with a halo of the radius on all sides:
//   [GROUP_HEIGHT * ROWS + 2 radius][GROUP_WIDTH + 2 radius] pixels
// The edge is settled here, so that no loop over taps clamps anything.

DEVICE int tile_pitch(int radius) {
  return GROUP_WIDTH + 2 * radius;
}

DEVICE int tile_pixels(int radius) {
  return tile_pitch(radius) * (GROUP_HEIGHT * ROWS + 2 * radius);
}

// Puts PUT(i, pixel), a statement, at every place i of the tile, with the image's pixel for it. A
// group's items side by side take the tile's pixels as one long row.
#define FILL_TILE(PUT)                                                                     \
  {                                                                                        \
    const int pitch = tile_pitch(a.radius);                                                \
    const int left = GROUP_X * GROUP_WIDTH - a.radius;                                     \
    const int top = GROUP_Y * GROUP_HEIGHT * ROWS - a.radius;                              \
    for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < tile_pixels(a.radius);               \
         i += GROUP_WIDTH * GROUP_HEIGHT) {                                                \
      const int x = clamped(left + i % pitch, a.width);                                    \
      const int y = clamped(top + i / pitch, a.height);                                    \
      const Bytes pixel = rgb_at(in, x, y, a.width);                                     \
      PUT(i, pixel);                                                                       \
    }                                                                                      \
  }

// As three bytes of `tile`.
#define PUT_BYTES(i, pixel)               \
  {                                       \
    tile[3 * (i)] = (uchar)(pixel).red;   \
    tile[3 * (i) + 1] = (uchar)(pixel).green; \
    tile[3 * (i) + 2] = (uchar)(pixel).blue;  \
  }

// As a word of it.
#define PUT_WORD(i, pixel) tile[i] = packed(pixel)

DEVICE Bytes bytes_in_tile(const LOCAL uchar* tile, int i) {
  const Bytes pixel = {tile[3 * i], tile[3 * i + 1], tile[3 * i + 2]};
  return pixel;
}
