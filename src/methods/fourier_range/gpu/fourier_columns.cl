// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", first kernel: means of the columns of cosines and sines of all terms.
// Read after fourier.h and fourier_levels.h.
//   one group   -> ACROSS x 16 columns, DOWN x 32 rows of the planes of terms_together terms. It
//                  looks up the waves of all its taps once for a term, or twice if the tile holds
//                  only tile_blocks of their blocks of rows. Its warps multiply and add them
//   one warp    -> 16 columns x 32 rows: 12 (blocks_y) products of matrices for cosines, and for
//                  sines, of a term
//   local       -> matrices of weights; levels [16 ACROSS][LEVEL_WORDS], column by column, so
//                  that a word holds WORD_ROWS rows; a tile of waves [16 ACROSS][TILE_WORDS]; a
//                  term's waves; the image's rows, twice; TAP_WORDS of each warp; with HOLES a byte
//                  for eight rows, whose bits tell which of them take part; of floats a word for 32
//                  rows, whose bits mark samples without a step
// Groups compute the planes of one set: of a joint filter those of D^ or an N^, else of a channel.
// Scratch has columns from x0 - 16 (blocks_x - 1) on, so that the next kernel finds whole blocks of
// taps.
// Of local memory, an item reads 16 words beside 12 products, and looks up (blocks_y - 1) / DOWN +
// 1 levels for each mean.

#define NO_WAVE 0xff7fff7fu  // what stands for a cosine and a sine of 0

// Loads the levels of rows 0..3 and 16..19 from a column's word on.
DEVICE void load_words(const LOCAL uint* column, uint* levels) {
  UNROLL_SUMS for (int i = 0; i < 2; ++i, column += 16 / WORD_ROWS) {
#if WORD_ROWS == 1
    const uint4 four = *(const LOCAL uint4*)column;
    levels[4 * i] = four.x;
    levels[4 * i + 1] = four.y;
    levels[4 * i + 2] = four.z;
    levels[4 * i + 3] = four.w;
#elif WORD_ROWS == 2
    const uint2 two = *(const LOCAL uint2*)column;
    levels[2 * i] = two.x;
    levels[2 * i + 1] = two.y;
#else
    levels[i] = *column;
#endif
  }
}

// Begins to copy the waves of a term into local memory.
DEVICE void begin_waves(const GLOBAL uint* from, LOCAL uint* waves) {
  for (int i = 4 * ITEM; i < WAVE_WORDS; i += 4 * ITEMS)
    begin_copy_of_16(LOCAL_ADDRESS(waves + i), (const GLOBAL uchar*)(from + i));
  END_COPIES();
}

#if JOINT || WORDS
typedef const LOCAL float2* Waves;
#define WAVES_AT(words) ((Waves)(words))
#else
typedef LocalAddress Waves;
#define WAVES_AT(words) LOCAL_ADDRESS(words)
#endif

// Returns the bytes of the cosine and the sine of level i in some words: the upper byte of either
// before the lower one.
DEVICE uint wave_at(const uint* levels, int i, Waves waves) {
  const float zero = 8388608.0f + 32767.0f;  // the sum's lowest bits are the rounded integer
#if JOINT
  const float2 wave = waves[levels[i] & 255u];
  const float value = AS_FLOAT(bytes_of(levels[i], 0x4b000000u, 0x7432)) - (8388608.0f + 32768.0f);
  const uint c = AS_UINT(FMA(wave.x, value, zero)), s = AS_UINT(FMA(wave.y, value, zero));
  const uint bytes = bytes_of(c, s, 0x4501);
  return HOLES && (levels[i] & MISSING) != 0 ? NO_WAVE : bytes;
#elif WORDS
  const uint level = levels[i / 2] >> 16 * (i % 2) & 65535u;
  const float2 wave = wave_of_bytes(level, waves);
  return bytes_of(AS_UINT(wave.x + zero), AS_UINT(wave.y + zero), 0x4501);
#else
  return word_at(waves, 4 * (levels[i / 4] >> 8 * (i % 4) & 255u));
#endif
}

