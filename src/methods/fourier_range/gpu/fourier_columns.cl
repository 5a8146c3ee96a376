// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", first kernel: means of the columns of cosines and sines of all terms.
// Read after fourier.h.
//   one group   -> ACROSS x 16 columns, DOWN x 32 rows of the planes of terms_together terms. For
//                  each term it looks up the waves of all its taps once, tile_blocks blocks of rows
//                  at a time, whose products its warps then add
//   one warp    -> 16 columns x 32 rows: 12 (blocks_y) products of matrices for cosines, and for
//                  sines, of a term
//   local       -> matrices of weights; levels [16 ACROSS][LEVEL_WORDS], column by column, so
//                  that a word holds WORD_ROWS rows; a tile of waves [16 ACROSS][TILE_WORDS];
//                  WAVE_COPIES of a term's waves; TAP_WORDS of each warp; with HOLES a byte for eight rows,
//                  whose bits tell which of them take part; of floats a word for 32 rows, whose bits
//                  mark samples without a step
// Of a joint filter, groups compute the planes of one set.
// Scratch has columns from x0 - 16 (blocks_x - 1) on, so that the next kernel finds whole blocks of taps.
// Of local memory, a warp reads 24 words of 128 bytes beside 24 products, and looks up (blocks_y - 1) /
// DOWN + 1 levels for each mean.

#define GROUP_COLUMNS (16 * ACROSS)
#define GROUP_ROWS (32 * DOWN)
#define ROW_BLOCKS(a) ((a)->blocks_y + DOWN - 1)  // of 32 rows that a group reads
// An item reads ITEM_WORDS of levels at a time, four rows or their 4 / WORD_ROWS words from two
// places. So many words more than the rows have let neighbouring columns lie in different banks.
#define ITEM_WORDS (8 / WORD_ROWS)
#define SPARE_WORDS (4 / WORD_ROWS)
#define LEVEL_WORDS(a) (32 / WORD_ROWS * ROW_BLOCKS(a) + SPARE_WORDS)
#define TILE_WORDS(a) (32 * (a)->tile_blocks)
#define PART_BYTES(a) (4 * ROW_BLOCKS(a))
#if FLOATS
#define MARK_WORDS(a) ROW_BLOCKS(a)  // of a column
#else
#define MARK_WORDS(a) 0
#endif
#define NO_WAVE 0xff7fff7fu  // what stands for a cosine and a sine of 0

// Returns whether the group reads no pixel beyond the image or the windows of the computed pixels.
DEVICE int is_inside(const SelvageFourier* a, int left, int top) {
  const int rows = 32 * ROW_BLOCKS(a);
  return left >= MAX_INT(a->x0 - a->radius_x, 0) && top >= MAX_INT(a->y0 - a->radius_y, 0) &&
         left + GROUP_COLUMNS <= MIN_INT(a->x1 + a->radius_x, a->width) &&
         top + rows <= MIN_INT(a->y1 + a->radius_y, a->height);
}

// Sets the bit of row i of a column's marks if pixel (x, y) there is marked.
DEVICE void mark_row(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                     const SelvageFourier* a, int x, int y, int i, LOCAL uint* marks) {
#if FLOATS
  if (is_marked(in, mask, a, x, y)) ATOMIC_OR(&marks[i / 32], 1u << i % 32);
#endif
}

#if JOINT
// The images of a joint filter, and the set whose planes are computed.
typedef struct {
  const GLOBAL uchar *in, *guide, *mask;
  int set;
} JointImages;

// Returns the word of pixel (x, y), either of which may be OUTSIDE.
DEVICE uint joint_word(const JointImages* from, const SelvageFourier* a, int x, int y) {
  uint level = (uint)a->guide_outside, value = (uint)a->outside_value;
  if (x != OUTSIDE && y != OUTSIDE) {
    level = level_at(from->guide + place(&a->guide, x, y, a->guide.pixel));
    if (from->set > 0)
      value = (uint)sample_at(input_pixel(from->in, a, x, y) + (from->set - 1) * a->in.channel);
  }
  value = from->set > 0 ? value * (READS == U8 ? 257u : 1u) : 65535u;
#if HOLES
  if (!takes_part(from->in, from->mask, a, x, y)) level |= MISSING;
#endif
  return level | value << 16;
}

