// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", second kernel: means of the rows of the columns' means, the result and
// its certificate; of a joint filter, D^ or N^ of one set. Read after fourier.h.
// Channels that are averaged apart are sets of planes, too.
//   one group   -> ACROSS x 32 columns, DOWN x 16 rows of pixels
//   one warp    -> 32 columns x 16 rows: 12 (blocks_x) products for cosines, and for sines, of a term
//   local       -> matrices of weights; ROW_STAGES planes' tiles, of which the next one arrives
//                  while one is summed; CENTRE_WORDS for row_terms terms; TAP_WORDS of each warp
// A pixel whose certificate exceeds the limit, or whose window has a mark, is put on the list, for
// fourier_repair.
// Of local memory, an item reads 16 words beside 12 products.

#define ROW_COLUMNS (32 * ACROSS)
#define ROW_ROWS (16 * DOWN)
#define TILE_BLOCKS(a) (ACROSS + (a)->blocks_x - 1)
// Words of a tile's row: an odd number of blocks, so that two rows lie in different banks.
#define TILE_WORDS(a) (16 * (TILE_BLOCKS(a) | 1))

// Element i of product m of matrix j is pixel (16 m + g + 8 (i / 2), 8 j + 2 t + i % 2).
typedef struct {
  uint levels[4][4 / CENTRES_OF_WORD];  // of row 8 (k / 2) + k % 2: every eighth column's
  float weights[2][2][4], differences[2][2][4];  // [j][m][i]: D^ and N^
} Pixels;

// Begins to copy the warp's part of a plane's rows into a tile, every GROUP_HEIGHT-th one. `from`,
// `to`: of the item's first 16 bytes.
DEVICE void begin_tile(const GLOBAL uchar* from, const SelvageFourier* a, LOCAL uint* to) {
  const i64 rows = (i64)GROUP_HEIGHT * a->pitch;
  const int tile_rows = GROUP_HEIGHT * TILE_WORDS(a);
  NO_UNROLL for (int i = LOCAL_X; i < 4 * TILE_BLOCKS(a); i += GROUP_WIDTH) {
    const GLOBAL uchar* row = from;
    LOCAL uint* to_row = to;
    UNROLL_SUMS for (int k = 0; k < ROW_ROWS / GROUP_HEIGHT; ++k) {
      begin_copy_of_16(LOCAL_ADDRESS(to_row), row);
      row += rows;
      to_row += tile_rows;
    }
    from += 16 * GROUP_WIDTH;
    to += 4 * GROUP_WIDTH;
  }
  END_COPIES();
}

// Returns level c of four.
DEVICE uint level_of(const uint* levels, int c) {
#if WORDS
  return levels[c / 2] >> 16 * (c % 2) & 65535u;
#else
  return levels[0] >> 8 * c & 255u;
#endif
}

// Returns what a level's cosine and sine of a term weigh in D^.
DEVICE float2 factors_of(uint level, const LOCAL float2* factors) {
#if WORDS
  return wave_of_bytes(level, factors);
#else
  return factors[level];
#endif
}

// Computes the means of the rows of one plane of cosines or sines. `tile`: of the item's first taps;
// `means`: of the item's pixels, which lie 4 (2 j + m) + i apart.
DEVICE void mean_rows(const LOCAL uint* tile, const SelvageFourier* a, const LOCAL uint* matrices,
                      float* means, LOCAL uint* shared) {
  const int rows_8 = 8 * TILE_WORDS(a);
  Sums sums[2][2];
  UNROLL_SUMS for (int i = 0; i < 4; ++i) start_sums(&sums[i / 2][i % 2], a->row_offset);
  Weights w[2];  // [m]
  clear_weights(&w[0]);
  UNROLL_2 for (int block = 0; block < a->blocks_x; ++block) {
    next_weights(matrices, block, a, &w[0], &w[1]);
    Taps taps[2];  // [j]
    UNROLL_SUMS for (int j = 0; j < 2; ++j)
      set_taps(*(const LOCAL uint4*)(tile + 16 * block + j * rows_8), &taps[j]);
    add_block(w, taps, sums, shared);
  }
  UNROLL_SUMS for (int k = 0; k < 16; ++k)
    means[k] = FMA(float_of_sum(sum_of(&sums[k / 8][k / 4 % 2], k % 4)), a->row_scale, a->row_origin);
}

// Adds a term to D^ and N^. `slope`: b_k / a_k.
DEVICE void add_term(const float* cosines, const float* sines, const LOCAL float2* factors,
                     float slope, Pixels* p) {
  UNROLL_SUMS for (int k = 0; k < 16; ++k) {
    const int j = k / 8, m = k / 4 % 2, i = k % 4;
    const float2 f = factors_of(level_of(p->levels[2 * j + i % 2], 2 * m + i / 2), factors);
    float* const weight = &p->weights[j][m][i];
    *weight = FMA(f.x, cosines[k], FMA(f.y, sines[k], *weight));
#if !JOINT
    float* const difference = &p->differences[j][m][i];
    *difference = FMA(slope, FMA(f.x, sines[k], -(f.y * cosines[k])), *difference);
#endif
  }
}

