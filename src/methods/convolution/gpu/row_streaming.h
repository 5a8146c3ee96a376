// SPDX-License-Identifier: Apache-2.0
// Row streaming: a work-item owns UNIT neighbouring samples of a row and processes rows from top to
// bottom. A row of items stores each image row as floats in a line of local memory, from which each
// item reads its window. AHEAD rows are loaded in advance, which keeps device memory busy: no load
// in the loop is waited for at once, not even at the image's sides. Read after unit_store.h.
// Requires images larger than the radii, interleaved samples, aligned units, the same type for
// input and output, and any border but COPY.
// IN_BLOCKS (channel_blocks.h): a unit is four channels of a pixel, and a row of items owns
// neighbouring pixels of a block of channels. A pixel's units are loaded at once, at the sides too,
// or, unless DENSE, sample by sample with any layout.
//   RADIUS_X, RADIUS_Y  taps to each side, constants
//   UNIT     4, or 8 bytes
//   ACROSS   rows of items of a group that are neighbours in the image, or that have neighbouring
//            blocks of channels; the others share columns
//   local    [GROUP_HEIGHT][2][PARTS][LINE] vectors: for each row of items the line that is
//            summed and the next one; then a mark
// A line stores samples like a row of an interleaved image: neighbouring taps are RESULT samples
// apart.
//
// Holes of floats make the sum of every window with one NaN or infinite. These pixels, and with
// SHRINK those whose windows leave the image, are computed again tap by tap when all rows are
// written. So the bits of a pixel depend only on its own window, and equal those of blocked_tile.h.

#if READS == F32
typedef uint4 Raw;
typedef uint Stored;
#elif READS == U8
typedef uchar Stored;
#if UNIT == 8
typedef uint2 Raw;
#else
typedef uint Raw;
#endif
#else
typedef uint2 Raw;
typedef ushort Stored;
#endif

#define REACH ((RADIUS_X * RESULT + UNIT - 1) / UNIT)  // units to each side
#define TAPS ((IN_BLOCKS ? 2 * RADIUS_X + 1 : 2 * REACH + 1) * UNIT)
#define SAMPLES (UNIT * GROUP_WIDTH)    // per row of items; with HOLES a group has whole pixels
#define WHOLE_LINE (GROUP_WIDTH + 2 * REACH)  // units
#ifndef PARTS  // a line has all vectors of four with even numbers, then all with odd ones, if 2
#define PARTS (UNIT / 4)
#define LINE WHOLE_LINE  // vectors of a part
#endif
#define SIDES ((SINGLE + GROUP_WIDTH - 1) / GROUP_WIDTH)
#if IN_BLOCKS
#define PER_PIXEL (RESULT / UNIT)  // units
#define SINGLE (RADIUS_X > 0 ? 2 * REACH : 1)  // units to both sides
#define TAP(p, k) ((p) + (k) * UNIT)
#define MENDS_AFTERWARDS 0  // other kernels do
typedef Raw Side;
#else
#define BESIDE (REACH * UNIT)  // samples to each side of a row of items
// Samples that are read one by one: those to the left, and to the right those beyond the input's
// last whole unit.
#define SINGLE (2 * BESIDE + UNIT)
#define TAP(p, k) (BESIDE + (p) + ((k)-RADIUS_X) * RESULT)
#define MENDS_AFTERWARDS HOLES  // pixels with holes are corrected when all rows are written
typedef uint Side;
#endif

DEVICE float float_of(uint stored) {
#if READS == F32
  return AS_FLOAT(stored);
#elif READS == F16
  return half_to_float(stored);
#else
  return (float)stored;
#endif
}

DEVICE void unpack(Raw raw, float* v) {
#if READS == F32
  v[0] = AS_FLOAT(raw.x);
  v[1] = AS_FLOAT(raw.y);
  v[2] = AS_FLOAT(raw.z);
  v[3] = AS_FLOAT(raw.w);
#elif READS == U8 && UNIT == 4
  UNROLL for (int c = 0; c < 4; ++c) v[c] = BYTE_TO_FLOAT(raw, c);
#elif READS == U8
  UNROLL for (int c = 0; c < 4; ++c) {
    v[c] = BYTE_TO_FLOAT(raw.x, c);
    v[4 + c] = BYTE_TO_FLOAT(raw.y, c);
  }
#else
  v[0] = float_of(raw.x & 0xffffu);
  v[1] = float_of(raw.x >> 16);
  v[2] = float_of(raw.y & 0xffffu);
  v[3] = float_of(raw.y >> 16);
#endif
}

