// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", second kernel: means of the rows of the columns' means, the result and
// its certificate. Read after fourier.h.
//   one group   -> ACROSS x 32 columns, DOWN x 16 rows of pixels
//   one warp    -> 32 columns x 16 rows: 12 (blocks_x) products for cosines, and for sines, of a term
//   local       -> matrices of weights; a term's factors of 256 levels; PRODUCT_WORDS of each warp
// A pixel whose certificate exceeds the limit is put on the list, for fourier_repair.
// Bound by products and by reading planes: a warp reads (32 blocks_x) x 16 bytes of each.

#define ROW_COLUMNS (32 * ACROSS)
#define ROW_ROWS (16 * DOWN)

// Sums the rows of one plane of cosines or sines; sets means[j][m][i].
DEVICE void sum_rows(const GLOBAL uchar* plane, const SelvageFourier* a, const LOCAL uint* matrices,
                     float (*means)[2][4], LOCAL uint* shared) {
  Sums sums[2][2];
  UNROLL_SUMS for (int i = 0; i < 4; ++i) clear_sums(&sums[i / 2][i % 2]);
  const GLOBAL uchar* lines[2];
  lines[0] = plane;
  lines[1] = plane + (i64)8 * a->pitch;
  UNROLL_4 for (int block = 0; block < a->blocks_x; ++block) {
    uint upper[2][2], lower[2][2];
    UNROLL_SUMS for (int j = 0; j < 2; ++j) {
      const uint2 u = *(const GLOBAL uint2*)(lines[j] + 32 * block);
      const uint2 l = *(const GLOBAL uint2*)(lines[j] + 32 * block + a->plane);
      upper[j][0] = u.x;
      upper[j][1] = u.y;
      lower[j][0] = l.x;
      lower[j][1] = l.y;
    }
    UNROLL_SUMS for (int m = 0; m < 2; ++m) {
      Weights w;
      load_weights(matrices, block, m, &w);
      UNROLL_SUMS for (int j = 0; j < 2; ++j) add_taps(&w, upper[j], lower[j], &sums[j][m], shared);
    }
  }
  UNROLL_SUMS for (int j = 0; j < 2; ++j)
  UNROLL_SUMS for (int m = 0; m < 2; ++m)
  UNROLL_SUMS for (int i = 0; i < 4; ++i)
    means[j][m][i] = FMA((float)(sum_of(&sums[j][m], i) + a->row_offset), a->row_scale, -1.0f);
}

// Writes pixel (x, y) of level `level`, where D^ is `weights` and N^ is `differences`.
DEVICE void finish_pixel(const GLOBAL uchar* in, const SelvageFourier* a, int x, int y, uint level,
                         float weights, float differences, GLOBAL uint* list, GLOBAL uchar* out) {
  if (x >= a->x1 || y >= a->y1) return;
  const float shift = differences * RECIPROCAL(MAX(weights, 1.0f));
  const float error = FMA(ABS(shift), a->of_weights, a->of_differences);
  GLOBAL uchar* const to = output_pixel(out, a, x, y);
  if (error > a->limit * MAX(1.0f, weights - a->of_weights))
    list[1 + ATOMIC_ADD(list, 1u)] = (uint)(y - a->y0) * (uint)(a->x1 - a->x0) + (uint)(x - a->x0);
  else
    write_sample(to, (float)level + shift);
  for (int c = a->first_copied; c <= a->last_copied; ++c)
    copy_sample(input_pixel(in, a, x, y) + c * a->in.channel, to + c * a->out.channel);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fourier_rows(const GLOBAL uchar* RESTRICT in, const GLOBAL uint* RESTRICT tables,
                  GLOBAL uchar* RESTRICT scratch, GLOBAL uchar* RESTRICT out,
                  ARGUMENTS(SelvageFourier, args) LOCAL_PARAM(uint4, memory)) {
  LOCAL_BODY(uint4, memory)
  const SelvageFourier* a = &args;
  LOCAL uint* const matrices = (LOCAL uint*)memory;
  LOCAL uint* const factors = matrices + MATRIX_WORDS * a->blocks_x;
  LOCAL uint* const shared = factors + CENTRE_WORDS + LOCAL_Y * PRODUCT_WORDS;
  const LOCAL float2* const centres = (const LOCAL float2*)factors;
  const int g = LOCAL_X / 4, t = LOCAL_X % 4;
  const int left = GROUP_X * ROW_COLUMNS + 32 * WARP_X, top = GROUP_Y * ROW_ROWS + 16 * WARP_Y;
  // The pixel of element i of product m of matrix j is (4 g + 2 m + i / 2, 8 j + 2 t + i % 2).
  const int x = a->x0 + left + 4 * g, y = a->y0 + top + 2 * t;
  in += origin(&a->in);
  out += origin(&a->out);
  copy_words(tables, MATRIX_WORDS * a->blocks_x, matrices);

  uint levels[4];  // of row 8 (k / 2) + k % 2, a byte for each of four columns
  float weights[2][2][4], differences[2][2][4];
  UNROLL_SUMS for (int k = 0; k < 4; ++k) {
    const int row = MIN_INT(y + k / 2 * 8 + k % 2, a->y1 - 1);
    levels[k] = 0;
    UNROLL_SUMS for (int c = 0; c < 4; ++c) {
      levels[k] |= (uint)input_pixel(in, a, MIN_INT(x + c, a->x1 - 1), row)[0] << 8 * c;
      weights[k / 2][k % 2][c] = a->constant_term;
      differences[k / 2][k % 2][c] = 0.0f;
    }
  }
  const GLOBAL uchar* plane = scratch + (i64)(top + g) * a->pitch + left + 8 * t;
  NO_UNROLL for (int term = 0; term < a->terms; ++term) {
    BARRIER();  // the last term's factors are read
    copy_words(tables + CENTRES(a) + CENTRE_WORDS * term, CENTRE_WORDS, factors);
    BARRIER();
    float cosines[2][2][4], sines[2][2][4];
    sum_rows(plane, a, matrices, cosines, shared);
    sum_rows(plane + 2 * a->plane, a, matrices, sines, shared);
    plane += 4 * a->plane;
    const float2 scales = centres[256];
    UNROLL_SUMS for (int j = 0; j < 2; ++j)
    UNROLL_SUMS for (int m = 0; m < 2; ++m)
    UNROLL_SUMS for (int i = 0; i < 4; ++i) {
      const float2 centre = centres[levels[2 * j + i % 2] >> 8 * (2 * m + i / 2) & 255u];
      const float c = cosines[j][m][i], s = sines[j][m][i];
      weights[j][m][i] = FMA(scales.x, FMA(centre.x, c, centre.y * s), weights[j][m][i]);
      differences[j][m][i] = FMA(scales.y, FMA(centre.x, s, -centre.y * c), differences[j][m][i]);
    }
  }
  GLOBAL uint* const list = (GLOBAL uint*)(scratch + a->list);
  UNROLL_SUMS for (int j = 0; j < 2; ++j)
  UNROLL_SUMS for (int m = 0; m < 2; ++m)
  UNROLL_SUMS for (int i = 0; i < 4; ++i)
    finish_pixel(in, a, x + 2 * m + i / 2, y + 8 * j + i % 2,
                 levels[2 * j + i % 2] >> 8 * (2 * m + i / 2) & 255u, weights[j][m][i],
                 differences[j][m][i], list, out);
}