// Looks up the levels of those eight rows, of which the bits of `parts` take part:
// bytes[0..3][0..1] are the upper and the lower bytes of their cosines, then of their sines.
DEVICE void look_up(const uint* levels, uint parts, Waves waves, uint (*bytes)[2]) {
  UNROLL_SUMS for (int i = 0; i < 2; ++i) {
    uint words[4], turned[4];
    UNROLL_SUMS for (int j = 0; j < 4; ++j) {
      words[j] = wave_at(levels, 4 * i + j, waves);
#if HOLES && !JOINT
      if ((parts >> (4 * i + j) & 1u) == 0) words[j] = NO_WAVE;
#endif
    }
    transpose_bytes(words, turned);
    UNROLL_SUMS for (int j = 0; j < 4; ++j) bytes[j][i] = turned[j];
  }
}

// Where an item finds its words among the 32 of a block of rows, whose fours are permuted: those of
// neighbouring columns lie in different banks for both the items that write them and those that
// read them.
DEVICE int tile_order(int column) { return (column & 1) << 2 | (column >> 1 & 3); }

// Writes the waves of `count` blocks of 32 rows of the group's columns. `levels`, `parts`: of the
// group's first column and the first block; `tile`: [GROUP_COLUMNS][blocks][cosine, sine][t][upper,
// lower][2], where word i has rows 4 t + 16 i and the next three.
DEVICE void fill_tile(const SelvageFourier* a, int count, const LOCAL uint* levels,
                      const LOCAL uchar* parts, Waves waves, LOCAL uint* tile) {
  const int column = ITEM % GROUP_COLUMNS, order = tile_order(column), i = ITEM / GROUP_COLUMNS;
  const int at_once = ITEMS / GROUP_COLUMNS;  // items of a column: each has one t, or two
  levels += column * LEVEL_WORDS(a);
  parts += column * PART_BYTES(a);
  tile += column * TILE_WORDS(a);
  NO_UNROLL for (int t = i % 4; t < 4; t += MIN_INT(at_once, 4)) {
    LOCAL uint* const cosines = tile + 4 * (t ^ order);
    LOCAL uint* const sines = tile + 4 * ((4 + t) ^ order);
    const LOCAL uint* const of_column = levels + 4 / WORD_ROWS * t;
    NO_UNROLL for (int block = i / 4; block < count; block += MAX_INT(at_once / 4, 1)) {
      uint those = 255u;
#if HOLES && !JOINT
      const LOCAL uchar* const bytes_of_column = parts + 4 * block + t / 2;
      those = (uint)bytes_of_column[0] >> 4 * (t % 2) & 15u;
      those |= ((uint)bytes_of_column[2] >> 4 * (t % 2) & 15u) << 4;
#endif
      uint of_item[ITEM_WORDS], bytes[4][2];
      load_words(of_column + 32 / WORD_ROWS * block, of_item);
      look_up(of_item, those, waves, bytes);
      const uint4 c = {bytes[0][0], bytes[0][1], bytes[1][0], bytes[1][1]};
      const uint4 s = {bytes[2][0], bytes[2][1], bytes[3][0], bytes[3][1]};
      *(LOCAL uint4*)(cosines + 32 * block) = c;
      *(LOCAL uint4*)(sines + 32 * block) = s;
    }
  }
}

#if FLOATS
// Writes the marks of 16 columns in a row of the group. `marks`: [GROUP_COLUMNS][MARK_WORDS];
// `to`: of the group's first row and column.
DEVICE void write_marks(const LOCAL uint* marks, const SelvageFourier* a, GLOBAL uchar* to) {
  const int row = ITEM / ACROSS, sixteen = ITEM % ACROSS, words = MARK_WORDS(a);
  const int first = row + 16 * (a->blocks_y - 1) - a->radius_y, last = first + 2 * a->radius_y;
  marks += 16 * sixteen * words;
  uint bits = 0;
  NO_UNROLL for (int c = 0; c < 16; ++c, marks += words) {
    uint found = 0;
    NO_UNROLL for (int i = first / 32; i <= last / 32; ++i)
      found |= marks[i] & bits_between(first - 32 * i, last - 32 * i, 32);
    bits |= (found != 0 ? 1u : 0u) << c;
  }
  *(GLOBAL ushort*)(to + (i64)row * (a->pitch / 16) + 2 * sixteen) = (ushort)bits;
}
#endif

