// SPDX-License-Identifier: Apache-2.0
// Candidate "separable_tensor": means of bytes whose weights are a row times a column, as products
// of byte matrices (mma.h). For the number format see methods/separable_tensor/byte_weights.hpp.
// Supports all strides and all borders except SHRINK and COPY. Read after async_copy.h.
//   STEPS_X, STEPS_Y   products of a row's and a column's sum
//   RADIUS_X, RADIUS_Y taps to each side
//   TILES              neighbouring blocks of 16 samples per warp: 2
//   ONE_MATRIX         row and column have the same weights
//   one warp   -> TILES x 16 samples x `rows` rows: 32 items process 16 rows at a time, downwards
//   one group  -> GROUP_HEIGHT neighbouring warps
//   weights    the matrices in the order of items (methods/separable_tensor/gpu/tensor_code.hpp)
//   local      of each warp: uint blocks[AHEAD][BLOCK_WORDS], shifted[BLOCK][ROW_WORDS]; after
//              those of all warps, of each uint shared[PRODUCT_WORDS]; after those, of each
//              i64 places[WINDOW]
//
// A block of 16 rows is first summed along its rows: weights (16 samples x WINDOW) times image
// (WINDOW x 8 rows), twice. Then item 4 g + t holds, for samples g and g + 8, columns 2 t and
// 2 t + 1 of either product. Columns are rows in the order of place_of, so that these are rows 4 t
// to 4 t + 3, which the second product expects from the item as a column of B: weights (16 rows x 32)
// times sums (32 rows of two blocks x 8 samples). Samples and rows of a result have the same order,
// so that an item ends with four neighbours.
//
// For 512 samples, with one step each way: 20 products and some 130 other instructions of 32 items,
// at any radius; a copy of 2.9 TB/s leaves an H100 time for 360. Bound by latency, with 16 warps at
// once on a multiprocessor, and by the multiprocessor with the most groups (docs/journal/0026).

// The first of the warp's samples that an item writes.
#define FIRST_WRITTEN (LOCAL_X / 2 % 2 * 8 + LOCAL_X % 2 * BLOCK)

// The upper and lower bytes of a block's row sums, for samples g and g + 8.
typedef struct {
  uint upper[TILES][2], lower[TILES][2];
} Sums;

typedef struct {
  uint upper[4], lower[4];
} Weights;

// Sums eight rows: 256 times the sums of samples g and g + 8 in columns 2 t and 2 t + 1.
DEVICE void sum_eight(uint (*words)[2 * TILES], int j, const Weights* weights, int* sums,
                      LOCAL uint* shared) {
  int lower[4] = {0, 0, 0, 0}, upper[4] = {0, 0, 0, 0};
  UNROLL_STEPS for (int s = 0; s < STEPS_X; ++s) {
    add_product(weights[s].lower, words[s] + 2 * j, lower, lower, shared);
    add_product(weights[s].upper, words[s] + 2 * j, upper, upper, shared);
  }
  UNROLL for (int i = 0; i < 4; ++i) sums[i] = upper[i] + (lower[i] >> 8);
}

// `made_up`: twice the value of byte_weights.hpp, and half a level.
DEVICE void sum_rows(uint (*words)[STEPS_X][2 * TILES], const Weights* weights, uint made_up,
                     Sums* block, LOCAL uint* shared) {
  UNROLL_STEPS for (int j = 0; j < TILES; ++j) {
    int sums[2][4];
    UNROLL_STEPS for (int i = 0; i < 2; ++i)
      sum_eight(words[i], j, weights, sums[i], shared);
    UNROLL for (int k = 0; k < 2; ++k) {  // samples g and g + 8
      const uint first = bytes_of(sums[0][2 * k], sums[0][2 * k + 1], 0x5410) + made_up;
      const uint second = bytes_of(sums[1][2 * k], sums[1][2 * k + 1], 0x5410) + made_up;
      block->lower[j][k] = bytes_of(first, second, 0x6420);
      block->upper[j][k] = bytes_of(first, second, 0x7531);
    }
  }
}

