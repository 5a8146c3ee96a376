// SPDX-License-Identifier: Apache-2.0
// Samples and sums of whole numbers over windows. A group's items are neighbours in a row, and each
// has the sums over its column of the windows. Read after guided.h.
//   CHUNK   items whose sums one item adds up
//   ROWS    rows whose sums are computed together, between the same barriers
//   WIDE    64-bit fixed point (local_linear_int64.cpp) instead of bytes and 32 bits
//   CHECKS  WIDE: samples may exceed its limits; the last plane of both sums counts where
// Sums wrap, which does not matter: those of whole windows are below 2^31, or 2^63. A wide number
// is a double whose last bit is the unit, since 1.5 * 2^52 units were added, taken as an integer;
// what was added is subtracted from the sum of a window.

#define CHUNKS (GROUP_WIDTH / CHUNK)
// Numbers of a plane: a free one behind each chunk, so that one number of each lies in its own bank.
#define PITCH (GROUP_WIDTH + CHUNKS)
#define AT_ONCE 8
#define PIXEL_SUMS (PIXEL_PLANES + CHECKS)
#define MODEL_SUMS (MODEL_PLANES + CHECKS)

#if WIDE

typedef u64 Whole;
typedef i64 Signed;

// Counts of a window's pixels, up to 2^21 of them each.
#define BEYOND ((u64)1)        // beyond the limits, or not finite
#define SOME ((u64)1 << 21)    // with a value that is not 0
#define STRONG ((u64)1 << 42)  // with one that is not below the least value
#define HAS(counts, which) ((counts) / (which) % ((u64)1 << 21) != 0)
#define HELD(counts) (!HAS(counts, BEYOND) && (HAS(counts, STRONG) || !HAS(counts, SOME)))

typedef struct {
  float guide[GUIDES];      // in stored units
  float value[OTHERS + 1];  // those that are no guide
  Whole counts;
} WholePixel;

// Reads the pixel of a column and a row, which may be OUTSIDE.
DEVICE void whole_pixel(const GLOBAL uchar* in, const GLOBAL uchar* guide, const SelvageGuided* a,
                        int column, int row, WholePixel* p) {
  int finite = 1;
  if (column == OUTSIDE || row == OUTSIDE) {
    UNROLL for (int j = 0; j < GUIDES; ++j) p->guide[j] = a->guide_outside;
    UNROLL for (int c = 0; c < OTHERS; ++c) p->value[c] = a->outside_value;
  } else {
    const GLOBAL uchar* at = input_pixel(in, a, column, row);
#if OWN
    UNROLL for (int j = 0; j < GUIDES; ++j) p->guide[j] = read_sample(at + j * CHANNEL_STEP(a));
#else
    const GLOBAL uchar* by = guide + place(&a->guide, column, row, a->guide.pixel);
    UNROLL for (int j = 0; j < GUIDES; ++j) p->guide[j] =
        SAMPLE(GUIDE_READS, by + j * a->guide.channel);
#if GUIDE_READS >= F16
    UNROLL for (int j = 0; j < GUIDE_CHANNELS; ++j) finite &=
        is_finite(SAMPLE(GUIDE_READS, by + j * a->guide.channel));
#endif
#endif
    UNROLL for (int c = 0; c < OTHERS; ++c) p->value[c] =
        read_sample(at + (OWN_VALUES + c) * CHANNEL_STEP(a));
#if READS >= F16
    UNROLL for (int c = 0; c < CHANNELS; ++c) finite &=
        is_finite(read_sample(at + c * CHANNEL_STEP(a)));
#endif
  }
  p->counts = 0;
#if CHECKS
  int inside = finite;
  float most = 0.0f;
  UNROLL for (int j = 0; j < GUIDES; ++j) {
    inside &= a->least_guide <= p->guide[j] && p->guide[j] <= a->most_guide;
    if (OWN) most = MAX(most, ABS(p->guide[j]));
    if (!finite) p->guide[j] = 0.0f;
  }
  UNROLL for (int c = 0; c < OTHERS; ++c) {
    most = MAX(most, ABS(p->value[c]));
    if (!finite) p->value[c] = 0.0f;
  }
  if (!(inside && most <= a->most_value)) p->counts |= BEYOND;
  if (most > 0.0f) p->counts |= SOME;
  if (most >= a->least_value) p->counts |= STRONG;
#endif
}

DEVICE void scaled_pixel(const SelvageGuided* a, const WholePixel* p, double* guide,
                         double* value) {
  const double centre = -(double)a->guide_centre, scale = (double)a->guide_scale;
  UNROLL for (int j = 0; j < GUIDES; ++j) guide[j] = FMA_REAL((double)p->guide[j], scale, centre);
  UNROLL for (int c = 0; c < OTHERS; ++c) value[c] = (double)p->value[c] * (double)a->value_scale;
}

#define ADD(number)                     \
  {                                     \
    const Whole term = (number);        \
    sum[plane] += sign > 0 ? term : -term; \
    ++plane;                            \
  }

// Adds the planes of a pixel, times `sign`, to the sums over a column.
DEVICE void add_pixel(const SelvageGuided* a, const WholePixel* p, int sign, Whole* sum) {
  const double magic = (double)a->magic;
  double guide[GUIDES], value[OTHERS + 1];
  scaled_pixel(a, p, guide, value);
  int plane = 0;
  UNROLL for (int j = 0; j < GUIDES; ++j) ADD(BITS_OF_REAL(guide[j] + magic))
  UNROLL for (int c = 0; c < OTHERS; ++c) ADD(BITS_OF_REAL(value[c] + magic))
  UNROLL for (int j = 0; j < GUIDES; ++j)
    UNROLL for (int k = j; k < GUIDES; ++k) ADD(BITS_OF_REAL(FMA_REAL(guide[j], guide[k], magic)))
  UNROLL for (int c = 0; c < OTHERS; ++c)
    UNROLL for (int j = 0; j < GUIDES; ++j)
      ADD(BITS_OF_REAL(FMA_REAL(value[c], guide[j], magic)))
  if (CHECKS) ADD(p->counts)
}

