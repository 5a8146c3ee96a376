// SPDX-License-Identifier: Apache-2.0
// What the kernels of geometry-guided means share. Read after samples.h.
// Discontinuities are bits: of pixel (x, y), counted from the first that is held, bit x % 32 of word
// x / 32 of row y (to the right), bit y % 32 of word x of row y / 32 (below; holes likewise). A hole has
// no number, or no end, in a sample of any input, and discontinuities on all sides: with_holes.

// All kernels have these, in this order.
#define GEOMETRY_PARAMETERS                                                                     \
  const GLOBAL uchar *RESTRICT in, const GLOBAL uchar *RESTRICT normals,                        \
      const GLOBAL uchar *RESTRICT depth, const GLOBAL float *RESTRICT tables,                  \
      GLOBAL uchar *RESTRICT scratch, GLOBAL uchar *RESTRICT out, GLOBAL uchar *RESTRICT flags, \
      ARGUMENTS(SelvageGeometry, args)

// A line of bits: a row's to the right, or a column's below.
typedef struct {
  const GLOBAL uint* words;
  int step;   // words from one to the next
  int count;  // of words
} Bits;

#define WORDS_OF(length) (((length) + 31) / 32)

DEVICE GLOBAL uint* words_at(GLOBAL uchar* scratch, const SelvageLayout* l, int word, int row) {
  return (GLOBAL uint*)(scratch + origin(l) + (i64)row * l->row) + word;
}

DEVICE Bits right_of_row(GLOBAL uchar* scratch, const SelvageGeometry* a, int y) {
  Bits bits;
  bits.words = words_at(scratch, &a->right, 0, y - a->held_y0);
  bits.step = 1;
  bits.count = WORDS_OF(a->held_x1 - a->held_x0);
  return bits;
}

DEVICE Bits below_column(GLOBAL uchar* scratch, const SelvageGeometry* a, const SelvageLayout* l,
                         int x) {
  Bits bits;
  bits.words = words_at(scratch, l, x - a->held_x0, 0);
  bits.step = l->row / 4;
  bits.count = WORDS_OF(a->held_y1 - a->held_y0);
  return bits;
}

// All that is not held is apart.
DEVICE uint word_of(const Bits* bits, int i) {
  return i >= 0 && i < bits->count ? bits->words[(i64)i * bits->step] : 0xffffffffu;
}

// The word that bit i is in; i may be negative.
DEVICE int word_index(int i) { return (i + 65536 * 32) / 32 - 65536; }

// Bits first .. first + 31 of two words; 0 <= first <= 31.
DEVICE uint bits_from(uint low, uint high, int first) {
  return (low >> first) | ((high << 1) << (31 - first));
}

// 64 bits of a line.
typedef struct {
  uint low, high;
} Span;

// Bits first .. first + 63 of a line.
DEVICE Span span_of(const Bits* bits, int first) {
  const int i = word_index(first), shift = first - 32 * i;
  const uint middle = word_of(bits, i + 1);
  Span span;
  span.low = bits_from(word_of(bits, i), middle, shift);
  span.high = bits_from(middle, word_of(bits, i + 2), shift);
  return span;
}

// Discontinuities beside so many pixels, on the sides of holes too.
DEVICE Span with_holes(Span edges, Span holes) {
  edges.low |= holes.low | (holes.low >> 1) | (holes.high << 31);
  edges.high |= holes.high | (holes.high >> 1);
  return edges;
}

// The first channel of the mean at (x, y). Of 32 pixels of a row, counted from the first that is
// held, first one channel lies side by side, then the next: all at fixed distances.
DEVICE GLOBAL float* mean_at(GLOBAL uchar* scratch, const SelvageGeometry* a, int x, int y) {
  const int i = x - a->held_x0;
  return (GLOBAL float*)(scratch + origin(&a->means) + (i64)(y - a->held_y0) * a->means.row) +
         (i / 32 * (32 * AVERAGED) + i % 32);
}
#define MEAN_PLANE 32  // floats from channel to channel
