// SPDX-License-Identifier: Apache-2.0
// Candidate "tensor": the direct mean over a window for the norm l2, as products of matrices of
// halves (half_products.h). With f = feature_unit (plane - feature_origin), a weight's exponent is
// bilinear in a vector of the pixel p and one of the tap q:
//   -k |f(p) - f(q)|^2 - m |p - q|^2 = 2k f(p).f(q) + 2m p.q + n(p) + n(q),
//   n(q) = -k |f(q)|^2 - m |q|^2,  k: feature_exponent, m: space_scale
// so one product gives the exponents of 16 pixels x 8 taps, and its result has the layout in which
// a second one takes the weights, as halves, to sum weight x (values, 1).
//   FEATURES         distance planes, at most 3. The tap's vector, one chunk of 8 halves:
//                    f0 f1 f2, 1, n in two halves, x y; coordinates from the tile's centre. It is
//                    multiplied by the pixel's vector and by what that one's rounding left over
//   LOW_PARTS        planes are not halves: for what rounding left over, another chunk has the
//                    tap's rounding errors l0 l1 l2 as well: f0 f1 f2, l0 l1 l2, x y
//   SEPARATE_VALUES  values are not the planes: a last chunk has them, minus VALUE_ORIGIN, and 1;
//                    otherwise the features serve as values
//   DISC             the window is a disc
//   one group   -> 32 x DOWN pixels; one warp -> four blocks of 4 x 4 pixels, side by side
//   local       -> uint4 chunks[CHUNKS][(DOWN + 2 radius_y) (32 + 2 radius_x)]; later the sums,
//                  float[DOWN][33][COLUMNS]
//   taps        the window's taps in units of 16 (methods/direct/tensor_taps.hpp)
// For a unit and a block: 3 products (one more for all blocks at the window's edge), 8 exponentials
// of 32 items, and 26 instructions in all. Every second block takes its exponentials from the
// special-function unit, the others by a polynomial. Bound by issue slots and by waits for several
// pipes, none of which is full (docs/journal/0083). Devices without the instructions compute the
// same term by term (tensor_terms.h), which only tests need.

#if BYTE_PRODUCTS
// What a warp keeps in registers for each block: the pixels' vectors and the sums.
typedef struct {
  uint pixels[4];
  float sums[4];
} Block;

// What all blocks of a warp share.
typedef struct {
  LocalAddress rows;  // the first tap's chunk of the first block; low parts: or its second chunk
  LocalAddress values;  // the same tap's chunk of values
  uint window[4];       // the matrix that selects a pixel's penalties; not for inner units
} Shared;

// Computes the matrix whose product with a unit's penalties gives each pixel its own. A disc has
// penalties for each of the 16 pixels; a square for the columns and rows of a block.
DEVICE void window_matrix(uint* window) {
  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  UNROLL for (int i = 0; i < 2; ++i) {
    const int pixel = g + 8 * i;
#if DISC
    window[i] = two_halves(pixel == 2 * t, pixel == 2 * t + 1);
    window[2 + i] = two_halves(pixel == 2 * t + 8, pixel == 2 * t + 9);
#else
    const int place = t < 2 ? pixel % BLOCK_SIDE : pixel / BLOCK_SIDE, first = t % 2 * 2;
    window[i] = two_halves(place == first, place == first + 1);
    window[2 + i] = 0u;
#endif
  }
}

// Computes the exponents of 16 pixels x taps 8 N to 8 N + 7. EDGE: they may lie outside a pixel's
// window.
#define EXPONENTS(EDGE, N, RESULT)                                         \
  {                                                                        \
    const float none[4] = {0.0f, 0.0f, 0.0f, 0.0f};                        \
    if (!(EDGE))                                                           \
      product16(block->pixels, rows + 2 * (N), none, RESULT);              \
    else if (DISC)                                                         \
      product16(shared->window, penalties + 2 * (N), none, RESULT);        \
    else                                                                   \
      product8(shared->window, penalties[N], none, RESULT);                \
    if (EDGE) product16(block->pixels, rows + 2 * (N), RESULT, RESULT);    \
  }

// Adds the 16 taps of a unit to a block's sums. UPPER, LOWER: the block's first and last two rows of
// pixels see some of them. `special`: the weights come from the special-function unit.
#define DEFINE_ADD_UNIT(EDGE, UPPER, LOWER)                                                  \
  DEVICE void add_unit_##EDGE##UPPER##LOWER(const Shared* shared, Block* block, int special, \
                                            int rows_at, int columns_at,                     \
                                            const uint* penalties) {                         \
    uint rows[4], values[2], weights[4] = {0u, 0u, 0u, 0u};                                  \
    read_rows4(shared->rows, rows_at, rows);                                                 \
    UNROLL for (int n = 0; n < 2; ++n) {                                                     \
      float e[4];                                                                            \
      EXPONENTS(EDGE, n, e)                                                                  \
      if (UPPER) weights[2 * n] = two_weights(e[0], e[1], special);                          \
      if (LOWER) weights[2 * n + 1] = two_weights(e[2], e[3], special);                      \
    }                                                                                        \
    read_columns2(shared->values, columns_at, values);                                       \
    product16(weights, values, block->sums, block->sums);                                    \
  }
DEFINE_ADD_UNIT(0, 1, 1)
DEFINE_ADD_UNIT(1, 1, 1)
DEFINE_ADD_UNIT(1, 1, 0)
DEFINE_ADD_UNIT(1, 0, 1)

