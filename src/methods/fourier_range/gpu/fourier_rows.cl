// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", second kernel: means of the rows of the columns' means, the result and
// its certificate; of a joint filter, D^ or N^ of one set. Read after fourier.h.
// Channels that are averaged apart are sets of planes, too.
//   one group   -> 64 TEAMS columns x 32 rows of pixels
//   one team    -> 64 columns x 32 rows: products of a band of weights and a part of a tile
//   local       -> the band; ROW_STAGES tiles of row_blocks blocks of a term with its factors, of
//                  which the next one arrives while one is summed
// A pixel whose certificate exceeds the limit, or whose window has a mark, is put on the list, for
// fourier_repair.
// Of local memory, products read 12 KB for 64 x 64 sums and 32 taps where GROUP_PRODUCTS.

#define ROW_COLUMNS (TEAM_SUMS * TEAMS)
#define COLUMN_BLOCKS(a) ((a)->blocks_x + 2 * (TEAMS - 1))  // that a group reads
#define STAGE_WORDS(a) (2 * CHUNK_WORDS * (a)->row_blocks + CENTRE_WORDS)

// Pixel 4 j + i is pixel (16 w + g + 8 (i / 2), 8 j + 2 t + i % 2) of item 4 g + t of warp w.
typedef struct {
  uint levels[4][4 / CENTRES_OF_WORD];
  float weights[16], differences[16];  // D^ and N^
} Pixels;