// Loads the words of the group's columns, as load_levels.
DEVICE void load_joint(const JointImages* from, const SelvageFourier* a, int left, int top,
                       LOCAL uint* levels) {
  const int words = LEVEL_WORDS(a), column = ITEM % GROUP_COLUMNS;
  const int low_x = a->x0 - a->radius_x, high_x = a->x1 + a->radius_x - 1;
  const int low_y = a->y0 - a->radius_y, high_y = a->y1 + a->radius_y - 1;
  levels += column * words;
  if (is_inside(a, left, top)) {
    UNROLL_4 for (int i = ITEM / GROUP_COLUMNS; i < words - SPARE_WORDS; i += ITEMS / GROUP_COLUMNS)
      levels[i] = joint_word(from, a, left + column, top + i);
    return;
  }
  const int x = border_index(clamped(left + column, low_x, high_x), a->width, a->border);
  NO_UNROLL for (int i = ITEM / GROUP_COLUMNS; i < words - SPARE_WORDS; i += ITEMS / GROUP_COLUMNS)
    levels[i] = joint_word(
        from, a, x, border_index(clamped(top + i, low_y, high_y), a->height, a->border));
}
#else
// Loads the levels of the group's columns, from (left, top) on, and of floats their marks. What lies
// beyond the window of every computed pixel has weight 0 and may be anything, but the input may end
// there.
DEVICE void load_levels(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                        const SelvageFourier* a, int left, int top, LOCAL uint* levels,
                        LOCAL uint* marks) {
  const int words = LEVEL_WORDS(a);
  const int low_x = a->x0 - a->radius_x, high_x = a->x1 + a->radius_x - 1;
  const int low_y = a->y0 - a->radius_y, high_y = a->y1 + a->radius_y - 1;
  const int column = ITEM % GROUP_COLUMNS;
  levels += column * words;
  marks += column * MARK_WORDS(a);
  if (is_inside(a, left, top)) {
    const GLOBAL uchar* from = input_pixel(in, a, left + column, top);
    const i64 row = a->in.row;
    const int step = ITEMS / GROUP_COLUMNS, end = words - SPARE_WORDS;
#if FLOATS
    // Eight loads before the first test, behind whose branch loads would wait for one another.
    NO_UNROLL for (int first = ITEM / GROUP_COLUMNS; first < end; first += 4 * step) {
      Sample v[4][2];
      int steps = HOLES || a->channels == 1;  // else other channels make holes
      UNROLL for (int i = 0; i < 4; ++i) {
        const GLOBAL uchar* const p = from + WORD_ROWS * MIN_INT(first + i * step, end - 1) * row;
        v[i][0] = sample_at(p);
        v[i][1] = sample_at(p + row);
      }
      UNROLL for (int i = 0; i < 4; ++i) {
        const int word = MIN_INT(first + i * step, end - 1);
        levels[word] = level_of_sample(v[i][0]) | level_of_sample(v[i][1]) << 16;
        steps &= has_step(v[i][0]) & has_step(v[i][1]);
      }
      if (!steps) NO_UNROLL for (int i = 0; i < 8; ++i) {
        const int y = WORD_ROWS * MIN_INT(first + i / 2 * step, end - 1) + i % 2;
        mark_row(in, mask, a, left + column, top + y, y, marks);
      }
    }
#else
    UNROLL_4 for (int word = ITEM / GROUP_COLUMNS; word < end; word += step) {
      const GLOBAL uchar* const p = from + WORD_ROWS * word * row;
#if WORDS
      levels[word] = level_at(p) | level_at(p + row) << 16;
#else
      levels[word] = (uint)p[0] | (uint)p[row] << 8 | (uint)p[2 * row] << 16 | (uint)p[3 * row] << 24;
#endif
    }
#endif
    return;
  }
  const int x = border_index(clamped(left + column, low_x, high_x), a->width, a->border);
  NO_UNROLL for (int i = ITEM / GROUP_COLUMNS; i < words - SPARE_WORDS;
                 i += ITEMS / GROUP_COLUMNS) {
    uint word = 0;
    NO_UNROLL for (int j = WORD_ROWS - 1; j >= 0; --j) {
      const int below = clamped(top + WORD_ROWS * i + j, low_y, high_y);
      const int y = border_index(below, a->height, a->border);
      uint level = level_of_sample((Sample)a->outside_value);
      if (x != OUTSIDE && y != OUTSIDE) level = level_at(input_pixel(in, a, x, y));
      word = word << 32 / WORD_ROWS | level;
      mark_row(in, mask, a, x, y, WORD_ROWS * i + j, marks);
    }
    levels[i] = word;
  }
}
#endif

