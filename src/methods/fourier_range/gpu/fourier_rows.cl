// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", second kernel: means of the rows of the columns' means, the result and
// its certificate; of a joint filter, D^ or N^ of one set. Read after fourier.h.
//   one group   -> ACROSS x 32 columns, DOWN x 16 rows of pixels
//   one warp    -> 32 columns x 16 rows: 12 (blocks_x) products for cosines, and for sines, of a term
//   local       -> matrices of weights; CENTRE_WORDS for row_terms terms; TAP_WORDS of each warp
// A pixel whose certificate exceeds the limit, or whose window has a mark, is put on the list, for
// fourier_repair.
// Bound by latency, with 16 warps on a multiprocessor: a warp reads 64 blocks_x bytes in 16 rows of
// each plane.

#define ROW_COLUMNS (32 * ACROSS)
#define ROW_ROWS (16 * DOWN)

// Element i of product m of matrix j is pixel (4 g + 2 m + i / 2, 8 j + 2 t + i % 2).
typedef struct {
  uint levels[4][4 / CENTRES_OF_WORD];  // of row 8 (k / 2) + k % 2: those of four columns
  float weights[2][2][4], differences[2][2][4];  // [j][m][i]: D^ and N^
} Pixels;

// The item's eight columns of the means of either matrix's lines, in the first two blocks of taps.
typedef struct {
  uint4 eight[2][2];  // [block][j]: four upper bytes, four lower ones, twice
} Ahead;

DEVICE uint4 eight_means(const GLOBAL uchar* plane, const SelvageFourier* a, int block, int j) {
  return *(const GLOBAL uint4*)(plane + (i64)(8 * j) * a->pitch + 64 * block);
}

DEVICE void load_ahead(const GLOBAL uchar* plane, const SelvageFourier* a, Ahead* ahead) {
  UNROLL_SUMS for (int j = 0; j < 2; ++j) {
    ahead->eight[0][j] = eight_means(plane, a, 0, j);
    ahead->eight[1][j] = eight_means(plane, a, MIN_INT(1, a->blocks_x - 1), j);
  }
}

// Adds the taps of a block to the sums [j][m].
DEVICE void add_block(const uint4* eight, const LOCAL uint* matrices, int block, Sums (*sums)[2],
                      LOCAL uint* shared) {
  UNROLL_SUMS for (int m = 0; m < 2; ++m) {
    Weights w;
    load_weights(matrices, block, m, &w);
    UNROLL_SUMS for (int j = 0; j < 2; ++j) {
      const uint upper[2] = {eight[j].x, eight[j].z}, lower[2] = {eight[j].y, eight[j].w};
      add_taps(&w, upper, lower, &sums[j][m], shared);
    }
  }
}

// Returns level c of four.
DEVICE uint level_of(const uint* levels, int c) {
#if WORDS
  return levels[c / 2] >> 16 * (c % 2) & 65535u;
#else
  return levels[0] >> 8 * c & 255u;
#endif
}

#if JOINT
typedef float Factors;  // of a level
#else
typedef float2 Factors;

// Returns the factors in D^ and N^ of a mean at a pixel of this level. `slope`: b_k / a_k.
DEVICE float2 factors_of(uint level, const LOCAL float2* factors, float slope) {
#if WORDS
  float2 both = wave_of_bytes(level, factors);
  both.y *= -slope;
  return both;
#else
  return factors[level];
#endif
}
#endif

// Adds the means of the rows of one plane of cosines or sines, whose first blocks are in `ahead`,
// and loads those of the next plane. `factors`: of this plane.
DEVICE void add_rows(const GLOBAL uchar* plane, const GLOBAL uchar* next, const SelvageFourier* a,
                     const LOCAL uint* matrices, const LOCAL Factors* factors, float slope,
                     Ahead* ahead, Pixels* p, LOCAL uint* shared) {
  Sums sums[2][2];
  UNROLL_SUMS for (int i = 0; i < 4; ++i) clear_sums(&sums[i / 2][i % 2]);
  add_block(ahead->eight[0], matrices, 0, sums, shared);
  if (a->blocks_x > 1) add_block(ahead->eight[1], matrices, 1, sums, shared);
  UNROLL_2 for (int block = 2; block < a->blocks_x; ++block) {
    uint4 eight[2];
    UNROLL_SUMS for (int j = 0; j < 2; ++j) eight[j] = eight_means(plane, a, block, j);
    add_block(eight, matrices, block, sums, shared);
  }
  load_ahead(next, a, ahead);
  UNROLL_SUMS for (int k = 0; k < 16; ++k) {
    const int j = k / 8, m = k / 4 % 2, i = k % 4;
    const uint sum = sum_of(&sums[j][m], i) + a->row_offset;
    const float mean = FMA(float_of_sum(sum), a->row_scale, a->row_origin);
    const uint level = level_of(p->levels[2 * j + i % 2], 2 * m + i / 2);
#if JOINT
    p->weights[j][m][i] = FMA(factors[level], mean, p->weights[j][m][i]);
#else
    const float2 factor = factors_of(level, factors, slope);
    p->weights[j][m][i] = FMA(factor.x, mean, p->weights[j][m][i]);
    p->differences[j][m][i] = FMA(factor.y, mean, p->differences[j][m][i]);
#endif
  }
}

