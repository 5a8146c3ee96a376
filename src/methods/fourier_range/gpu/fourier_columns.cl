// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", first kernel: means of the columns of cosines and sines of all terms.
// Read after fourier.h and fourier_levels.h.
//   one group   -> 32 columns x 64 TEAMS rows of the means of terms_together terms. It looks up the
//                  waves of all its taps once for a term
//   one team    -> 32 columns x 64 rows: products of a band of weights and a part of the tile
//   local       -> the band; a tile of waves of tile_blocks blocks of 32 rows; a term's waves; levels
//                  [LINES][LEVEL_WORDS], line by line, so that a word holds WORD_ROWS rows; the
//                  image's rows, twice; with HOLES a byte for eight rows, whose bits tell which of
//                  them take part; of floats a word for 32 rows, whose bits mark samples without a
//                  step
// Groups compute the terms of one set: of a joint filter those of D^ or an N^, else of a channel.
// Scratch has columns from x0 - TAPS_BEFORE(blocks_x) on, so that the next kernel finds whole blocks of
// taps.
// Of local memory, products read 12 KB for 64 x 64 sums and 32 taps where GROUP_PRODUCTS, and an item
// looks up (blocks_y / 2 - 1) / TEAMS + 1 levels for each mean.

#define NO_WAVE 0xff7fff7fu  // what stands for a cosine and a sine of 0

// Loads the levels of 16 rows.
DEVICE void load_words(const LOCAL uint* line, uint* levels) {
  UNROLL_SUMS for (int i = 0; i < ITEM_WORDS; i += 4) {
    const uint4 four = *(const LOCAL uint4*)(line + i);
    levels[i] = four.x;
    levels[i + 1] = four.y;
    levels[i + 2] = four.z;
    levels[i + 3] = four.w;
  }
}