#if HOLES && !JOINT
// Finds which of those levels take part. `parts`: [GROUP_COLUMNS][PART_BYTES].
DEVICE void load_parts(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                       const SelvageFourier* a, int left, int top, LOCAL uchar* parts) {
  const int bytes = PART_BYTES(a), column = ITEM % GROUP_COLUMNS;
  const int low_x = a->x0 - a->radius_x, high_x = a->x1 + a->radius_x - 1;
  const int low_y = a->y0 - a->radius_y, high_y = a->y1 + a->radius_y - 1;
  const int x = border_index(clamped(left + column, low_x, high_x), a->width, a->border);
  const int whole = !FLOATS && !a->has_mask && !a->has_invalid && is_inside(a, left, top);  // floats have holes
  NO_UNROLL for (int i = ITEM / GROUP_COLUMNS; i < bytes; i += ITEMS / GROUP_COLUMNS) {
    uint bits = whole ? 255u : 0;
    if (!whole) NO_UNROLL for (int j = 7; j >= 0; --j) {
      const int below = clamped(top + 8 * i + j, low_y, high_y);
      const int y = border_index(below, a->height, a->border);
      bits = bits << 1 | (uint)takes_part(in, mask, a, x, y);
    }
    parts[column * bytes + i] = (uchar)bits;
  }
}
#endif

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

// Begins to copy the waves of a term into local memory, WAVE_COPIES times each entry.
DEVICE void begin_waves(const GLOBAL uint* from, LOCAL uint* waves) {
#if WAVE_COPIES == 1
  for (int i = 4 * ITEM; i < WAVE_WORDS; i += 4 * ITEMS)
    begin_copy_of_16(LOCAL_ADDRESS(waves + i), (const GLOBAL uchar*)(from + i));
#elif JOINT
  for (int i = ITEM; i < WAVE_COPIES * WAVE_WORDS / 2; i += ITEMS)
    begin_copy(LOCAL_ADDRESS(waves + 2 * i), (const GLOBAL uchar*)(from + i / WAVE_COPIES * 2));
#else
  for (int i = ITEM; i < WAVE_COPIES * WAVE_WORDS; i += ITEMS)
    begin_copy_of_4(LOCAL_ADDRESS(waves + i), (const GLOBAL uchar*)(from + i / WAVE_COPIES));
#endif
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
  const float2 wave = waves[(levels[i] & 255u) * WAVE_COPIES];
  const float value = AS_FLOAT(bytes_of(levels[i], 0x4b000000u, 0x7432)) - (8388608.0f + 32768.0f);
  const uint c = AS_UINT(FMA(wave.x, value, zero)), s = AS_UINT(FMA(wave.y, value, zero));
  const uint bytes = bytes_of(c, s, 0x4501);
  return HOLES && (levels[i] & MISSING) != 0 ? NO_WAVE : bytes;
#elif WORDS
  const uint level = levels[i / 2] >> 16 * (i % 2) & 65535u;
  const float2 wave = wave_of_bytes(level, waves);
  return bytes_of(AS_UINT(wave.x + zero), AS_UINT(wave.y + zero), 0x4501);
#else
  return word_at(waves, (levels[i / 4] >> 8 * (i % 4) & 255u) * (4 * WAVE_COPIES));
#endif
}

