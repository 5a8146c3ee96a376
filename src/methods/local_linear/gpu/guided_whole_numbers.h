// SPDX-License-Identifier: Apache-2.0
// Bytes and sums of whole numbers over windows. A group's items are neighbours in a row, and each has
// the sums over its column of the windows. Read after guided.h.
//   CHUNK  items whose sums one item adds up
//   ROWS   rows whose sums are computed together, between the same barriers
// Sums wrap at 2^32, which does not matter: those of whole windows are below 2^31.

#define CHUNKS (GROUP_WIDTH / CHUNK)
// Numbers of a plane: a free one behind each chunk, so that one number of each lies in its own bank.
#define PITCH (GROUP_WIDTH + CHUNKS)
#define AT_ONCE 8

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
DEVICE void add_pixel(const WholePixel* p, int sign, int* sum) {
  int plane = 0;
  UNROLL for (int j = 0; j < GUIDES; ++j) sum[plane++] += sign * p->guide[j];
  UNROLL for (int c = 0; c < OTHERS; ++c) sum[plane++] += sign * p->value[c];
  UNROLL for (int j = 0; j < GUIDES; ++j)
    UNROLL for (int k = j; k < GUIDES; ++k) sum[plane++] += sign * (p->guide[j] * p->guide[k]);
  UNROLL for (int c = 0; c < OTHERS; ++c)
    UNROLL for (int j = 0; j < GUIDES; ++j) sum[plane++] += sign * (p->value[c] * p->guide[j]);
}

// Where an item's number lies in a plane.
DEVICE int number_place(int item) { return item + item / CHUNK; }

// Writes the sums over columns of row k of ROWS.
#define PUT_SUMS(k, planes)                                   \
  UNROLL for (int plane = 0; plane < (planes); ++plane)       \
      numbers[((k) * (planes) + plane) * PITCH + number_place(LOCAL_X)] = (uint)sum[plane];

// Replaces the items' sums over columns, in `numbers`, by sums from the beginning of their chunk to
// each, and writes the sums of all chunks before each chunk behind them. All items call it; sums are
// complete when it returns.
DEVICE void sum_chunks(LOCAL uint* numbers, int planes) {  // of all ROWS
  LOCAL uint* const total = numbers + planes * PITCH;
  LOCAL uint* const before = total + planes * CHUNKS;
  BARRIER();
  for (int task = LOCAL_X; task < planes * CHUNKS; task += GROUP_WIDTH) {
    LOCAL uint* const at = numbers + task * (CHUNK + 1);
    uint sum = 0;
    NO_UNROLL for (int i = 0; i < CHUNK; i += AT_ONCE) {
      uint next[AT_ONCE];
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
    uint sum = 0;
    for (int i = task / CHUNKS * CHUNKS; i < task; ++i) sum += total[i];
    before[task] = sum;
  }
  BARRIER();
}

// Returns the sum of a plane over the window that begins at this item, after sum_chunks.
DEVICE int window_sum(const LOCAL uint* numbers, int planes, int plane, int window) {
  const LOCAL uint* const at = numbers + plane * PITCH;
  const LOCAL uint* const before = numbers + planes * (PITCH + CHUNKS) + plane * CHUNKS;
  const int last = LOCAL_X + window - 1, first = LOCAL_X - 1;
  const uint sum = at[number_place(last)] + before[last / CHUNK];
  if (first < 0) return (int)sum;
  return (int)(sum - at[number_place(first)] - before[first / CHUNK]);
}