// Computes columns 2 t and 2 t + 1 of the k-th eight samples of tile j: the results in rows g and
// g + 8, in the second byte. `newest`: the block that arrived last.
DEVICE void sum_columns(const Sums* blocks, int newest, int j, int k, const Weights* weights,
                        int* results, LOCAL uint* shared) {
  int smaller[4] = {0, 0, 0, 0}, larger[4] = {0, 0, 0, 0};
  UNROLL_STEPS for (int s = 0; s < STEPS_Y; ++s) {
    const Sums* const above = &blocks[(newest + 1 + 2 * s) % BLOCKS];
    const Sums* const below = &blocks[(newest + 2 + 2 * s) % BLOCKS];
    const uint lower[2] = {above->lower[j][k], below->lower[j][k]};
    const uint upper[2] = {above->upper[j][k], below->upper[j][k]};
    add_product(weights[s].upper, lower, smaller, smaller, shared);
    add_product(weights[s].upper, upper, larger, larger, shared);
    add_product(weights[s].lower, upper, smaller, smaller, shared);
  }
  UNROLL for (int i = 0; i < 4; ++i) results[i] = larger[i] + (smaller[i] >> 8);
}

// Writes the requested ones of eight samples of row y, from `sample` on.
DEVICE void write_eight(GLOBAL uchar* out, const SelvageLinear* a, const Warp* m, int sample, int y,
                        uint2 eight) {
  NO_UNROLL for (int p = 0; p < 8; ++p, ++sample)
    if (sample < a->x1 * CHANNELS && y < m->end)
      out[(i64)y * a->out.row + (i64)(sample / CHANNELS) * a->out.pixel +
          sample % CHANNELS * a->out.channel] = (uchar)((p < 4 ? eight.x : eight.y) >> p % 4 * 8);
}

// `to`: the target of the item's first results.
DEVICE void write_block(GLOBAL uchar* out, const SelvageLinear* a, const Warp* m, int y,
                        const Sums* blocks, int newest, const Weights* weights, GLOBAL uchar* to) {
  uint four[2][TILES];
  UNROLL_STEPS for (int j = 0; j < TILES; ++j) {
    int results[2][4];
    UNROLL_STEPS for (int k = 0; k < 2; ++k)
      sum_columns(blocks, newest, j, k, weights, results[k], m->shared);
    UNROLL for (int i = 0; i < 2; ++i) {
      const uint left = bytes_of(results[0][2 * i], results[0][2 * i + 1], 0x51);
      const uint right = bytes_of(results[1][2 * i], results[1][2 * i + 1], 0x51);
      four[i][j] = bytes_of(left, right, 0x5410);
    }
  }
  uint2 eight[2];  // of two items' fours
  UNROLL for (int i = 0; i < 2; ++i) {
    const int odd = LOCAL_X % 2;
    const uint other = exchanged(odd ? four[i][0] : four[i][1], 1, m->shared);
    eight[i].x = odd ? other : four[i][0];
    eight[i].y = odd ? four[i][1] : other;
  }
  if (y <= m->last_written)
    UNROLL for (int i = 0; i < 2; ++i) *(GLOBAL uint2*)(to + (i64)(2 * i) * a->out.row) = eight[i];
  else
    UNROLL for (int i = 0; i < 2; ++i)
      write_eight(out, a, m, m->sample + FIRST_WRITTEN, y + place_of(LOCAL_X / 4) + 2 * i,
                  eight[i]);
}

DEVICE void read_four(const GLOBAL uint4* from, uint* words) {
  const uint4 four = from[LOCAL_X];
  words[0] = four.x;
  words[1] = four.y;
  words[2] = four.z;
  words[3] = four.w;
}