// border_index for i less than n away from the image.
DEVICE int near_index(int i, int n, int border) {
  if (0 <= i && i < n) return i;
  if (border == CLAMP) return i < 0 ? 0 : n - 1;
  if (border == WRAP) return i < 0 ? i + n : i - n;
  if (border >= CONSTANT) return OUTSIDE;
  const int twice = border == REFLECT ? 1 : 0;  // the last pixel repeats
  return i < 0 ? -twice - i : 2 * n - 2 + twice - i;
}

// Loads the unit at p.
DEVICE Raw load_own(const SelvageLinear* a, const GLOBAL uchar* p) {
#if !IN_BLOCKS || DENSE
  return *(const GLOBAL Raw*)p;
#else
  uint v[4];
  Raw raw;
  UNROLL for (int c = 0; c < 4; ++c) v[c] = *(const GLOBAL Stored*)(p + c * a->in.channel);
#if READS == F32
  raw.x = v[0];
  raw.y = v[1];
  raw.z = v[2];
  raw.w = v[3];
#elif READS == U8
  raw = v[0] | v[1] << 8 | v[2] << 16 | v[3] << 24;
#else
  raw.x = v[0] | v[1] << 16;
  raw.y = v[2] | v[3] << 16;
#endif
  return raw;
#endif
}

DEVICE Side load_side(const SelvageLinear* a, const GLOBAL uchar* p) {
#if IN_BLOCKS
  return load_own(a, p);
#else
  return *(const GLOBAL Stored*)p;
#endif
}

// A row that is being loaded, as stored.
typedef struct {
  Raw own;
  Side side[SIDES];
} Coming;

// The state of a work-item. Positions outside the image read the nearest pixel inside.
typedef struct {
  const GLOBAL uchar* own;          // its unit in row 0, or the last one of the input
  const GLOBAL uchar* side[SIDES];  // single samples in row 0; IN_BLOCKS: units
  int side_place[SIDES];            // their positions in a line, or NOWHERE
  int outside_sides;                // one bit per side: set outside the image
  int sample;                       // its first sample, counted in the whole image's row
  int whole_in, whole_out;          // its unit is read, and written, at once
  float outside;                    // the value of samples outside the image
} RowStream;

#define NOWHERE (-1)

// The position of vector i in a line, and of sample i.
DEVICE int vector_in_line(int i) { return i / PARTS + i % PARTS * LINE; }
DEVICE int place_in_line(int i) { return 4 * vector_in_line(i / 4) + i % 4; }

// The row of items: those of the launch are numbered from left to right, IN_BLOCKS all blocks of
// channels of the same pixels one after another.
DEVICE int row_of_items() { return GROUP_X * ACROSS + LOCAL_Y % ACROSS; }

// Returns the bytes from pixel 0 of a row of the layout to a sample of it.
DEVICE i64 place_of(const SelvageLayout* l, int sample, int sample_bytes) {
#if IN_BLOCKS
  return (i64)(sample / RESULT) * l->pixel + sample % RESULT * l->channel;
#else
  return (i64)sample * sample_bytes;
#endif
}

// Finds side i of the item. `left`: the first sample of the row of items, `whole` of which are read
// by units.
DEVICE void find_side(const GLOBAL uchar* in, const SelvageLinear* a, int left, int whole, int i,
                      RowStream* m) {
  const int k = i * GROUP_WIDTH + LOCAL_X;
#if IN_BLOCKS
  const int in_line = k < REACH ? k : k + whole / UNIT;
  const int far = left + in_line * UNIT, beside = RADIUS_X;
  m->side_place[i] = k < SINGLE && in_line < WHOLE_LINE ? vector_in_line(in_line) : NOWHERE;
#else
  const int in_line = k < BESIDE ? k : k + whole, beside = BESIDE;
  const int far = left - BESIDE + in_line + BESIDE * RESULT;  // not below 0: a quotient rounds down
  m->side_place[i] = k < SINGLE && in_line < WHOLE_LINE * UNIT ? place_in_line(in_line) : NOWHERE;
#endif
  const int x = MIN_INT(MAX_INT(far / RESULT - beside, a->x0 - RADIUS_X), a->x1 + RADIUS_X - 1);
  const int inside = near_index(x, a->width, a->border);
  const int nearest_x = inside == OUTSIDE ? near_index(x, a->width, CLAMP) : inside;
  m->side[i] = in + place_of(&a->in, nearest_x * RESULT + far % RESULT, SAMPLE_BYTES(READS));
  m->outside_sides |= (inside == OUTSIDE) << i;
}

