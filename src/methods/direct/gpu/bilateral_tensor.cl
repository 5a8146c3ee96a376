// SPDX-License-Identifier: Apache-2.0
// Candidate "tensor": the direct mean over a window for the norm l2, as products of matrices of
// halves (half_products.h). With f = feature_unit (plane -
// feature_origin), a weight's exponent is bilinear in a vector of the pixel p and one of the tap q:
//   -k |f(p) - f(q)|^2 - m |p - q|^2 = 2k f(p).f(q) + 2m p.q + n(p) + n(q),
//   n(q) = -k |f(q)|^2 - m |q|^2,  k: feature_exponent, m: space_scale
// so one product gives the exponents of 16 pixels x 8 taps, and its result has the layout in which
// a second one takes the weights, as halves, to sum weight x (values, 1).
//   FEATURES         distance planes, at most 3. The tap's vector, one chunk of 8 halves:
//                    f0 f1 f2, 1, n in two halves, x y; coordinates from the tile's centre
//   LOW_PARTS        planes are not halves: another chunk has the errors of f0 f1 f2
//   SEPARATE_VALUES  values are not the planes: a last chunk has them, minus VALUE_ORIGIN, and 1;
//                    otherwise the features serve as values
//   DISC             the window is a disc
//   one group   -> 32 x 16 pixels; one warp -> four blocks of 4 x 4 pixels, side by side
//   local       -> uint4 chunks[CHUNKS][(16 + 2 radius_y) (32 + 2 radius_x)]; later the sums,
//                  float[16][33][COLUMNS]
//   taps        the window's taps in units of 16 (methods/direct/gpu/tensor_taps.cpp)
// For a unit and a block: 5 products (7 at the window's edge), 8 exponentials of 32 items, half of
// them by a polynomial, and 29 instructions in all. Bound by the special-function unit and by the
// products (docs/journal/0033-weights-on-tensor-cores.md). Devices without the instructions compute
// the same term by term, which only tests need.

#define CHUNKS (1 + LOW_PARTS + SEPARATE_VALUES)
#define ONE_COLUMN (SEPARATE_VALUES && AVERAGED == 4 ? 4 : 3)  // whose sum is that of the weights
#define COLUMNS (ONE_COLUMN == 4 ? 6 : 4)
#define BLOCKS_OF_WARP 4
#define BLOCK_SIDE 4
#define ACROSS 32
#define DOWN 16
#define RESULT_PITCH (ACROSS + 1)
#define VALUE_ORIGIN 128.0f
#define WARPS_ACROSS (ACROSS / (BLOCK_SIDE * BLOCKS_OF_WARP))
DEVICE void store_tap(LOCAL uint4* chunks, const TileFrame* frame, const SelvageBilateral* a,
                      int i, int tx, int ty, const uint* word) {
  const int valid = !is_hole(word);  // else all is 0: an exponent of 0, and nothing to add
  const float x = valid ? (float)(tx - frame->pitch / 2) : 0.0f;
  const float y = valid ? (float)(ty - frame->pixels / frame->pitch / 2) : 0.0f;
  Pixel pixel;
  unpack(word, a, &pixel);
  float f[3] = {0.0f, 0.0f, 0.0f}, low[3] = {0.0f, 0.0f, 0.0f};
  float square = 0.0f;
  UNROLL for (int k = 0; k < FEATURES; ++k) {
#if GUIDED
    f[k] = (pixel.guide[k] - a->feature_origin[k]) * a->feature_unit;
#if SPLIT
    low[k] = pixel.guide[k + GUIDES] * a->feature_unit;
#endif
#else
    f[k] = pixel.value[k] - VALUE_ORIGIN;
#endif
    if (!valid) f[k] = low[k] = 0.0f;
    const float whole = f[k] + low[k];
    square = FMA(whole, whole, square);
  }
  const float n = FMA(-a->feature_exponent, square, -a->space_scale * FMA(x, x, y * y));
  const float n_near = low_half(two_halves(n, 0.0f));
  const float one = valid ? 1.0f : 0.0f;
  uint4 chunk;
  chunk.x = two_halves(f[0], f[1]);
  chunk.y = two_halves(f[2], one);
  chunk.z = two_halves(n, n - n_near);
  chunk.w = two_halves(x, y);
  chunks[i] = chunk;
#if LOW_PARTS
  low[0] += f[0] - low_half(chunk.x);
  low[1] += f[1] - high_half(chunk.x);
  low[2] += f[2] - low_half(chunk.y);
  chunk.x = two_halves(low[0], low[1]);
  chunk.y = two_halves(low[2], 0.0f);
  chunk.z = chunk.w = 0u;
  chunks[frame->pixels + i] = chunk;
#endif
#if SEPARATE_VALUES
  float v[4] = {0.0f, 0.0f, 0.0f, ONE_COLUMN == 3 ? one : 0.0f};
  UNROLL for (int c = 0; c < AVERAGED; ++c) if (valid) v[c] = pixel.value[c] - VALUE_ORIGIN;
  chunk.x = two_halves(v[0], v[1]);
  chunk.y = two_halves(v[2], v[3]);
  chunk.z = ONE_COLUMN == 4 ? two_halves(one, 0.0f) : 0u;
  chunk.w = 0u;
  chunks[(CHUNKS - 1) * frame->pixels + i] = chunk;
#endif
}

