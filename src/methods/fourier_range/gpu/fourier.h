// SPDX-License-Identifier: Apache-2.0
// What the kernels of candidate "fourier_range" share: tables, levels and holes. Read after
// fourier_products.h. For the numbers see methods/fourier_range/byte_fit.hpp.
//   TEAMS          teams of four warps of a group
//   READS          the type of samples. A level is 1 of u8, 257 of u16; floats of 0..1 are rounded
//                  to steps, of which a level has 257, and go the way of u16
//   HOLES          taps may be missing
//   VALUES         averaged channels of a joint filter, whose levels are those of its guide; 0: a
//                  bilateral filter
//   WHOLE          a tile has all taps of its sums, not a part of them
//   ROW_STAGES     tiles of terms in the second kernel's local memory
//   TOGETHER       taps of a row whose loads an item of fourier_repair begins together
//
// Scratch holds the number of pixels that all launches computed again (i64). From PLANES on lie, for
// each term, the columns' means of the cosines and sines as fourier_rows has them in local memory:
//   [32 rows][16 columns, the last first][cosine, sine: upper bytes; cosine, sine: lower ones][row]
//   [column]
// A joint filter has 1 + VALUES sets of such terms: those of D^, then for each channel those of N^,
// whose items are waves times values. Of floats, a plane of marks follows: of 16 columns a word of
// two bytes, where bit c is set if a tap of column c has no step and lies in the window; of a joint
// filter, D^ and all N^ as planes of floats. Then a count and a list of the launch's pixels.

#define PLANES 256        // bytes
#define JOINT (VALUES > 0)
#define WORDS (READS != U8 && !JOINT)
#define FLOATS (READS >= F16)
#define LEVEL (READS == U16 ? 257.0f : FLOATS ? 1.0f / 255.0f : 1.0f)  // in samples
// The cosine and sine of an u16 or a step, v, are those of its bytes: float2 [256] of 256 u, then
// of l, with
//   cos(256 u + l) = cos(256 u) cos(l) - sin(256 u) sin(l), and likewise the sine
#if WORDS
#define WORD_ROWS 2       // rows of levels in a word
#define WAVE_WORDS 1024   // of a term: those tables, the first times 32767
#define CENTRE_WORDS 1024  // of a term: those tables, the first times S a_k
#define RANGE_WEIGHTS 0    // they are computed
#else
#define CENTRE_WORDS 512  // of a term: float2 [256], the waves times S a_k
#define RANGE_WEIGHTS 256
#endif
#if JOINT
// A row of a column has a word: the guide's level in bits 0..7, bit 8 of a missing tap, and in the
// upper half 32768 more than the value (methods/fourier_range/joint_level.hpp).
#define WORD_ROWS 1
#define MISSING 256u
#define WAVE_WORDS 512    // of a term: float2 [256], waves times 32766 / 32767
#elif !WORDS
#define WORD_ROWS 4
#define WAVE_WORDS 256    // of a term: the bytes of cosines and sines
#endif
#define CENTRES_OF_WORD (WORDS ? 2 : 4)  // levels of pixels that the second kernel has in a word
// Words before the tables. Those of rows begin at 0.
#define BANDS_Y(a) BAND_WORDS((a)->blocks_x)
#define WAVES(a) (BANDS_Y(a) + BAND_WORDS((a)->blocks_y))  // [terms][WAVE_WORDS]
#define CENTRES(a) (WAVES(a) + WAVE_WORDS * (a)->terms)          // [terms][CENTRE_WORDS]
#define GAUSSIAN(a) (CENTRES(a) + CENTRE_WORDS * (a)->terms)     // float [RANGE_WEIGHTS], then the
                                                                 // weights along x and along y

#define SCRATCH_CHUNKS(a) ((a)->pitch / (4 * CHUNK_WORDS))
#define MARK_PITCH(a) (2 * SCRATCH_CHUNKS(a))  // bytes of a row of marks
#define ITEM (LOCAL_Y * GROUP_WIDTH + LOCAL_X)
#define ITEMS (GROUP_WIDTH * GROUP_HEIGHT)

DEVICE void copy_words(const GLOBAL uint* RESTRICT from, int words, LOCAL uint* to) {
  for (int i = ITEM; i < words; i += ITEMS) to[i] = from[i];
}

