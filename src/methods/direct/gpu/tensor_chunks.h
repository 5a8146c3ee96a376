// SPDX-License-Identifier: Apache-2.0
// The vectors of candidate "tensor" (bilateral_tensor.cl): a tap's chunks in local memory, a pixel's
// own vector, where the sums are put, and the table of taps.

#define CHUNKS (1 + LOW_PARTS + SEPARATE_VALUES)
#define ONE_COLUMN (SEPARATE_VALUES && AVERAGED == 4 ? 4 : 3)  // whose sum is that of the weights
#define COLUMNS (ONE_COLUMN == 4 ? 6 : 4)
#define BLOCKS_OF_WARP 4
#define BLOCK_SIDE 4
#define ACROSS 32
#define DOWN (2 * GROUP_HEIGHT)
#define RESULT_PITCH (ACROSS + 1)
// Every second block takes its weights from the special-function unit, the others by a polynomial.
// A factor of all weights of a pixel does not matter.
#define IS_SPECIAL(m) ((m) % 2 == 1)
#define WEIGHT_BIAS(m) (IS_SPECIAL(m) ? SPECIAL_BIAS : POLYNOMIAL_BIAS)
#define WARPS_ACROSS (ACROSS / (BLOCK_SIDE * BLOCKS_OF_WARP))
#define VALUE_ORIGIN 128.0f  // levels
#define LESS_BY_A_ROUNDING 1.0005f  // > 1 + 2^-11

// Value k of a pixel that was unpacked from `word`, minus the origin.
#if PACKED && BYTE_PRODUCTS  // one subtraction for the conversion and the origin
#define CENTRED_BYTE(k) (AS_FLOAT(bytes_of(word[0], 0x4b000000u, 0x7440 + (k))) - 8388736.0f)
#else
#define CENTRED_BYTE(k) (pixel.value[k] - VALUE_ORIGIN)
#endif

// Stores the chunks of pixel i, in column tx and row ty of the tile.
DEVICE void store_tap(LOCAL uint4* chunks, const TileFrame* frame, const SelvageBilateral* a,
                      int i, int tx, int ty, const uint* word) {
  // If not valid, all is 0: an exponent of 0, and nothing to add. Without HOLES that may be a pixel
  // outside the image, which only pixels see that are copied.
  const int valid = IMAGE_BYTES || word[0] != AS_UINT(HOLE);
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
    f[k] = CENTRED_BYTE(k);
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
  chunk.y = two_halves(f[2], low[0]);
  chunk.z = two_halves(low[1], low[2]);
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

#if LOW_PARTS
// Computes word t of the two vectors that a tap's two chunks are multiplied by for the pixel at
// `place`. n(p) is a single half, which scales all weights of the pixel alike; a little less than it
// is, so that no weight gets too large.
DEVICE void pixel_vector(const LOCAL uint4* chunks, const TileFrame* frame, int place, int t,
                         const SelvageBilateral* a, float bias, uint* two) {
  const uint4 own = chunks[place], low = chunks[frame->pixels + place];
  const float scale = 2.0f * a->feature_exponent, in_space = 2.0f * a->space_scale;
  const float n = low_half(own.z) + high_half(own.z);
  float x = (low_half(own.x) + high_half(low.y)) * scale;
  float y = (high_half(own.x) + low_half(low.z)) * scale;
  const uint near01 = two_halves(x, y);
  const float f2 = (low_half(own.y) + high_half(low.z)) * scale;
  const uint near2 = two_halves(f2, FMA(n, LESS_BY_A_ROUNDING, bias));
  if (t == 3) {
    x = low_half(own.w) * in_space;
    y = high_half(own.w) * in_space;
  }
  const uint first = t == 3 ? two_halves(x, y) : near01;
  const uint rest = two_halves(x - low_half(first), y - high_half(first));
  const uint rest2 = two_halves(f2 - low_half(near2), low_half(near01));
  two[0] = t == 1 ? near2 : t == 2 ? TWICE(0x3c00u) : first;
  two[1] = t == 1 ? rest2 : t == 2 ? near01 >> 16 | near2 << 16 : rest;
}
#else
// Computes word t of the vector that the taps' chunks are multiplied by for the pixel at `place`,
// and of a second one, which has what rounding left over.
DEVICE void pixel_vector(const LOCAL uint4* chunks, const TileFrame* frame, int place, int t,
                         const SelvageBilateral* a, float bias, uint* near_and_rest) {
  const LOCAL uint* own = (const LOCAL uint*)(chunks + place);
  const uint word = own[t], norm = own[2];
  float x = low_half(word), y = high_half(word);
  const float scale = t < 2 ? 2.0f * a->feature_exponent : t == 2 ? 0.0f : 2.0f * a->space_scale;
  const float add = t == 2 ? 1.0f : 0.0f;
  x = FMA(x, scale, add);
  y = t == 1 ? low_half(norm) + high_half(norm) + bias : FMA(y, scale, add);
  near_and_rest[0] = two_halves(x, y);
  near_and_rest[1] = two_halves(x - low_half(near_and_rest[0]), y - high_half(near_and_rest[0]));
}
#endif

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

// The table of taps (methods/direct/gpu/tensor_table.hpp): the numbers of units of each kind, for
// every unit a place for each item, and for all but the inner units their penalties.
enum { INNER, EDGE, UPPER, LOWER, KINDS };
#define UNITS(table, kind) ((int)((const GLOBAL uint*)(table))[kind])
#define PLACES(table) ((const GLOBAL uint2*)((table) + 1))

DEVICE const GLOBAL uint2* penalties_of(const GLOBAL uint4* table) {
  int units = 0;
  UNROLL for (int kind = 0; kind < KINDS; ++kind) units += UNITS(table, kind);
  return PLACES(table) + units * GROUP_WIDTH;
}