DEVICE void load_chunks(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                        const GLOBAL uchar* RESTRICT guide, const SelvageBilateral* a,
                        const TileFrame* frame, LOCAL uint4* chunks) {
#define STORE_TAP(i, tx, ty, word) store_tap(chunks, frame, a, i, tx, ty, word)
  if (frame->inside)
    FETCH_TILE(0, STORE_TAP)
  else
    FETCH_TILE(1, STORE_TAP)
}

// Computes word t of the vector that the taps' chunks are multiplied by for the pixel at `place`,
// and of a second one, which has what rounding left over.
DEVICE void pixel_vector(const LOCAL uint4* chunks, const TileFrame* frame, int place, int t,
                         const SelvageBilateral* a, uint* near_and_rest) {
  const LOCAL uint* own = (const LOCAL uint*)(chunks + place);
  const uint word = own[t], norm = own[2];
  float x = low_half(word), y = high_half(word);
#if LOW_PARTS
  const LOCAL uint* rest = (const LOCAL uint*)(chunks + frame->pixels + place);
  if (t < 2) {
    x += low_half(rest[t]);
    if (t == 0) y += high_half(rest[t]);
  }
#endif
  const float scale = t < 2 ? 2.0f * a->feature_exponent : t == 2 ? 0.0f : 2.0f * a->space_scale;
  const float add = t == 2 ? 1.0f : 0.0f;
  x = FMA(x, scale, add);
  y = t == 1 ? low_half(norm) + high_half(norm) + TENSOR_BIAS : FMA(y, scale, add);
  near_and_rest[0] = two_halves(x, y);
  near_and_rest[1] = two_halves(x - low_half(near_and_rest[0]), y - high_half(near_and_rest[0]));
}

// Returns the index of the chunk of the group's pixel (x, y).
DEVICE int chunk_of(const TileFrame* frame, const SelvageBilateral* a, int x, int y) {
  return (y + a->radius_y) * frame->pitch + x + a->radius_x;
}

// Returns where a sum of the group's pixel (x, y) is put, in the place of the chunks.
DEVICE LOCAL float* result(LOCAL uint4* chunks, int x, int y, int column) {
  return (LOCAL float*)chunks + (y * RESULT_PITCH + x) * COLUMNS + column;
}