// Loads the levels of row k of Pixels, of `columns` pixels that are computed, from `from` on and
// `step` bytes apart. `first`: the item's first column.
DEVICE void four_levels(const GLOBAL uchar* from, int step, int first, int columns, uint* levels) {
  UNROLL_SUMS for (int i = 0; i < 4 / CENTRES_OF_WORD; ++i) levels[i] = 0;
  UNROLL_SUMS for (int c = 0; c < 4; ++c)
    levels[c / CENTRES_OF_WORD] |= level_at(from + (i64)MIN_INT(first + 8 * c, columns - 1) * step)
                                   << 32 / CENTRES_OF_WORD * (c % CENTRES_OF_WORD);
}

#if JOINT
// Writes D^ or N^ of the item's pixels. `to`: of its first pixel; rows after y1 are not written.
DEVICE void write_sums(const Pixels* p, const SelvageFourier* a, int y, GLOBAL uchar* to) {
  UNROLL_SUMS for (int k = 0; k < 4; ++k) {
    const int row = k / 2 * 8 + k % 2, j = k / 2, i = k % 2;
    if (y + row >= a->y1) continue;
    GLOBAL float* const four = (GLOBAL float*)(to + (i64)row * a->sums_pitch);
    UNROLL_SUMS for (int c = 0; c < 4; ++c) four[8 * c] = p->weights[j][c / 2][c % 2 * 2 + i];
  }
}
#else

// Returns which of the item's four pixels in a row have a mark in their windows, as bits. `row`: of
// marks; `first`: the first column of the first one's window.
DEVICE uint four_marks(const GLOBAL uchar* row, const SelvageFourier* a, int first) {
  uint bits = 0;
#if FLOATS
  const int last = first + 2 * a->radius_x;
  NO_UNROLL for (int i = first / 16; i <= (last + 24) / 16; ++i) {
    const uint marks = *(const GLOBAL ushort*)(row + 2 * i);
    if (marks == 0) continue;
    for (int c = 0; c < 4; ++c)
      bits |= ((marks & bits_between(first + 8 * c - 16 * i, last + 8 * c - 16 * i, 16)) != 0 ? 1u : 0u)
              << c;
  }
#endif
  return bits;
}

// Writes the pixel at `to`, or puts its place on the list. `centre`: its sample.
DEVICE void finish_pixel(const SelvageFourier* a, uint pixel, float centre, int marked,
                         float weights, float differences, GLOBAL uint* list, GLOBAL uchar* to) {
  const float shift = differences * RECIPROCAL(MAX(weights, 1.0f));
  const float error = FMA(ABS(shift), a->of_weights, a->of_differences);
  if (marked || error > a->limit * MAX(1.0f, weights - a->of_weights))
    list[1 + ATOMIC_ADD(list, 1u)] = pixel;
  else
    write_sample(to, FMA(shift, LEVEL, centre));
}