// Begins to copy words, a multiple of four of them.
DEVICE void begin_words(const GLOBAL uint* from, int words, LOCAL uint* to) {
  for (int i = 4 * ITEM; i < words; i += 4 * ITEMS)
    begin_copy_of_16(LOCAL_ADDRESS(to + i), (const GLOBAL uchar*)(from + i));
}

// Returns a sum less its nine lowest bits, as a float of 2^23 more than the other bits. A
// conversion would take the unit for it twice as long as a shift and an addition.
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

#if FLOATS
typedef float Sample;
// Samples outside 0..1 and NaN have no step.
DEVICE int has_step(float v) { return v >= 0.0f && v <= 1.0f; }
DEVICE uint level_of_sample(float v) {
  return (uint)(MIN(MAX(v, 0.0f), 1.0f) * 65535.0f + 0.5f);
}
DEVICE Sample sample_at(const GLOBAL uchar* p) { return read_sample(p); }
#else
typedef int Sample;
DEVICE uint level_of_sample(int v) { return (uint)v; }
DEVICE Sample sample_at(const GLOBAL uchar* p) {
#if READS == U16
  return *(const GLOBAL ushort*)p;
#else
  return *p;
#endif
}
#endif

#if JOINT
DEVICE uint level_at(const GLOBAL uchar* p) { return *p; }  // of the guide
#else
DEVICE uint level_at(const GLOBAL uchar* p) { return level_of_sample(sample_at(p)); }
#endif

#if WORDS
// Returns what the tables of both bytes give: float2 [2][256].
DEVICE float2 wave_of_bytes(uint level, const LOCAL float2* tables) {
  const float2 u = tables[level >> 8], l = tables[256 + (level & 255u)];
  float2 wave;
  wave.x = FMA(u.x, l.x, -(u.y * l.y));
  wave.y = FMA(u.y, l.x, u.x * l.y);
  return wave;
}
#endif

#if FLOATS
// Returns the bits first..last of a word of so many bits, none of which need lie in it.
DEVICE uint bits_between(int first, int last, int bits) {
  const int low = MAX_INT(first, 0), high = MIN_INT(last, bits - 1);
  return low > high ? 0 : (2u << high) - (1u << low);
}
#endif

#if HOLES || FLOATS
// Returns whether pixel (x, y), which may be OUTSIDE, takes part in sums. `in`: the filtered
// channel.
DEVICE int takes_part(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageFourier* a,
                      int x, int y) {
  int invalid = a->has_invalid;
  if (x == OUTSIDE || y == OUTSIDE)
    return a->border == CONSTANT && !(invalid && a->outside_value == a->invalid);
  if (a->has_mask && mask[place(&a->mask, x, y, a->mask.pixel)] == 0) return 0;
  const GLOBAL uchar* const p = input_pixel(in, a, x, y) - a->first_channel;
  for (int c = 0; c < a->colours; ++c)
    invalid = invalid && (float)sample_at(p + c * a->in.channel) == a->invalid;
#if FLOATS
  for (int c = 0; c < a->channels; ++c)
    if (!is_finite(read_sample(p + c * a->in.channel))) return 0;
#endif
  return !invalid;
}
#endif

#if FLOATS
// Returns whether pixel (x, y), which may be OUTSIDE, keeps sums from serving windows that hold it:
// it takes part and has no step, or is a hole although sums know none.
DEVICE int is_marked(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageFourier* a,
                     int x, int y) {
  const int outside = x == OUTSIDE || y == OUTSIDE;
  const int steps = has_step(outside ? a->outside_value : sample_at(input_pixel(in, a, x, y)));
#if HOLES
  return !steps && takes_part(in, mask, a, x, y);
#else
  return !steps || !takes_part(in, mask, a, x, y);
#endif
}
#endif

#if HOLES

// Returns whether pixel (x, y) is copied.
DEVICE int is_copied(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageFourier* a,
                     int x, int y) {
  const int leaves_image = x < a->radius_x || y < a->radius_y || x >= a->width - a->radius_x ||
                           y >= a->height - a->radius_y;
  return (a->border == COPY && leaves_image) || !takes_part(in, mask, a, x, y);
}
#endif