// Finds whether this item's two pixels are invalid: the vector of one has no 1.
DEVICE void find_holes(const LOCAL uint4* chunks, const TileFrame* frame,
                       const SelvageBilateral* a, int* holes) {
  UNROLL for (int j = 0; j < 2; ++j) holes[j] =
      HOLES && chunks[chunk_of(frame, a, LOCAL_X, LOCAL_Y + GROUP_HEIGHT * j)].y >> 16 == 0u;
}

#define PENALTIES (DISC ? 2 : 1)  // uint2 per item and unit

// The table of taps (methods/direct/gpu/tensor_table.hpp).
typedef struct {
  int inner, edge, upper, lower;  // units
  const GLOBAL uint2* places;
  const GLOBAL uint2* penalties;
} Taps;

DEVICE Taps taps_of(const GLOBAL uint4* table) {
  const uint4 count = table[0];
  Taps taps;
  taps.inner = (int)count.x;
  taps.edge = (int)count.y;
  taps.upper = (int)count.z;
  taps.lower = (int)count.w;
  taps.places = (const GLOBAL uint2*)(table + 1);
  taps.penalties =
      taps.places + (taps.inner + taps.edge + taps.upper + taps.lower) * GROUP_WIDTH;
  return taps;
}

#if BYTE_PRODUCTS
// What a warp keeps in registers for each block: the pixels' vectors and the sums.
typedef struct {
  uint pixels[4];
  float sums[4];
} Block;

// What all blocks of a warp share.
typedef struct {
  LocalAddress base;  // the first tap's chunk of the first block
  int chunk;          // words from chunk to chunk
  uint window[4];     // the matrix that selects a pixel's penalties
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

// Computes the exponents of 16 pixels x taps 8 N to 8 N + 7, plus BIAS. EDGE: they may lie outside
// a pixel's window.
#define EXPONENTS(EDGE, N, BIAS, RESULT)                                        \
  {                                                                             \
    const float* bias = BIAS;                                                   \
    if (EDGE) {                                                                 \
      if (DISC)                                                                 \
        product16(shared->window, penalties + 2 * (N), bias, RESULT);           \
      else                                                                      \
        product8(shared->window, penalties[N], bias, RESULT);                   \
      bias = RESULT;                                                            \
    }                                                                           \
    if (LOW_PARTS) {                                                            \
      product8(block->pixels, low_rows[N], bias, RESULT);                       \
      bias = RESULT;                                                            \
    }                                                                           \
    product16(block->pixels, rows + 2 * (N), bias, RESULT);                     \
  }

// Adds the 16 taps of a unit to a block's sums. UPPER, LOWER: the block's first and last two rows of
// pixels see some of them.
#define DEFINE_ADD_UNIT(EDGE, UPPER, LOWER)                                                      \
  DEVICE void add_unit_##EDGE##UPPER##LOWER(const Shared* shared, Block* block, int rows_at,    \
                                            int columns_at, const uint* penalties) {            \
    const float none[4] = {0.0f, 0.0f, 0.0f, 0.0f};                                             \
    const float fixed[4] = {FIXED_BIAS, FIXED_BIAS, FIXED_BIAS, FIXED_BIAS};                    \
    uint rows[4], low_rows[2], values[2], weights[4] = {0u, 0u, 0u, 0u};                        \
    float e[4];                                                                                 \
    read_rows4(shared->base, rows_at, rows);                                                    \
    if (LOW_PARTS) read_rows2(shared->base, columns_at + shared->chunk, low_rows);              \
    EXPONENTS(EDGE, 0, none, e)                                                                 \
    if (UPPER) weights[0] = two_weights(e[0], e[1]);                                            \
    if (LOWER) weights[1] = two_weights(e[2], e[3]);                                            \
    EXPONENTS(EDGE, 1, fixed, e)                                                                \
    if (UPPER) weights[2] = two_weights_by_polynomial(e[0], e[1]);                              \
    if (LOWER) weights[3] = two_weights_by_polynomial(e[2], e[3]);                              \
    read_columns2(shared->base, columns_at + (CHUNKS - 1) * shared->chunk, values);             \
    product16(weights, values, block->sums, block->sums);                                       \
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
        add_unit_##EDGE##UPPER##LOWER(&shared, &blocks[m], (int)place.x + 16 * m,    \
                                      (int)place.y + 16 * m, penalties);             \
  }