#endif

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fourier_rows(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                  const GLOBAL uchar* RESTRICT mask, const GLOBAL uint* RESTRICT tables,
                  GLOBAL uchar* RESTRICT scratch, GLOBAL uchar* RESTRICT out,
                  ARGUMENTS(SelvageFourier, args) LOCAL_PARAM(uint4, memory)) {
  LOCAL_BODY(uint4, memory)
  const SelvageFourier* a = &args;
  LOCAL uint* const matrices = (LOCAL uint*)memory;
  LOCAL uint* const tiles = matrices + MATRIX_WORDS * a->blocks_x;
  const int tile_words = ROW_ROWS * TILE_WORDS(a);
  LOCAL uint* const centres = tiles + ROW_STAGES * tile_words;
  LOCAL uint* const shared = centres + CENTRE_WORDS * a->row_terms + LOCAL_Y * TAP_WORDS;
  const int g = LOCAL_X / 4, t = LOCAL_X % 4, columns = a->x1 - a->x0;
  const int left = GROUP_X * ROW_COLUMNS, top = GROUP_Y * ROW_ROWS;
  const int column = left + 32 * WARP_X + g;                 // of the item's first pixel
  const int y = a->y0 + top + 16 * WARP_Y + 2 * t;
#if JOINT
  in += a->in.offset;
#else
  in += a->in.offset + GROUP_Z * a->in.channel;
  out += a->out.offset + GROUP_Z * a->out.channel;
#endif
#if HOLES
  mask += a->mask.offset;
#endif
  copy_words(tables, MATRIX_WORDS * a->blocks_x, matrices);

  Pixels p;
  UNROLL_SUMS for (int k = 0; k < 4; ++k) {
    const int row = MIN_INT(y + k / 2 * 8 + k % 2, a->y1 - 1);
#if JOINT
    four_levels(guide + a->guide.offset + place(&a->guide, a->x0, row, a->guide.pixel),
                a->guide.pixel, column, columns, p.levels[k]);
#else
    four_levels(input_pixel(in, a, a->x0, row), a->in.pixel, column, columns, p.levels[k]);
#endif
    UNROLL_SUMS for (int i = 0; i < 4; ++i) {
      p.weights[k / 2][k % 2][i] = a->constant_term;
      p.differences[k / 2][k % 2][i] = 0.0f;
    }
  }
  const GLOBAL uchar* plane = scratch + PLANES + 2 * GROUP_Z * a->terms * a->plane +
                              (i64)(top + LOCAL_Y) * a->pitch + 2 * left + 16 * LOCAL_X;
  LOCAL uint* const to_tiles = tiles + LOCAL_Y * TILE_WORDS(a) + 4 * LOCAL_X;
  const LOCAL uint* const item_tile =
      tiles + (16 * WARP_Y + g) * TILE_WORDS(a) + 16 * WARP_X + 4 * t;
  if (ROW_STAGES > 1) begin_tile(plane, a, to_tiles);
  NO_UNROLL for (int first = 0; first < a->terms; first += a->row_terms) {
    const int terms = MIN_INT(a->row_terms, a->terms - first);
    if (first > 0) BARRIER();  // the last factors are read
    copy_words(tables + CENTRES(a) + CENTRE_WORDS * first, CENTRE_WORDS * terms, centres);
    const LOCAL uint* factors = centres;
    float cosines[16];
    NO_UNROLL for (int k = 2 * first; k < 2 * (first + terms); ++k) {
      if (ROW_STAGES == 1) {
        BARRIER();  // the last tile is read
        begin_tile(plane, a, to_tiles);
      }
      plane += a->plane;
      WAIT_FOR_COPIES(0);
      BARRIER();  // this tile is there, and the last one is read
      const int at = ROW_STAGES == 1 ? 0 : k % 2 * tile_words;
      if (ROW_STAGES > 1 && k + 1 < 2 * a->terms) begin_tile(plane, a, to_tiles + (tile_words - at));
      float means[16];
      mean_rows(item_tile + at, a, matrices, means, shared);
      if (k % 2 == 0) {
        UNROLL_SUMS for (int i = 0; i < 16; ++i) cosines[i] = means[i];
      } else {
        const float slope = a->steepness * (float)(a->lowest + k / 2);
        add_term(cosines, means, (const LOCAL float2*)factors, slope, &p);
        factors += CENTRE_WORDS;
      }
    }
  }

#if JOINT
  GLOBAL uchar* const sums = scratch + a->sums + GROUP_Z * a->sums_plane;
  write_sums(&p, a, y, sums + (i64)(y - a->y0) * a->sums_pitch + 4 * column);
#else
  GLOBAL uint* const list = (GLOBAL uint*)(scratch + a->list);
  const int last_copied = GROUP_Z == 0 ? a->last_copied : -1;
  UNROLL_SUMS for (int k = 0; k < 4; ++k) {
    const int row = y + k / 2 * 8 + k % 2;
    if (row >= a->y1) continue;
    const uint row_of_list = (uint)(GROUP_Z * (a->y1 - a->y0) + row - a->y0);
    const uint first = row_of_list * (uint)columns + (uint)column;
    GLOBAL uchar* const to = output_pixel(out, a, a->x0, row);
    const uint marks = four_marks(scratch + a->marks + (i64)(row - a->y0) * (a->pitch / 16), a,
                                  column + 16 * (a->blocks_x - 1) - a->radius_x);
    UNROLL_SUMS for (int c = 0; c < 4; ++c) if (column + 8 * c < columns) {
      const int m = c / 2, i = c % 2 * 2 + k % 2;
      GLOBAL uchar* const at = to + (i64)(column + 8 * c) * a->out.pixel;
#if HOLES
      if (is_copied(in, mask, a, a->x0 + column + 8 * c, row)) {
        copy_sample(input_pixel(in, a, a->x0 + column + 8 * c, row), at);
        continue;
      }
#endif
#if FLOATS
      const float centre = read_sample(input_pixel(in, a, a->x0 + column + 8 * c, row));
#else
      const float centre = (float)level_of(p.levels[k], c);
#endif
      finish_pixel(a, first + 8 * c, centre, (int)(marks >> c & 1u), p.weights[k / 2][m][i],
                   p.differences[k / 2][m][i], list, at);
    }
    NO_UNROLL for (int i = a->first_copied; i <= last_copied; ++i)
      for (int c = column; c < MIN_INT(column + 32, columns); c += 8)
        copy_sample(input_pixel(in, a, a->x0 + c, row) + i * a->in.channel,
                    to + (i64)c * a->out.pixel + i * a->out.channel);
  }
#endif
}