// Begins to copy the waves of a term into local memory.
DEVICE void begin_waves(const GLOBAL uint* from, LOCAL uint* waves) {
  begin_words(from, WAVE_WORDS, waves);
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

// Writes the waves of `count` blocks of 32 rows. `levels`, `parts`: of the group's first line and the
// first block.
DEVICE void fill_tile(const SelvageFourier* a, int count, const LOCAL uint* levels,
                      const LOCAL uchar* parts, Waves waves, LOCAL uint* tile) {
  levels += LOCAL_X * LEVEL_WORDS(a);
  parts += LOCAL_X * PART_BYTES(a);
  tile += CHUNK_WORDS * (2 * count - 1) + 4 * LOCAL_X;  // of the first rows
  NO_UNROLL for (int chunk = LOCAL_Y; chunk < 2 * count; chunk += GROUP_HEIGHT) {
    uint of_item[ITEM_WORDS], planes[4][4];  // upper and lower bytes of cosines, then of sines
    load_words(levels + ITEM_WORDS * chunk, of_item);
#if HOLES && !JOINT
    const uint those = (uint)parts[2 * chunk] | (uint)parts[2 * chunk + 1] << 8;
#endif
    UNROLL_SUMS for (int i = 0; i < 4; ++i) {
      uint words[4], turned[4];
      UNROLL_SUMS for (int j = 0; j < 4; ++j) {
        words[j] = wave_at(of_item, 4 * i + j, waves);
#if HOLES && !JOINT
        if ((those >> (4 * i + j) & 1u) == 0) words[j] = NO_WAVE;
#endif
      }
      transpose_bytes(words, turned);
      UNROLL_SUMS for (int j = 0; j < 4; ++j) planes[j][i] = turned[j];
    }
    UNROLL_SUMS for (int j = 0; j < 4; ++j) {
      const uint4 four = {planes[j][0], planes[j][1], planes[j][2], planes[j][3]};
      *(LOCAL uint4*)(tile + PLANE_WORDS * (j % 2 * 2 + j / 2) - CHUNK_WORDS * chunk) = four;
    }
  }
}

#if FLOATS
// Writes the marks of 16 columns in a row of the group. `marks`: [GROUP_COLUMNS][MARK_WORDS];
// `to`: of the group's first row and column.
DEVICE void write_marks(const LOCAL uint* marks, const SelvageFourier* a, GLOBAL uchar* to) {
  const int row = ITEM / 2, sixteen = ITEM % 2, words = MARK_WORDS(a);
  const int first = row + TAPS_BEFORE(a->blocks_y) - a->radius_y, last = first + 2 * a->radius_y;
  marks += 16 * sixteen * words;
  uint bits = 0;
  NO_UNROLL for (int c = 0; c < 16; ++c, marks += words) {
    uint found = 0;
    NO_UNROLL for (int i = first / 32; i <= last / 32; ++i)
      found |= marks[i] & bits_between(first - 32 * i, last - 32 * i, 32);
    bits |= (found != 0 ? 1u : 0u) << c;
  }
  *(GLOBAL ushort*)(to + (i64)row * MARK_PITCH(a) + 2 * sixteen) = (ushort)bits;
}
#endif

// Writes the means of eight columns in two rows, eight apart. `to`: of the first row's columns.
DEVICE void write_means(const Sums* sums, const SelvageFourier* a, GLOBAL uchar* to) {
  UNROLL_SUMS for (int k = 0; k < 4; ++k) {  // of the first row the cosines and the sines, ...
    uint bytes[2][4];
    UNROLL_SUMS for (int four = 0; four < 2; ++four) {
      uint means[4];
      UNROLL_SUMS for (int c = 0; c < 4; ++c) {
        const int i = 16 * (k % 2) + 8 * four + 4 * (c / 2) + 2 * (k / 2) + c % 2;
        const u64 scaled = (u64)sum_of(sums, i) * a->column_scale + (u64)a->column_origin;
        means[c] = (uint)(scaled >> 32);
      }
      transpose_bytes(means, bytes[four]);
    }
    const uint2 lower = {bytes[0][0], bytes[1][0]}, upper = {bytes[0][1], bytes[1][1]};
    GLOBAL uchar* const plane = to + 4 * PLANE_WORDS * (k % 2) + 16 * 8 * (k / 2);
    *(GLOBAL uint2*)plane = upper;
    *(GLOBAL uint2*)(plane + 2 * 4 * PLANE_WORDS) = lower;
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fourier_columns(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                     const GLOBAL uchar* RESTRICT mask, const GLOBAL uint* RESTRICT tables,
                     GLOBAL uchar* RESTRICT scratch, GLOBAL uchar* RESTRICT out,
                     ARGUMENTS(SelvageFourier, args) LOCAL_PARAM(uint4, memory)) {
  LOCAL_BODY(uint4, memory)
  const SelvageFourier* a = &args;
  const int words = LEVEL_WORDS(a);  // of a line
  LOCAL uint* const band = (LOCAL uint*)memory;
  LOCAL uint* const tile = band + BAND_WORDS(a->blocks_y);
  LOCAL uint* const waves = tile + 2 * CHUNK_WORDS * a->tile_blocks;
  LOCAL uint* const levels = waves + WAVE_WORDS;
  LOCAL uint* const marks = levels + LINES * words;
  LOCAL int* const rows = (LOCAL int*)(marks + GROUP_COLUMNS * MARK_WORDS(a));
  LOCAL int* const held = rows + 32 * ROW_BLOCKS(a);
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
  const GLOBAL uint* of_terms = tables + WAVES(a) + WAVE_WORDS * first;
  begin_words(tables + BANDS_Y(a), BAND_WORDS(a->blocks_y), band);
  begin_waves(of_terms, waves);
  const int column = ITEM % GROUP_COLUMNS, line = line_of(column);
  const int x = find_column(a, a->x0 - TAPS_BEFORE(a->blocks_x) + left);
  find_rows(a, a->y0 - TAPS_BEFORE(a->blocks_y) + top, rows, held);
#if FLOATS
  for (int i = ITEM; i < GROUP_COLUMNS * MARK_WORDS(a); i += ITEMS) marks[i] = 0;
#endif
  BARRIER();
#if JOINT
  const JointImages images = {in, guide + a->guide.offset, mask, set};
  load_joint(&images, a, x, rows, held, levels + line * words);
#else
  load_levels(in, mask, a, x, rows, held, levels + line * words,
              marks + column * MARK_WORDS(a));
  if (a->border == CONSTANT)
    set_outside(in, mask, a, x, rows, levels + line * words, marks + column * MARK_WORDS(a));
#endif
  LOCAL uchar* const parts = (LOCAL uchar*)(held + 32 * ROW_BLOCKS(a));
#if HOLES && !JOINT
  load_parts(in, mask, a, x, rows, parts + line * PART_BYTES(a));
#endif
#if FLOATS
  BARRIER();
  if (GROUP_Z == 0)
    write_marks(marks, a, scratch + a->marks + (i64)top * MARK_PITCH(a) + left / 8);
#endif

  const int g = LOCAL_X / 4, t = LOCAL_X % 4, team = TEAM;
  const int row = top + TEAM_SUMS * team + 16 * WARP_OF_TEAM + g;
  const int chunk = SCRATCH_CHUNKS(a) - 1 - left / 16 - t / 2;
  GLOBAL uchar* to = scratch + PLANES + (set * a->terms + first) * a->plane +
                     (i64)(row / 32) * a->pitch + 4 * CHUNK_WORDS * chunk + 16 * (row % 32) +
                     8 * (t % 2);
  NO_UNROLL for (int k = 0; k < terms; ++k) {
    Sums sums;
    NO_UNROLL for (int top_block = 0; top_block < ROW_BLOCKS(a); top_block += a->tile_blocks) {
      const int count = WHOLE ? ROW_BLOCKS(a) : MIN_INT(a->tile_blocks, ROW_BLOCKS(a) - top_block);
      const int block = top_block - 2 * team;  // of the team's taps
      WAIT_FOR_COPIES(0);
      BARRIER();  // the waves are there, and the last tile is read
      fill_tile(a, count, levels + 32 / WORD_ROWS * top_block, parts + 4 * top_block,
                WAVES_AT(waves), tile);
      SHOW_TO_PRODUCTS();
      BARRIER();
      if ((WHOLE || top_block + count == ROW_BLOCKS(a)) && k + 1 < terms)
        begin_waves(of_terms += WAVE_WORDS, waves);
      const int from = WHOLE ? 0 : MAX_INT(block, 0);
      const int end = WHOLE ? a->blocks_y : MIN_INT(block + count, a->blocks_y);
      if (WHOLE || from < end)
        add_blocks(band, a->blocks_y, tile + 2 * CHUNK_WORDS * (block + count - 1), from, end,
                   !WHOLE && from > 0, &sums);
      if (WHOLE) break;
    }
    write_means(&sums, a, to);
    to += a->plane;
  }
}