// Computes the sums of the warp's pixels; its first one is (x, y) of the group's. They stay in
// registers until no warp reads chunks any more.
DEVICE void add_taps(LOCAL uint4* chunks, const TileFrame* frame, const SelvageBilateral* a,
                     const GLOBAL uint4* table, int x, int y, int* holes) {
  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  const int own_x = x + g % BLOCK_SIDE, own_y = y + g / BLOCK_SIDE;
  Shared shared;
  shared.chunk = 4 * frame->pixels;
  shared.base = LOCAL_ADDRESS((LOCAL uint*)(chunks + y * frame->pitch + x));
  window_matrix(shared.window);
  Block blocks[BLOCKS_OF_WARP];
  UNROLL for (int m = 0; m < BLOCKS_OF_WARP; ++m) {
    UNROLL for (int i = 0; i < 2; ++i) {
      uint both[2];
      pixel_vector(chunks, frame, chunk_of(frame, a, own_x + BLOCK_SIDE * m, own_y + 2 * i), t, a,
                   both);
      blocks[m].pixels[i] = both[0];
      blocks[m].pixels[2 + i] = both[1];
    }
    UNROLL for (int i = 0; i < 4; ++i) blocks[m].sums[i] = 0.0f;
  }
  const Taps taps = taps_of(table);
  const GLOBAL uint2* places = taps.places + LOCAL_X;
  const GLOBAL uint2* edge = taps.penalties + LOCAL_X;
  ADD_UNITS(0, 1, 1, taps.inner)
  ADD_UNITS(1, 1, 1, taps.edge)
  ADD_UNITS(1, 1, 0, taps.upper)
  ADD_UNITS(1, 0, 1, taps.lower)
  find_holes(chunks, frame, a, holes);
  BARRIER();
  if (2 * t < COLUMNS)
    UNROLL for (int m = 0; m < BLOCKS_OF_WARP; ++m)
        UNROLL for (int i = 0; i < 4; ++i)
            *result(chunks, own_x + BLOCK_SIDE * m, own_y + i / 2 * 2, 2 * t + i % 2) =
                blocks[m].sums[i];
}
#else
// Returns the sum of the products of eight halves with eight.
DEVICE float product_of_chunks(const uint* a, const LOCAL uint* b) {
  float sum = 0.0f;
  for (int i = 0; i < 4; ++i) {
    sum = FMA(low_half(a[i]), low_half(b[i]), sum);
    sum = FMA(high_half(a[i]), high_half(b[i]), sum);
  }
  return sum;
}

// Returns the penalty of a pixel of a block for tap 8 N + n of the unit with these penalties.
DEVICE float penalty_of(const GLOBAL uint2* unit, int N, int n, int pixel) {
#if DISC
  const uint2 two = unit[N * GROUP_WIDTH + 4 * n + pixel % 8 / 2];
  const uint both = pixel < 8 ? two.x : two.y;
  return pixel % 2 == 0 ? low_half(both) : high_half(both);
#else
  float sum = 0.0f;
  for (int k = 0; k < 2; ++k) {
    const int place = k == 0 ? pixel % BLOCK_SIDE : pixel / BLOCK_SIDE;
    const uint2 two = unit[4 * n + 2 * k + place / 2];
    const uint both = N == 0 ? two.x : two.y;
    sum += place % 2 == 0 ? low_half(both) : high_half(both);
  }
  return sum;
#endif
}