DEVICE void read_penalties(const GLOBAL uint2* from, uint* penalties) {
  UNROLL for (int i = 0; i < PENALTIES; ++i) {
    const uint2 two = from[i * GROUP_WIDTH];
    penalties[2 * i] = two.x;
    penalties[2 * i + 1] = two.y;
  }
}

// Adds `count` units to the sums of all blocks.
#define ADD_UNITS(EDGE, UPPER, LOWER, count)                                         \
  NO_UNROLL for (int left = count; left > 0; --left, places += GROUP_WIDTH) {        \
    const uint2 place = *places;                                                     \
    uint penalties[4];                                                               \
    if (EDGE) {                                                                      \
      read_penalties(edge, penalties);                                               \
      edge += PENALTIES * GROUP_WIDTH;                                               \
    }                                                                                \
    UNROLL for (int m = 0; m < BLOCKS_OF_WARP; ++m)                                  \
        add_unit_##EDGE##UPPER##LOWER(&shared, &blocks[m], IS_SPECIAL(m),            \
                                      (int)place.x + 16 * m, (int)place.y + 16 * m,  \
                                      penalties);                                    \
  }

// Computes the sums of the warp's pixels; its first one is (x, y) of the group's. They stay in
// registers until no warp reads chunks any more.
DEVICE void add_taps(LOCAL uint4* chunks, const TileFrame* frame, const SelvageBilateral* a,
                     const GLOBAL uint4* table, int x, int y, int* holes) {
  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  const int own_x = x + g % BLOCK_SIDE, own_y = y + g / BLOCK_SIDE;
  Shared shared;
  // Of each sixteen rows that a load reads, the second eight may come from the second chunk.
  const int second = LOW_PARTS && LOCAL_X / 8 % 2 == 1 ? frame->pixels : 0;
  LOCAL uint4* first = chunks + y * frame->pitch + x;
  shared.rows = LOCAL_ADDRESS((LOCAL uint*)(first + second));
  shared.values = LOCAL_ADDRESS((LOCAL uint*)(first + (CHUNKS - 1) * frame->pixels));
  Block blocks[BLOCKS_OF_WARP];
  UNROLL for (int m = 0; m < BLOCKS_OF_WARP; ++m) {
    UNROLL for (int i = 0; i < 2; ++i) {
      uint both[2];
      pixel_vector(chunks, frame, chunk_of(frame, a, own_x + BLOCK_SIDE * m, own_y + 2 * i), t, a,
                   WEIGHT_BIAS(m), both);
      blocks[m].pixels[i] = both[0];
      blocks[m].pixels[2 + i] = both[1];
    }
    UNROLL for (int i = 0; i < 4; ++i) blocks[m].sums[i] = 0.0f;
  }
  const GLOBAL uint2* places = PLACES(table) + LOCAL_X;
  const GLOBAL uint2* edge = 0;
  ADD_UNITS(0, 1, 1, UNITS(table, INNER))
  window_matrix(shared.window);
  edge = penalties_of(table) + LOCAL_X;
  ADD_UNITS(1, 1, 1, UNITS(table, EDGE))
  ADD_UNITS(1, 1, 0, UNITS(table, UPPER))
  ADD_UNITS(1, 0, 1, UNITS(table, LOWER))
  find_holes(chunks, frame, a, holes);
  BARRIER();
  if (2 * t < COLUMNS)
    UNROLL for (int m = 0; m < BLOCKS_OF_WARP; ++m)
        UNROLL for (int i = 0; i < 4; ++i)
            *result(chunks, own_x + BLOCK_SIDE * m, own_y + i / 2 * 2, 2 * t + i % 2) =
                blocks[m].sums[i];
}
#endif

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_tensor(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                      const GLOBAL uchar* RESTRICT guide, const GLOBAL uint4* RESTRICT taps,
                      GLOBAL uchar* RESTRICT out,
                      ARGUMENTS(SelvageBilateral, args) LOCAL_PARAM(uint4, local_memory)) {
  LOCAL_BODY(uint4, local_memory)
  const SelvageBilateral* a = &args;
  const int rx = a->radius_x, ry = a->radius_y;
  // Groups are tied to the whole image, so that a pixel's result does not depend on the rectangle.
  const int left = (a->x0 / ACROSS + GROUP_X) * ACROSS, top = (a->y0 / DOWN + GROUP_Y) * DOWN;
  const TileFrame tile = tile_frame(a, left - rx, top - ry, ACROSS + 2 * rx, DOWN + 2 * ry);
  load_chunks(in + origin(&a->in), mask + origin(&a->mask), guide + origin(&a->guide), a, &tile,
              local_memory);
  BARRIER();

  int holes[2];
  add_taps(local_memory, &tile, a, taps, WARP % WARPS_ACROSS * (BLOCK_SIDE * BLOCKS_OF_WARP),
           WARP / WARPS_ACROSS * BLOCK_SIDE, holes);
  BARRIER();
  in += origin(&a->in);
  out += origin(&a->out);
  UNROLL for (int j = 0; j < 2; ++j) {
    const int row = LOCAL_Y + GROUP_HEIGHT * j, x = left + LOCAL_X, y = top + row;
    if (x >= a->x0 && x < a->x1 && y >= a->y0 && y < a->y1) {
      const LOCAL float* sum = result(local_memory, LOCAL_X, row, 0);
      const float inverse = RECIPROCAL(sum[ONE_COLUMN]);
      float mean[AVERAGED];
      UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = FMA(sum[c], inverse, VALUE_ORIGIN);
      write_pixel(in, out, a, x, y, holes[j] || leaves_image(a, x, y), mean);
    }
  }
}