DEVICE RowStream row_stream_of(const GLOBAL uchar* in, const SelvageLinear* a) {
  RowStream m;
  float value[RESULT];
  m.outside = load_outside(a, value) ? value[0] : NO_PART;
  const int start = a->x0 * RESULT;
  const int left = start + COLUMN(a, row_of_items()) * SAMPLES;
  m.sample = left + LOCAL_X * UNIT;
  m.whole_out = m.sample + UNIT <= a->x1 * RESULT;
  // The end of the input's whole units.
  const int end =
      start + (MIN_INT(a->width, a->x1 + RADIUS_X) * RESULT - start) / UNIT * UNIT;
  m.whole_in = m.sample < end;
  m.own = in + place_of(&a->in, MIN_INT(m.sample, end - UNIT), SAMPLE_BYTES(READS));
  m.outside_sides = 0;
  UNROLL for (int i = 0; i < SIDES; ++i)
    find_side(in, a, left, MIN_INT(MAX_INT(end - left, 0), SAMPLES), i, &m);
  return m;
}

// Clamps y to the rows that are needed.
DEVICE int row_of(const SelvageLinear* a, int y) { return MIN_INT(y, a->y1 + RADIUS_Y - 1); }

// Starts to load row y.
DEVICE Coming begin_row(const SelvageLinear* a, const RowStream* m, int y) {
  const int row = near_index(row_of(a, y), a->height, a->border >= CONSTANT ? CLAMP : a->border);
  const i64 down = (i64)row * a->in.row;
  Coming c;
  c.own = load_own(a, m->own + down);
  UNROLL for (int i = 0; i < SIDES; ++i) c.side[i] = load_side(a, m->side[i] + down);
  return c;
}

// Stores a side in the line; `outside`: it lies outside the image.
DEVICE void store_side(const RowStream* m, Side side, int outside, int place, LOCAL float4* line) {
#if IN_BLOCKS
  float v[UNIT];
  unpack(side, v);
  if (outside) UNROLL for (int p = 0; p < UNIT; ++p) v[p] = m->outside;
  line[place] = vector_of(v[0], v[1], v[2], v[3]);
#else
  ((LOCAL float*)line)[place] = outside ? m->outside : float_of(side);
#endif
}

// Stores row y, which has arrived, in the line.
DEVICE void end_row(const SelvageLinear* a, const RowStream* m, int y, const Coming* coming,
                    LOCAL float4* line) {
  float v[UNIT];
  const int outside = a->border >= CONSTANT && (uint)row_of(a, y) >= (uint)a->height;
  if (outside)
    UNROLL for (int i = 0; i < UNIT; ++i) v[i] = m->outside;
  else
    unpack(coming->own, v);
  if (m->whole_in)
    UNROLL for (int i = 0; i < UNIT / 4; ++i)
      line[vector_in_line((REACH + LOCAL_X) * (UNIT / 4) + i)] =
          vector_of(v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]);
  UNROLL for (int i = 0; i < SIDES; ++i)
    if (m->side_place[i] != NOWHERE)
      store_side(m, coming->side[i], outside || (m->outside_sides >> i & 1), m->side_place[i],
                 line);
}

// Reads the item's window of a line.
DEVICE void read_window(const LOCAL float4* line, float* tap) {
  UNROLL for (int i = 0; i < TAPS / 4; ++i) {
#if IN_BLOCKS
    const float4 v = line[i * PER_PIXEL + LOCAL_X];
#else
    const float4 v = line[i % PARTS * LINE + i / PARTS + LOCAL_X];
#endif
    tap[4 * i] = v.x;
    tap[4 * i + 1] = v.y;
    tap[4 * i + 2] = v.z;
    tap[4 * i + 3] = v.w;
  }
}

// The unit in row y of the output.
DEVICE GLOBAL uchar* output_unit(GLOBAL uchar* out, const SelvageLinear* a, const RowStream* m,
                                 int y) {
  return out + (i64)y * a->out.row + place_of(&a->out, m->sample, SAMPLE_BYTES(WRITES));
}