// Computes the sums of one pixel of the group.
DEVICE void add_taps_of_pixel(const LOCAL uint4* chunks, const TileFrame* frame,
                              const SelvageBilateral* a, const Taps* taps, int x, int y,
                              float* sums) {
  const int pixel = y % BLOCK_SIDE * BLOCK_SIDE + x % BLOCK_SIDE;
  const int units = taps->inner + taps->edge + taps->upper + taps->lower;
  const LOCAL uint* base =
      (const LOCAL uint*)(chunks + (y - y % BLOCK_SIDE) * frame->pitch + x - x % BLOCK_SIDE);
  uint near[4], rest[4];
  for (int t = 0; t < 4; ++t) {
    uint both[2];
    pixel_vector(chunks, frame, chunk_of(frame, a, x, y), t, a, both);
    near[t] = both[0];
    rest[t] = both[1];
  }
  for (int c = 0; c < COLUMNS; ++c) sums[c] = 0.0f;
  for (int u = 0; u < units; ++u)
    for (int tap = 0; tap < 16; ++tap) {
      const LOCAL uint* chunk = base + taps->places[u * GROUP_WIDTH + tap].y;
      float e = product_of_chunks(near, chunk) + product_of_chunks(rest, chunk);
      if (LOW_PARTS) e += product_of_chunks(near, chunk + 4 * frame->pixels);
      if (u >= taps->inner)
        e += penalty_of(taps->penalties + (u - taps->inner) * PENALTIES * GROUP_WIDTH, tap / 8,
                        tap % 8, pixel);
      const float weight = half_to_float(tap < 8 ? float_to_half(EXP2(e))
                                                 : weight_by_polynomial(e + FIXED_BIAS));
      const LOCAL uint* values = chunk + (CHUNKS - 1) * 4 * frame->pixels;
      for (int c = 0; c < COLUMNS; ++c)
        sums[c] += weight * (c % 2 == 0 ? low_half(values[c / 2]) : high_half(values[c / 2]));
    }
}

DEVICE void add_taps(LOCAL uint4* chunks, const TileFrame* frame, const SelvageBilateral* a,
                     const GLOBAL uint4* table, int x, int y, int* holes) {
  const Taps taps = taps_of(table);
  float sums[2][COLUMNS];
  for (int j = 0; j < 2; ++j)
    add_taps_of_pixel(chunks, frame, a, &taps, LOCAL_X, LOCAL_Y + GROUP_HEIGHT * j, sums[j]);
  find_holes(chunks, frame, a, holes);
  BARRIER();
  for (int j = 0; j < 2; ++j)
    for (int c = 0; c < COLUMNS; ++c)
      *result(chunks, LOCAL_X, LOCAL_Y + GROUP_HEIGHT * j, c) = sums[j][c];
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
  const int left = a->x0 + GROUP_X * ACROSS, top = a->y0 + GROUP_Y * DOWN;
  const TileFrame tile = tile_frame(a, left - rx, top - ry, ACROSS + 2 * rx, DOWN + 2 * ry);
  in += origin(&a->in);
  mask += origin(&a->mask);
  guide += origin(&a->guide);
  out += origin(&a->out);
  load_chunks(in, mask, guide, a, &tile, local_memory);
  BARRIER();

  int holes[2];
  add_taps(local_memory, &tile, a, taps, WARP % WARPS_ACROSS * (BLOCK_SIDE * BLOCKS_OF_WARP),
           WARP / WARPS_ACROSS * BLOCK_SIDE, holes);
  BARRIER();
  UNROLL for (int j = 0; j < 2; ++j) {
    const int row = LOCAL_Y + GROUP_HEIGHT * j, x = left + LOCAL_X, y = top + row;
    if (x < a->x1 && y < a->y1) {
      const LOCAL float* sum = result(local_memory, LOCAL_X, row, 0);
      const float inverse = 1.0f / sum[ONE_COLUMN];
      float mean[AVERAGED];
      UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = FMA(sum[c], inverse, VALUE_ORIGIN);
      write_pixel(in, out, a, x, y, holes[j] || leaves_image(a, x, y), mean);
    }
  }
}