// Begins to copy blocks first .. end - 1 and the factors of a term. `from`: of the block before which
// the group's first one lies.
DEVICE void begin_tile(const GLOBAL uchar* from, const GLOBAL uint* factors,
                       const SelvageFourier* a, int first, int end, LOCAL uint* to) {
  const int block = 2 * CHUNK_WORDS;
  begin_words((const GLOBAL uint*)from - block * end, block * (end - first), to);
  begin_words(factors, CENTRE_WORDS, to + block * a->row_blocks);
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

DEVICE float mean_of(const Sums* sums, int i, const SelvageFourier* a) {
  return FMA(float_of_sum(sum_of(sums, i)), a->row_scale, a->row_origin);
}

// Adds a term to D^ and N^. `slope`: b_k / a_k.
DEVICE void add_term(const Sums* sums, const SelvageFourier* a, const LOCAL float2* factors,
                     float slope, Pixels* p) {
  UNROLL_SUMS for (int k = 0; k < 16; ++k) {
    const float cosine = mean_of(sums, k, a), sine = mean_of(sums, 16 + k, a);
    const float2 f = factors_of(level_of(p->levels[k / 4], k % 4), factors);
    p->weights[k] = FMA(f.x, cosine, FMA(f.y, sine, p->weights[k]));
#if !JOINT
    p->differences[k] = FMA(slope, FMA(f.x, sine, -(f.y * cosine)), p->differences[k]);
#endif
  }
}

#if !JOINT
// Returns whether windows of two pixels in a row, eight apart, have a mark, as bits. `row`: of marks;
// `first`: the first column of the first one's window.
DEVICE uint two_marks(const GLOBAL uchar* row, const SelvageFourier* a, int first) {
  uint bits = 0;
#if FLOATS
  const int last = first + 2 * a->radius_x;
  NO_UNROLL for (int i = first / 16; i <= (last + 8) / 16; ++i) {
    const uint marks = *(const GLOBAL ushort*)(row + 2 * i);
    for (int c = 0; c < 2; ++c)
      if ((marks & bits_between(first + 8 * c - 16 * i, last + 8 * c - 16 * i, 16)) != 0)
        bits |= 1u << c;
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
  LOCAL uint* const band = (LOCAL uint*)memory;
  LOCAL uint* const stages = band + BAND_WORDS(a->blocks_x);
  const int stage_words = STAGE_WORDS(a), team = TEAM, columns = a->x1 - a->x0;
  const int left = GROUP_X * ROW_COLUMNS;
  const int column = left + TEAM_SUMS * team + 16 * WARP_OF_TEAM + LOCAL_X / 4;  // of the first pixel
  const int y = a->y0 + LINES * GROUP_Y + 2 * (LOCAL_X % 4);
#if JOINT
  in += a->in.offset;
#else
  in += a->in.offset + GROUP_Z * a->in.channel;
  out += a->out.offset + GROUP_Z * a->out.channel;
#endif
#if HOLES
  mask += a->mask.offset;
#endif
  const GLOBAL uchar* from = scratch + PLANES + GROUP_Z * a->terms * a->plane +
                             (i64)GROUP_Y * a->pitch +
                             4 * CHUNK_WORDS * (SCRATCH_CHUNKS(a) - left / 16);
  const GLOBAL uint* factors = tables + CENTRES(a);
  int end = MIN_INT(a->row_blocks, COLUMN_BLOCKS(a));  // of the tile
  begin_words(tables, BAND_WORDS(a->blocks_x), band);
  if (ROW_STAGES > 1) begin_tile(from, factors, a, 0, end, stages);

  Pixels p;
  UNROLL_SUMS for (int k = 0; k < 16; ++k) {
    const int c = MIN_INT(column + k / 2 % 2 * 8, columns - 1);
    const int row = MIN_INT(y + k / 4 * 8 + k % 2, a->y1 - 1);
#if JOINT
    const GLOBAL uchar* const at =
        guide + a->guide.offset + place(&a->guide, a->x0 + c, row, a->guide.pixel);
#else
    const GLOBAL uchar* const at = input_pixel(in, a, a->x0 + c, row);
#endif
    uint* const word = &p.levels[k / 4][k % 4 / CENTRES_OF_WORD];
    if (k % CENTRES_OF_WORD == 0) *word = 0;
    *word |= level_at(at) << 32 / CENTRES_OF_WORD * (k % CENTRES_OF_WORD);
    p.weights[k] = a->constant_term;
    p.differences[k] = 0.0f;
  }
  Sums sums;
  NO_UNROLL for (int k = 0, first = 0, step = 0; k < a->terms; ++step) {
    LOCAL uint* const stage = stages + (ROW_STAGES > 1 ? step % 2 * stage_words : 0);
    if (ROW_STAGES == 1) {
      BARRIER();  // the last tile is read
      begin_tile(from, factors, a, first, end, stage);
    }
    WAIT_FOR_COPIES(0);
    SHOW_TO_PRODUCTS();
    BARRIER();  // this tile is there, and the last one is read
    const int is_last = WHOLE || end == COLUMN_BLOCKS(a);  // of the term
    const int next = is_last ? 0 : end;
    const int next_end = WHOLE ? end : MIN_INT(next + a->row_blocks, COLUMN_BLOCKS(a));
    if (is_last) {
      from += a->plane;
      factors += CENTRE_WORDS;
    }
    if (ROW_STAGES > 1 && k + is_last < a->terms)
      begin_tile(from, factors, a, next, next_end, stages + (step + 1) % 2 * stage_words);
    const int block = WHOLE ? 0 : MAX_INT(first - 2 * team, 0);
    const int last = WHOLE ? a->blocks_x : MIN_INT(end - 2 * team, a->blocks_x);
    if (WHOLE || block < last)
      add_blocks(band, a->blocks_x, stage + 2 * CHUNK_WORDS * (end - 1 - 2 * team), block, last,
                 block > 0, &sums);
    if (is_last)
      add_term(&sums, a, (const LOCAL float2*)(stage + stage_words - CENTRE_WORDS),
               a->steepness * (float)(a->lowest + k), &p);
    k += is_last;
    first = next;
    end = next_end;
  }

#if JOINT
  // D^ or N^ of the set
  GLOBAL uchar* const to = scratch + a->sums + GROUP_Z * a->sums_plane;
  UNROLL_SUMS for (int k = 0; k < 16; ++k) {
    const int row = y - a->y0 + k / 4 * 8 + k % 2;
    if (row < a->y1 - a->y0)
      *(GLOBAL float*)(to + (i64)row * a->sums_pitch + 4 * (column + k / 2 % 2 * 8)) = p.weights[k];
  }
#else
  GLOBAL uint* const list = (GLOBAL uint*)(scratch + a->list);
  const int last_copied = GROUP_Z == 0 ? a->last_copied : -1;
  UNROLL_SUMS for (int k = 0; k < 8; ++k) {  // pairs of pixels of a row
    const int row = y + k / 2 * 8 + k % 2;
    if (row >= a->y1) continue;
    const uint row_of_list = (uint)(GROUP_Z * (a->y1 - a->y0) + row - a->y0);
    const uint marks = two_marks(scratch + a->marks + (i64)(row - a->y0) * MARK_PITCH(a), a,
                                 column + TAPS_BEFORE(a->blocks_x) - a->radius_x);
    UNROLL_SUMS for (int c = 0; c < 2; ++c) {
      const int at = column + 8 * c, i = 4 * (k / 2) + 2 * c + k % 2;
      if (at >= columns) continue;
      const GLOBAL uchar* const pixel = input_pixel(in, a, a->x0 + at, row);
      GLOBAL uchar* const to = output_pixel(out, a, a->x0 + at, row);
      NO_UNROLL for (int j = a->first_copied; j <= last_copied; ++j)
        copy_sample(pixel + j * a->in.channel, to + j * a->out.channel);
#if HOLES
      if (is_copied(in, mask, a, a->x0 + at, row)) {
        copy_sample(pixel, to);
        continue;
      }
#endif
#if FLOATS
      const float centre = read_sample(pixel);
#else
      const float centre = (float)level_of(p.levels[i / 4], i % 4);
#endif
      finish_pixel(a, row_of_list * (uint)columns + (uint)at, centre, (int)(marks >> c & 1u),
                   p.weights[i], p.differences[i], list, to);
    }
  }
#endif
}