DEVICE void add_offset(const SelvageLinear* a, float* v) {
#if !MEAN
  UNROLL for (int p = 0; p < UNIT; ++p) v[p] += a->offset;
#endif
}

DEVICE void store_own(GLOBAL uchar* to, const SelvageLinear* a, const float* v) {
#if !IN_BLOCKS || DENSE
  store_unit(to, v);
#else
  UNROLL for (int c = 0; c < UNIT; ++c) write_sample(to + c * a->out.channel, v[c]);
#endif
}

// Writes the unit at `to`, or those of its samples that are computed.
DEVICE void write_streamed(GLOBAL uchar* to, const SelvageLinear* a, const RowStream* m, float* v) {
  if (m->whole_out)
    store_own(to, a, v);
#if !IN_BLOCKS  // whose units are whole
  else
    UNROLL for (int p = 0; p < UNIT; ++p)
      if (m->sample + p < a->x1 * RESULT) write_sample(to + p * SAMPLE_BYTES(WRITES), v[p]);
#endif
}

#if HOLES && !IN_BLOCKS
// Reads tap (tx, ty) of a window. Returns whether it counts.
DEVICE int tap_at(const GLOBAL uchar* in, const SelvageLinear* a, int tx, int ty, int c, float* v) {
  float sample[RESULT];
  const int x = border_index(tx, a->width, a->border), y = border_index(ty, a->height, a->border);
  const int part = x == OUTSIDE || y == OUTSIDE ? load_outside(a, sample)
                                                : load_pixel(in, in, a, x, y, sample);
  *v = part ? chosen(sample, c) : 0.0f;
  return part;
}

// Computes sample (x, y) of channel c again, whose window has a hole. Defined with the sums.
DEVICE float with_holes(const GLOBAL uchar* in, const GLOBAL float* weights, const SelvageLinear* a,
                        int x, int y, int c);

// Returns whether windows of pixels x0..x1 of rows y0..y1 reach outside the image, where pixels are
// holes.
DEVICE int reach_holes_outside(const SelvageLinear* a, int x0, int x1, int y0, int y1) {
  return a->border == SHRINK && (x0 < RADIUS_X || x1 >= a->width - RADIUS_X || y0 < RADIUS_Y ||
                                 y1 >= a->height - RADIUS_Y);
}

// Computes pixel (x, y) again if its window has a hole. A hole in one channel is one in all.
DEVICE void mend_pixel(const GLOBAL uchar* in, const GLOBAL float* weights, GLOBAL uchar* out,
                       const SelvageLinear* a, int x, int y) {
  int broken = reach_holes_outside(a, x, x, y, y);
#if WRITES >= F16
  const GLOBAL uchar* result = output_pixel(out, a, x, y);
  UNROLL for (int c = 0; c < RESULT; ++c)
    broken |= !is_finite(SAMPLE(WRITES, result + c * SAMPLE_BYTES(WRITES)));
#endif
  if (!broken) return;
  float centre[RESULT];
  const int copied = !load_pixel(in, in, a, x, y, centre);
  NO_UNROLL for (int c = 0; c < RESULT; ++c)
    write_result(in, in, out, a, x, y, c, copied,
                 copied ? 0.0f : with_holes(in, weights, a, x, y, c));
}

// Corrects the group's pixels when all are written. `sums`: NaN or infinite if one of the item's
// sums was.
DEVICE void mend(const GLOBAL uchar* in, const GLOBAL float* weights, GLOBAL uchar* out,
                 const SelvageLinear* a, const RowStream* m, int first, int end, float sums,
                 LOCAL int* found) {
  // Pixels that begin in the item's unit. Other items may have written some of their channels.
  const int x0 = (m->sample + RESULT - 1) / RESULT;
  const int x1 = MIN_INT((m->sample + UNIT + RESULT - 1) / RESULT, a->x1);
  if (LOCAL_X + LOCAL_Y == 0) *found = 0;
  BARRIER();
  if (!is_finite(sums) || reach_holes_outside(a, x0, x1 - 1, first, end - 1)) *found = 1;
  BARRIER_ALL();
  if (!*found) return;
  NO_UNROLL for (int y = first + LOCAL_Y / ACROSS; y < end; y += GROUP_HEIGHT / ACROSS)
    NO_UNROLL for (int x = x0; x < x1; ++x) mend_pixel(in, weights, out, a, x, y);
}
#endif