// Writes the means of four columns in the item's four rows, every eighth one. `sums`: of both
// matrices of columns, each with two products; `to`: of the item's half of eight columns, four of
// which are another's.
DEVICE void write_means(Sums (*sums)[2], const SelvageFourier* a, GLOBAL uchar* to,
                        LOCAL uint* shared) {
  const int first = LOCAL_X % 4 < 2;  // of the two items that share them
  UNROLL_SUMS for (int m = 0; m < 2; ++m)
  UNROLL_SUMS for (int i = 0; i < 2; ++i) {
    uint means[4], bytes[4];
    UNROLL_SUMS for (int c = 0; c < 4; ++c)
      means[c] = MUL_HI(sum_of(&sums[c / 2][m], 2 * i + c % 2), a->column_scale);
    transpose_bytes(means, bytes);
    const uint other = exchanged(first ? bytes[0] : bytes[1], 2, shared);
    uint2 eight;  // upper bytes, or lower ones
    eight.x = first ? bytes[1] : other;
    eight.y = first ? other : bytes[0];
    *(GLOBAL uint2*)(to + (i64)(16 * m + 8 * i) * a->pitch) = eight;
  }
}

// Adds the `count` blocks of the tile to a plane's sums, of which the first is the warp's `first`:
// those before its block 0 and after its last one have no weight. `tile`: of line g of the first
// matrix and block 0, which need not be there; `order`: of the item's words among the fours of a
// block; `w`: of the block before.
DEVICE void add_columns(const LOCAL uint* tile, int order, const SelvageFourier* a, int first,
                        int count, const LOCAL uint* matrices, Weights* w, Sums (*sums)[2],
                        LOCAL uint* shared) {
#if BYTE_PRODUCTS
  const int end = MIN_INT(first + count, a->blocks_y);
  UNROLL_2 for (int block = MAX_INT(first, 0); block < end; ++block) {
    next_weights(matrices, block, a, &w[0], &w[1]);
#else  // all warps meet at the barriers of products
  NO_UNROLL for (int block = first; block < first + count; ++block) {
    if (block >= 0 && block < a->blocks_y) {
      next_weights(matrices, block, a, &w[0], &w[1]);
    } else {
      clear_weights(&w[0]);
      clear_weights(&w[1]);
    }
#endif
    Taps taps[2];  // [j]
    UNROLL_SUMS for (int j = 0; j < 2; ++j) {  // the order of matrix 1's lines differs in bit 0
      const LOCAL uint* const of_line = tile + 2 * j * TILE_WORDS(a) + 32 * block;
      set_taps(*(const LOCAL uint4*)(of_line + 4 * (order ^ j)), &taps[j]);
    }
    add_block(w, taps, sums, shared);
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fourier_columns(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                     const GLOBAL uchar* RESTRICT mask, const GLOBAL uint* RESTRICT tables,
                     GLOBAL uchar* RESTRICT scratch, GLOBAL uchar* RESTRICT out,
                     ARGUMENTS(SelvageFourier, args) LOCAL_PARAM(uint4, memory)) {
  LOCAL_BODY(uint4, memory)
  const SelvageFourier* a = &args;
  const int words = LEVEL_WORDS(a);  // of a column
  LOCAL uint* const matrices = (LOCAL uint*)memory;
  LOCAL uint* const tile = matrices + MATRIX_WORDS * a->blocks_y;
  LOCAL uint* const waves = tile + GROUP_COLUMNS * TILE_WORDS(a);
  LOCAL uint* const levels = waves + WAVE_WORDS;
  LOCAL uint* const marks = levels + GROUP_COLUMNS * words;
  LOCAL int* const rows = (LOCAL int*)(marks + GROUP_COLUMNS * MARK_WORDS(a));
  LOCAL int* const held = rows + 32 * ROW_BLOCKS(a);
  LOCAL uint* const all_shared = (LOCAL uint*)held + 32 * ROW_BLOCKS(a);
  LOCAL uint* const shared = all_shared + LOCAL_Y * TAP_WORDS;
  const int term_groups = (a->terms - 1) / a->terms_together + 1, set = GROUP_Z / term_groups;
  const int first = GROUP_Z % term_groups * a->terms_together;
  const int terms = MIN_INT(a->terms_together, a->terms - first);
  const int left = GROUP_X * GROUP_COLUMNS, top = GROUP_Y * GROUP_ROWS;
  in += a->in.offset + (JOINT ? 0 : set * a->in.channel);
#if HOLES || FLOATS
  mask += a->mask.offset;
#endif
  if (GROUP_X == 0 && GROUP_Y == 0 && GROUP_Z == 0 && ITEM == 0)
    *(GLOBAL uint*)(scratch + a->list) = 0;
  copy_words(tables + MATRICES_Y(a), MATRIX_WORDS * a->blocks_y, matrices);
  const int column = ITEM % GROUP_COLUMNS;
  const int x = find_column(a, a->x0 - 16 * (a->blocks_x - 1) + left);
  find_rows(a, a->y0 - 16 * (a->blocks_y - 1) + top, rows, held);
#if FLOATS
  for (int i = ITEM; i < GROUP_COLUMNS * MARK_WORDS(a); i += ITEMS) marks[i] = 0;
#endif
  BARRIER();
#if JOINT
  const JointImages images = {in, guide + a->guide.offset, mask, set};
  load_joint(&images, a, x, rows, held, levels + column * words);
#else
  load_levels(in, mask, a, x, rows, held, levels + column * words,
              marks + column * MARK_WORDS(a));
  if (a->border == CONSTANT)
    set_outside(in, mask, a, x, rows, levels + column * words, marks + column * MARK_WORDS(a));
#endif
  LOCAL uchar* const parts = (LOCAL uchar*)(all_shared + GROUP_HEIGHT * TAP_WORDS);
#if HOLES && !JOINT
  load_parts(in, mask, a, x, rows, parts + column * PART_BYTES(a));
#endif
#if FLOATS
  BARRIER();
  if (GROUP_Z == 0)
    write_marks(marks, a, scratch + a->marks + (i64)top * (a->pitch / 16) + left / 8);
#endif

  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  // Line g of matrix j is column 2 j + g % 2 of four neighbours, g / 2, so that an item receives
  // four, t. Two warps share 32 columns, and items t and t + 2 what lies 16 columns apart.
  const int block_of_warp = 32 * (WARP_X / 2), part = WARP_X % 2;
  const int line = block_of_warp + 8 * part + g / 4 * 16 + g / 2 % 2 * 4 + g % 2;
  GLOBAL uchar* to = scratch + PLANES + 2 * (set * a->terms + first) * a->plane +
                     (i64)(top + 32 * WARP_Y + g) * a->pitch + 2 * (left + block_of_warp) +
                     32 * part + 16 * (t % 2) + 8 * (t / 2);
  const GLOBAL uint* of_terms = tables + WAVES(a) + WAVE_WORDS * first;
  begin_waves(of_terms, waves);
#if BYTE_PRODUCTS
  const int whole = a->tile_blocks >= ROW_BLOCKS(a);  // the tile has all rows of a term
#else
  const int whole = 0;  // PoCL's compiler ends on barriers under this condition
#endif
  NO_UNROLL for (int k = 0; k < 2 * terms; ++k) {  // a term's cosines, then its sines
    Sums sums[2][2];  // [j][m]
    UNROLL_SUMS for (int i = 0; i < 4; ++i) start_sums(&sums[i / 2][i % 2], a->column_offset);
    Weights w[2];  // [m]
    clear_weights(&w[0]);
    NO_UNROLL for (int top_block = 0; top_block < ROW_BLOCKS(a); top_block += a->tile_blocks) {
      const int count = MIN_INT(a->tile_blocks, ROW_BLOCKS(a) - top_block);
      const int block = top_block - WARP_Y;  // of the warp's taps
      if (k % 2 == 0 || !whole) {
        WAIT_FOR_COPIES(0);
        BARRIER();  // the waves are there, and the last tile is read
        fill_tile(a, count, levels + 32 / WORD_ROWS * top_block, parts + 4 * top_block,
                  WAVES_AT(waves), tile);
        BARRIER();
        const int last = (k % 2 == 1) & (top_block + count == ROW_BLOCKS(a));
        if ((whole | last) & (k / 2 + 1 < terms)) begin_waves(of_terms += WAVE_WORDS, waves);
      }
      add_columns(tile + line * TILE_WORDS(a) - 32 * block, (4 * (k % 2) + t) ^ tile_order(line), a,
                  block, count, matrices, w, sums, shared);
    }
    write_means(sums, a, to, shared);
    to += a->plane;
  }
}