// Looks up the levels of those eight rows, of which the bits of `parts` take part: bytes[0..3][0..1] are the
// upper and the lower bytes of their cosines, then of their sines.
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

// Adds the `count` blocks of the tile to a plane's sums, of which the first is the warp's `first`: those
// before its block 0 and after its last one have no weight. `tile`: of line g of the first matrix and
// block 0, which need not be there; `order`: of the item's words among the fours of a block; `w`: of
// the block before.
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
    UNROLL_SUMS for (int j = 0; j < 2; ++j) {  // lines of the second matrix differ in bit 0 of the order
      const uint4 taps = *(const LOCAL uint4*)(tile + 2 * j * TILE_WORDS(a) + 32 * block +
                                               4 * (order ^ j));
      const uint upper[2] = {taps.x, taps.y}, lower[2] = {taps.z, taps.w};
      UNROLL_SUMS for (int m = 0; m < 2; ++m) add_taps(&w[m], upper, lower, &sums[j][m], shared);
    }
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
  LOCAL uint* const levels = waves + WAVE_WORDS * WAVE_COPIES;
  LOCAL uint* const marks = levels + GROUP_COLUMNS * words;
  LOCAL uint* const all_shared = marks + GROUP_COLUMNS * MARK_WORDS(a);
  LOCAL uint* const shared = all_shared + LOCAL_Y * TAP_WORDS;
  const int term_groups = (a->terms - 1) / a->terms_together + 1, set = GROUP_Z / term_groups;
  const int first = GROUP_Z % term_groups * a->terms_together;
  const int terms = MIN_INT(a->terms_together, a->terms - first);
  const int left = GROUP_X * GROUP_COLUMNS, top = GROUP_Y * GROUP_ROWS;
  in += a->in.offset;
#if HOLES || FLOATS
  mask += a->mask.offset;
#endif
  if (GROUP_X == 0 && GROUP_Y == 0 && GROUP_Z == 0 && ITEM == 0) *(GLOBAL uint*)(scratch + a->list) = 0;
  copy_words(tables + MATRICES_Y(a), MATRIX_WORDS * a->blocks_y, matrices);
  const int first_x = a->x0 - 16 * (a->blocks_x - 1) + left;
  const int first_y = a->y0 - 16 * (a->blocks_y - 1) + top;
#if JOINT
  const JointImages images = {in, guide + a->guide.offset, mask, set};
  load_joint(&images, a, first_x, first_y, levels);
#else
#if FLOATS
  for (int i = ITEM; i < GROUP_COLUMNS * MARK_WORDS(a); i += ITEMS) marks[i] = 0;
  BARRIER();
#endif
  load_levels(in, mask, a, first_x, first_y, levels, marks);
#endif
  LOCAL uchar* const parts = (LOCAL uchar*)(all_shared + GROUP_HEIGHT * TAP_WORDS);
#if HOLES && !JOINT
  load_parts(in, mask, a, first_x, first_y, parts);
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
  const int whole = a->tile_blocks >= ROW_BLOCKS(a);  // the tile has all rows of a term
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
                  WAVES_AT(waves + LOCAL_X % WAVE_COPIES * (JOINT ? 2 : 1)), tile);
        BARRIER();
        const int last_fill = whole || (k % 2 == 1 && top_block + count == ROW_BLOCKS(a));
        if (last_fill && k / 2 + 1 < terms) begin_waves(of_terms += WAVE_WORDS, waves);
      }
      add_columns(tile + line * TILE_WORDS(a) - 32 * block, (4 * (k % 2) + t) ^ tile_order(line), a,
                  block, count, matrices, w, sums, shared);
    }
    write_means(sums, a, to, shared);
    to += a->plane;
  }
}
