// SPDX-License-Identifier: Apache-2.0
// The sums of candidate "tensor" term by term, for devices without matrix instructions. Each item
// computes two pixels from the table and the chunks that the products would use.

#if !BYTE_PRODUCTS

// Returns the product of a pixel's vector with a chunk.
DEVICE float product_with(const float* vector, const LOCAL uint* chunk) {
  float sum = 0.0f;
  for (int i = 0; i < 4; ++i) {
    sum = FMA(vector[2 * i], low_half(chunk[i]), sum);
    sum = FMA(vector[2 * i + 1], high_half(chunk[i]), sum);
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
                              const SelvageBilateral* a, const GLOBAL uint4* table, int x, int y,
                              float* sums) {
  const int pixel = y % BLOCK_SIDE * BLOCK_SIDE + x % BLOCK_SIDE;
  const int special = IS_SPECIAL(x / BLOCK_SIDE % BLOCKS_OF_WARP);
  const GLOBAL uint2* penalties = penalties_of(table);
  const int inner = UNITS(table, INNER);
  const int units = (int)(penalties - PLACES(table)) / GROUP_WIDTH;
  const LOCAL uint* base =
      (const LOCAL uint*)(chunks + (y - y % BLOCK_SIDE) * frame->pitch + x - x % BLOCK_SIDE);
  float vectors[2][8];
  for (int t = 0; t < 4; ++t) {
    uint two[2];
    pixel_vector(chunks, frame, chunk_of(frame, a, x, y), t, a,
                 special ? SPECIAL_BIAS : POLYNOMIAL_BIAS, two);
    for (int i = 0; i < 2; ++i) {
      vectors[i][2 * t] = low_half(two[i]);
      vectors[i][2 * t + 1] = high_half(two[i]);
    }
  }
  for (int c = 0; c < COLUMNS; ++c) sums[c] = 0.0f;
  for (int u = 0; u < units; ++u)
    for (int tap = 0; tap < 16; ++tap) {
      const LOCAL uint* chunk = base + PLACES(table)[u * GROUP_WIDTH + tap].y;
      float e = product_with(vectors[0], chunk);
      e += product_with(vectors[1], chunk + (LOW_PARTS ? 4 * frame->pixels : 0));
      if (u >= inner)
        e += penalty_of(penalties + (u - inner) * PENALTIES * GROUP_WIDTH, tap / 8, tap % 8, pixel);
      const float weight =
          half_to_float(special ? float_to_half(EXP2(e)) : weight_by_polynomial(e));
      const LOCAL uint* values = chunk + (CHUNKS - 1) * 4 * frame->pixels;
      for (int c = 0; c < COLUMNS; ++c)
        sums[c] += weight * (c % 2 == 0 ? low_half(values[c / 2]) : high_half(values[c / 2]));
    }
}

DEVICE void add_taps(LOCAL uint4* chunks, const TileFrame* frame, const SelvageBilateral* a,
                     const GLOBAL uint4* table, int x, int y, int* holes) {
  float sums[2][COLUMNS];
  for (int j = 0; j < 2; ++j)
    add_taps_of_pixel(chunks, frame, a, table, LOCAL_X, LOCAL_Y + GROUP_HEIGHT * j, sums[j]);
  find_holes(chunks, frame, a, holes);
  BARRIER();
  for (int j = 0; j < 2; ++j)
    for (int c = 0; c < COLUMNS; ++c)
      *result(chunks, LOCAL_X, LOCAL_Y + GROUP_HEIGHT * j, c) = sums[j][c];
}

#endif