// What 1.5 * 2^52 units of each pixel of a window add to the sum.
DEVICE Whole added(const SelvageGuided* a, float magic) {
  return (Whole)a->window_pixels * BITS_OF_REAL((double)magic);
}

#else

typedef uint Whole;
typedef int Signed;

typedef struct {
  int guide[GUIDES];      // from the centre
  int value[OTHERS + 1];  // those that are no guide, from the centre
} WholePixel;

// Reads the pixel of a column and a row, which may be OUTSIDE.
DEVICE void whole_pixel(const GLOBAL uchar* in, const GLOBAL uchar* guide, const SelvageGuided* a,
                        int column, int row, WholePixel* p) {
  const int centre = (int)a->guide_centre;
  if (column == OUTSIDE || row == OUTSIDE) {
    UNROLL for (int j = 0; j < GUIDES; ++j) p->guide[j] = (int)a->guide_outside - centre;
    UNROLL for (int c = 0; c < OTHERS; ++c) p->value[c] = (int)a->outside_value - centre;
    return;
  }
  const GLOBAL uchar* at = input_pixel(in, a, column, row);
#if OWN
  UNROLL for (int j = 0; j < GUIDES; ++j) p->guide[j] = at[j * CHANNEL_STEP(a)] - centre;
#else
  const GLOBAL uchar* by = guide + place(&a->guide, column, row, a->guide.pixel);
  UNROLL for (int j = 0; j < GUIDES; ++j) p->guide[j] = by[j * a->guide.channel] - centre;
#endif
  UNROLL for (int c = 0; c < OTHERS; ++c) p->value[c] =
      at[(OWN_VALUES + c) * CHANNEL_STEP(a)] - centre;
}

// Adds the planes of a pixel, times `sign`, to the sums over a column.
DEVICE void add_pixel(const SelvageGuided* a, const WholePixel* p, int sign, Whole* sum) {
  int plane = 0;
  UNROLL for (int j = 0; j < GUIDES; ++j) sum[plane++] += (uint)(sign * p->guide[j]);
  UNROLL for (int c = 0; c < OTHERS; ++c) sum[plane++] += (uint)(sign * p->value[c]);
  UNROLL for (int j = 0; j < GUIDES; ++j)
    UNROLL for (int k = j; k < GUIDES; ++k) sum[plane++] +=
        (uint)(sign * (p->guide[j] * p->guide[k]));
  UNROLL for (int c = 0; c < OTHERS; ++c)
    UNROLL for (int j = 0; j < GUIDES; ++j) sum[plane++] +=
        (uint)(sign * (p->value[c] * p->guide[j]));
}

#endif

// Where an item's number lies in a plane.
DEVICE int number_place(int item) { return item + item / CHUNK; }

// Writes the sums over columns of row k of ROWS.
#define PUT_SUMS(k, planes)                                   \
  UNROLL for (int plane = 0; plane < (planes); ++plane)       \
      numbers[((k) * (planes) + plane) * PITCH + number_place(LOCAL_X)] = sum[plane];

// Replaces the items' sums over columns, in `numbers`, by sums from the beginning of their chunk to
// each, and writes the sums of all chunks before each chunk behind them. All items call it; sums are
// complete when it returns.
DEVICE void sum_chunks(LOCAL Whole* numbers, int planes) {  // of all ROWS
  LOCAL Whole* const total = numbers + planes * PITCH;
  LOCAL Whole* const before = total + planes * CHUNKS;
  BARRIER();
  for (int task = LOCAL_X; task < planes * CHUNKS; task += GROUP_WIDTH) {
    LOCAL Whole* const at = numbers + task * (CHUNK + 1);
    Whole sum = 0;
    NO_UNROLL for (int i = 0; i < CHUNK; i += AT_ONCE) {
      Whole next[AT_ONCE];
      UNROLL for (int k = 0; k < AT_ONCE; ++k) next[k] = at[i + k];
      UNROLL for (int k = 0; k < AT_ONCE; ++k) {
        sum += next[k];
        at[i + k] = sum;
      }
    }
    total[task] = sum;
  }
  BARRIER();
  for (int task = LOCAL_X; task < planes * CHUNKS; task += GROUP_WIDTH) {
    Whole sum = 0;
    for (int i = task / CHUNKS * CHUNKS; i < task; ++i) sum += total[i];
    before[task] = sum;
  }
  BARRIER();
}

// Returns the sum of a plane over the window that begins at this item, after sum_chunks.
DEVICE Signed window_sum(const LOCAL Whole* numbers, int planes, int plane, int window) {
  const LOCAL Whole* const at = numbers + plane * PITCH;
  const LOCAL Whole* const before = numbers + planes * (PITCH + CHUNKS) + plane * CHUNKS;
  const int last = LOCAL_X + window - 1, first = LOCAL_X - 1;
  const Whole sum = at[number_place(last)] + before[last / CHUNK];
  if (first < 0) return (Signed)sum;
  return (Signed)(sum - at[number_place(first)] - before[first / CHUNK]);
}
