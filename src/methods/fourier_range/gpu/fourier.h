// SPDX-License-Identifier: Apache-2.0
// What the kernels of candidate "fourier_range" share: tables, and sums of integers of two bytes as
// products of byte matrices. Read after mma.h. For the numbers see
// methods/fourier_range/byte_fit.hpp.
//   ACROSS, DOWN   warps of a group
//
// A warp computes 32 neighbouring sums in each of 16 lines: weights (16 sums x 32 taps) times image
// (32 taps x 8 lines), for 2 matrices of weights and 2 of the image. Item 4 g + t
//   gives     taps 8 t .. 8 t + 7 of line g of either matrix of the image
//   receives  sums 4 g .. 4 g + 3: sum 2 m + i / 2 of product m is its element i
// so that it reads and writes whole words. The weights are laid out accordingly (matrices() in
// gpu/fourier_tables.cpp).
// In scratch lie planes with the columns' means of the cosines, then of the sines, for each term:
// four upper bytes of neighbouring columns, then the four lower bytes. Then a count and a list of
// pixels.

#define MATRIX_WORDS 512  // of a block: [m][upper, lower][item][4]
#define CENTRE_WORDS 1024  // of a term: for a mean of cosines, then of sines, float2 [256]: the factors
                           // in D^ and N^ at a pixel of that level
// Words before the tables. Those of rows begin at 0.
#define MATRICES_Y(a) (MATRIX_WORDS * (a)->blocks_x)
#define WAVES(a) (MATRICES_Y(a) + MATRIX_WORDS * (a)->blocks_y)  // [terms][256]
#define CENTRES(a) (WAVES(a) + 256 * (a)->terms)                 // float [terms][CENTRE_WORDS]
#define GAUSSIAN(a) (CENTRES(a) + CENTRE_WORDS * (a)->terms)     // float [256], then the weights
                                                                 // along x and along y

#define ITEM (LOCAL_Y * GROUP_WIDTH + LOCAL_X)
#define ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define WARP_X (LOCAL_Y % ACROSS)
#define WARP_Y (LOCAL_Y / ACROSS)
#if PROCESSOR
#define UNROLL_SUMS NO_UNROLL
#else
#define UNROLL_SUMS UNROLL
#endif

typedef struct {
  uint upper[4], lower[4];
} Weights;

// A product with its upper bytes, and the two that mix upper and lower bytes.
typedef struct {
  int upper[4], mixed[4];
} Sums;

DEVICE void copy_words(const GLOBAL uint* RESTRICT from, int words, LOCAL uint* to) {
  for (int i = ITEM; i < words; i += ITEMS) to[i] = from[i];
}

DEVICE void load_weights(const LOCAL uint* matrices, int block, int m, Weights* w) {
  const LOCAL uint4* from = (const LOCAL uint4*)(matrices + MATRIX_WORDS * block) + 64 * m + LOCAL_X;
  const uint4 upper = from[0], lower = from[32];
  w->upper[0] = upper.x;
  w->upper[1] = upper.y;
  w->upper[2] = upper.z;
  w->upper[3] = upper.w;
  w->lower[0] = lower.x;
  w->lower[1] = lower.y;
  w->lower[2] = lower.z;
  w->lower[3] = lower.w;
}

DEVICE void clear_sums(Sums* sums) {
  UNROLL_SUMS for (int i = 0; i < 4; ++i) sums->upper[i] = sums->mixed[i] = 0;
}

DEVICE void add_taps(const Weights* w, const uint* upper, const uint* lower, Sums* sums,
                     LOCAL uint* shared) {
  add_product(w->upper, upper, sums->upper, sums->upper, shared);
  add_product(w->upper, lower, sums->mixed, sums->mixed, shared);
  add_product(w->lower, upper, sums->mixed, sums->mixed, shared);
}

DEVICE uint sum_of(const Sums* sums, int i) {
  return ((uint)sums->upper[i] << 8) + (uint)sums->mixed[i];
}

// Returns a sum less its nine lowest bits, as a float of 2^23 more than the other bits. A conversion
// would take the unit for it twice as long as a shift and an addition.
DEVICE float float_of_sum(uint sum) { return AS_FLOAT((sum >> 9) + 0x4b000000u); }

// Turns four words into words of their bytes 0, 1, 2 and 3.
DEVICE void transpose_bytes(const uint* words, uint* bytes) {
  const uint a = bytes_of(words[0], words[1], 0x5140), b = bytes_of(words[2], words[3], 0x5140);
  const uint c = bytes_of(words[0], words[1], 0x7362), d = bytes_of(words[2], words[3], 0x7362);
  bytes[0] = bytes_of(a, b, 0x5410);
  bytes[1] = bytes_of(a, b, 0x7632);
  bytes[2] = bytes_of(c, d, 0x5410);
  bytes[3] = bytes_of(c, d, 0x7632);
}

DEVICE int clamped(int i, int low, int high) { return MIN_INT(MAX_INT(i, low), high); }