DEVICE void read_weights(const GLOBAL uint4* from, int steps, Weights* weights) {
  UNROLL_STEPS for (int s = 0; s < steps; ++s) {
    read_four(from + 2 * s * GROUP_WIDTH, weights[s].upper);
    read_four(from + (2 * s + 1) * GROUP_WIDTH, weights[s].lower);
  }
}

// Computes the warp's rows.
DEVICE void compute_rows(const GLOBAL uchar* in, GLOBAL uchar* out, const SelvageLinear* a,
                         Warp* m, const Weights* row, const Weights* column) {
  Sums blocks[BLOCKS];
  const uint made_up = (uint)(a->made_up + 128) * 0x10001u;
  Copies copies = copies_of(in, a, m);
  const int top = m->first - PAD_Y;
  UNROLL_STEPS for (int i = 0; i < AHEAD; ++i)
    begin_block(in, a, m, top + BLOCK * i, i, &copies);
  if (mends(m)) find_places(a, m);  // while the first blocks arrive
  WARP_BARRIER();
  read_sources(m);
  GLOBAL uchar* to = out + (i64)(top - PAD_Y + place_of(LOCAL_X / 4)) * a->out.row + m->sample +
                     FIRST_WRITTEN;
  NO_UNROLL for (int b = top; b - PAD_Y < m->until; b += BLOCK * BLOCKS)
  UNROLL_STEPS for (int i = 0; i < BLOCKS; ++i) {
    const int y = b + BLOCK * i - PAD_Y;  // complete when this block has come
    if (y < m->until) {
      LOCAL uint* const own = m->blocks + BLOCK_WORDS * (i % AHEAD);
      uint words[2][STEPS_X][2 * TILES];
      WAIT_FOR_COPIES(AHEAD - 1);
      const LOCAL uint* const rows = finish_block(in, a, m, y + PAD_Y, own);
      UNROLL_STEPS for (int k = 0; k < 2; ++k)
      UNROLL_STEPS for (int s = 0; s < STEPS_X; ++s)
        read_rows(rows + 8 * ROW_WORDS * k + 8 * s, ROW_WORDS, words[k][s]);
      WARP_BARRIER();
      begin_block(in, a, m, b + BLOCK * (i + AHEAD), i % AHEAD, &copies);
      sum_rows(words, row, made_up, &blocks[i], m->shared);
      if (y >= m->first) write_block(out, a, m, y, blocks, i, column, to);
      to += (i64)BLOCK * a->out.row;
    }
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void separable_tensor(const GLOBAL uchar* RESTRICT in, const GLOBAL uint4* RESTRICT weights,
                      GLOBAL uchar* out,
            ARGUMENTS(SelvageLinear, args) LOCAL_PARAM(uint4, local_memory)) {
  LOCAL_BODY(uint4, local_memory)
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  out += origin(&a->out);
  Warp m = warp_of(in, out, a);
  LOCAL uint* const words = (LOCAL uint*)local_memory;
  LOCAL uint* const shared = words + GROUP_HEIGHT * WARP_WORDS;
  m.blocks = words + WARP * WARP_WORDS;
  m.shifted = m.blocks + AHEAD * BLOCK_WORDS;
  m.shared = shared + WARP * PRODUCT_WORDS;
  m.places = (LOCAL i64*)(shared + GROUP_HEIGHT * PRODUCT_WORDS) + WARP * WINDOW;
  Weights row[STEPS_X], column[STEPS_Y];
  read_weights(weights, STEPS_X, row);
  if (!ONE_MATRIX) read_weights(weights + 2 * GROUP_WIDTH * STEPS_X, STEPS_Y, column);
  m.sources = (LOCAL uchar*)m.places;
  if (m.last_row < 0 && !mends(&m)) find_places(a, &m);
  WARP_BARRIER();
  compute_rows(in, out, a, &m, row, ONE_MATRIX ? row : column);
}