// Loads the levels of row k of Pixels, of `columns` pixels that are computed, from `from` on and
// `step` bytes apart.
DEVICE void four_levels(const GLOBAL uchar* from, int step, int first, int columns, uint* levels) {
  UNROLL_SUMS for (int i = 0; i < 4 / CENTRES_OF_WORD; ++i) levels[i] = 0;
  UNROLL_SUMS for (int c = 0; c < 4; ++c)
    levels[c / CENTRES_OF_WORD] |= level_at(from + (i64)MIN_INT(first + c, columns - 1) * step)
                                   << 32 / CENTRES_OF_WORD * (c % CENTRES_OF_WORD);
}

#if JOINT
// Writes D^ or N^ of the item's pixels. `to`: of its first pixel; rows after y1 are not written.
DEVICE void write_sums(const Pixels* p, const SelvageFourier* a, int y, GLOBAL uchar* to) {
  UNROLL_SUMS for (int k = 0; k < 4; ++k) {
    const int row = k / 2 * 8 + k % 2, j = k / 2, i = k % 2;
    if (y + row >= a->y1) continue;
    float4 four;
    four.x = p->weights[j][0][i];
    four.y = p->weights[j][0][2 + i];
    four.z = p->weights[j][1][i];
    four.w = p->weights[j][1][2 + i];
    *(GLOBAL float4*)(to + (i64)row * a->sums_pitch) = four;
  }
}
#else

// Returns which of four neighbouring pixels have a mark in their windows, as bits. `row`: of marks;
// `first`: the first column of the first one's window.
DEVICE uint four_marks(const GLOBAL uchar* row, const SelvageFourier* a, int first) {
  uint bits = 0;
#if FLOATS
  const int last = first + 2 * a->radius_x;
  NO_UNROLL for (int i = first / 16; i <= (last + 3) / 16; ++i) {
    const uint marks = *(const GLOBAL ushort*)(row + 2 * i);
    if (marks == 0) continue;
    for (int c = 0; c < 4; ++c)
      bits |= ((marks & bits_between(first + c - 16 * i, last + c - 16 * i, 16)) != 0 ? 1u : 0u) << c;
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
  LOCAL uint* const centres = matrices + MATRIX_WORDS * a->blocks_x;
  LOCAL uint* const shared = centres + CENTRE_WORDS * a->row_terms + LOCAL_Y * TAP_WORDS;
  const int g = LOCAL_X / 4, t = LOCAL_X % 4, columns = a->x1 - a->x0;
  const int left = GROUP_X * ROW_COLUMNS + 32 * WARP_X, top = GROUP_Y * ROW_ROWS + 16 * WARP_Y;
  const int column = left + 4 * g, y = a->y0 + top + 2 * t;  // of the item's first pixel
  in += a->in.offset;
  out += a->out.offset;
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
                              (i64)(top + g) * a->pitch + 2 * (left + 8 * t);
  Ahead ahead;
  load_ahead(plane, a, &ahead);
  NO_UNROLL for (int first = 0; first < a->terms; first += a->row_terms) {
    const int terms = MIN_INT(a->row_terms, a->terms - first);
    if (first > 0) BARRIER();  // the last factors are read
    copy_words(tables + CENTRES(a) + CENTRE_WORDS * first, CENTRE_WORDS * terms, centres);
    BARRIER();
    const LOCAL uint* factors = centres;
    NO_UNROLL for (int k = 2 * first; k < 2 * (first + terms); ++k, factors += FACTOR_WORDS) {
      const GLOBAL uchar* const next = k + 1 < 2 * a->terms ? plane + a->plane : plane;
      const float slope = a->steepness * (float)(a->lowest + k / 2);
      add_rows(plane, next, a, matrices, (const LOCAL Factors*)factors, slope, &ahead, &p, shared);
      plane = next;
    }
  }

#if JOINT
  GLOBAL uchar* const sums = scratch + a->sums + GROUP_Z * a->sums_plane;
  write_sums(&p, a, y, sums + (i64)(y - a->y0) * a->sums_pitch + 4 * column);
#else
  GLOBAL uint* const list = (GLOBAL uint*)(scratch + a->list);
  UNROLL_SUMS for (int k = 0; k < 4; ++k) {
    const int row = y + k / 2 * 8 + k % 2;
    if (row >= a->y1) continue;
    const uint first = (uint)(row - a->y0) * (uint)columns + (uint)column;
    GLOBAL uchar* const to = output_pixel(out, a, a->x0, row);
    const uint marks = four_marks(scratch + a->marks + (i64)(row - a->y0) * (a->pitch / 16), a,
                                  column + 16 * (a->blocks_x - 1) - a->radius_x);
    UNROLL_SUMS for (int c = 0; c < 4; ++c) if (column + c < columns) {
      const int m = c / 2, i = c % 2 * 2 + k % 2;
      GLOBAL uchar* const at = to + (i64)(column + c) * a->out.pixel;
#if HOLES
      if (is_copied(in, mask, a, a->x0 + column + c, row)) {
        copy_sample(input_pixel(in, a, a->x0 + column + c, row), at);
        continue;
      }
#endif
#if FLOATS
      const float centre = read_sample(input_pixel(in, a, a->x0 + column + c, row));
#else
      const float centre = (float)level_of(p.levels[k], c);
#endif
      finish_pixel(a, first + c, centre, (int)(marks >> c & 1u), p.weights[k / 2][m][i],
                   p.differences[k / 2][m][i], list, at);
    }
    NO_UNROLL for (int i = a->first_copied; i <= a->last_copied; ++i)
      for (int c = column; c < MIN_INT(column + 4, columns); ++c)
        copy_sample(input_pixel(in, a, a->x0 + c, row) + i * a->in.channel,
                    to + (i64)c * a->out.pixel + i * a->out.channel);
  }
#endif
}
