// SPDX-License-Identifier: Apache-2.0
// Shared by the kernels of geometry-guided means. Read after samples.h.
// Discontinuities are bits. With (x, y) counted from the first held pixel, the one to the right is
// bit x % 32 of word x / 32 of row y; the one below is bit y % 32 of word x of row y / 32, and so
// are holes. A hole has a NaN or infinite sample in any input, and discontinuities on all sides:
// with_holes.

// The parameters of all kernels, in this order.
#define GEOMETRY_PARAMETERS                                                                     \
  const GLOBAL uchar *RESTRICT in, const GLOBAL uchar *RESTRICT normals,                        \
      const GLOBAL uchar *RESTRICT depth, const GLOBAL float *RESTRICT tables,                  \
      GLOBAL uchar *RESTRICT scratch, GLOBAL uchar *RESTRICT out, GLOBAL uchar *RESTRICT flags, \
      ARGUMENTS(SelvageGeometry, args)

// A row or column of bits: discontinuities to the right, or below.
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

// Everything outside the loaded rectangle is a discontinuity.
DEVICE uint word_of(const Bits* bits, int i) {
  return i >= 0 && i < bits->count ? bits->words[(i64)i * bits->step] : 0xffffffffu;
}

// The index of the word that holds bit i, which may be negative.
DEVICE int word_index(int i) { return (i + 65536 * 32) / 32 - 65536; }

// Bits first .. first + 31 of two words; 0 <= first <= 31.
DEVICE uint bits_from(uint low, uint high, int first) {
  return (low >> first) | ((high << 1) << (31 - first));
}

// 64 bits of a row or column.
typedef struct {
  uint low, high;
} Span;

// Bits first .. first + 63 of a row or column.
DEVICE Span span_of(const Bits* bits, int first) {
  const int i = word_index(first), shift = first - 32 * i;
  const uint middle = word_of(bits, i + 1);
  Span span;
  span.low = bits_from(word_of(bits, i), middle, shift);
  span.high = bits_from(middle, word_of(bits, i + 2), shift);
  return span;
}

// The discontinuities of so many pixels, including those of holes.
DEVICE Span with_holes(Span edges, Span holes) {
  edges.low |= holes.low | (holes.low >> 1) | (holes.high << 31);
  edges.high |= holes.high | (holes.high >> 1);
  return edges;
}

// The first channel of the mean at (x, y). Planes interleave in runs of 32 pixels, counted from the
// first held pixel: all channels are at fixed distances.
DEVICE GLOBAL float* mean_at(GLOBAL uchar* scratch, const SelvageGeometry* a, int x, int y) {
  const int i = x - a->held_x0;
  return (GLOBAL float*)(scratch + origin(&a->means) + (i64)(y - a->held_y0) * a->means.row) +
         (i / 32 * (32 * AVERAGED) + i % 32);
}
#define MEAN_PLANE 32  // floats from channel to channel
