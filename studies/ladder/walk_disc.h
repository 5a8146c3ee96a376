// SPDX-License-Identifier: Apache-2.0
// Rungs 4 to 9: what they keep in local memory, and the walk of one pixel's disc, row by row.

// In `memory`: exponents over space [2 radius + 1][2 radius + 1], extents of the disc's rows
// [2 radius + 1], then the tile, of type T, where PUT puts it.
#define OPEN_DISC_TILE(T, PUT)                                \
  const int side = 2 * a.radius + 1, pitch = tile_pitch(a.radius); \
  LOCAL float* exponents = memory;                            \
  LOCAL float* extents = exponents + side * side;             \
  LOCAL T* tile = (LOCAL T*)(extents + side);                 \
  copy_table(exponent_table, exponents, side * side);         \
  copy_table(extent_table, extents, side);                    \
  FILL_TILE(PUT)                                              \
  BARRIER();

// One pixel for each item. LOAD(i): what the tile has at place i, of type P.
// ADD(&sums, centre, tap, exponent, &a): adds a tap with the weight that its exponent over space and
// its distance make.
#define SUM_DISC(P, LOAD, ADD)                                                                \
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;        \
  if (x >= a.width || y >= a.height) return;                                                  \
  const int here = (LOCAL_Y + a.radius) * pitch + LOCAL_X + a.radius;                         \
  const P centre = LOAD(here);                                                                \
  Sums sums = no_sums();                                                                      \
  for (int dy = -a.radius; dy <= a.radius; ++dy) {                                            \
    const int extent = (int)extents[dy + a.radius];                                           \
    const LOCAL float* space = exponents + (dy + a.radius) * side + a.radius;                 \
    for (int dx = -extent; dx <= extent; ++dx)                                                \
      ADD(&sums, centre, LOAD(here + dy * pitch + dx), space[dx], &a);                        \
  }                                                                                           \
  store_mean(out, x, y, a.width, sums);

#define BYTES_AT(i) bytes_in_tile(tile, i)
#define UNPACKED_AT(i) unpacked(tile[i])
#define WORD_AT(i) tile[i]

DEVICE void add_bytes(Sums* sums, Bytes centre, Bytes tap, float space, const LadderArguments* a) {
  const float d = (float)distance_of(centre, tap);
  add_weighted(sums, (float)tap.red, (float)tap.green, (float)tap.blue,
               EXP2(FMA(d * d, -a->range_scale, space)));
}
