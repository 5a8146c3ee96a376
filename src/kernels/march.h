// SPDX-License-Identifier: Apache-2.0
// Marching: a work-item has UNIT neighbouring samples of a row and walks down. It reads each row's
// window straight from the image, where neighbours find what they share in the nearest cache, while
// the row before is summed: no barrier but one, and little memory of a group, so that many groups
// hide one another's waiting. Read after shown.h. For images whose samples lie side by side, whose
// units begin at whole addresses, and that are read and written as one type.
//   RADIUS_X, RADIUS_Y  taps to each side, constants
// Samples lie in a window as in a row of an interleaved image: a tap is RESULT samples away from
// the next, whatever the channels.
//
// Holes of floats make the sum of every window with one no number: such pixels, and they alone, are
// computed again tap by tap. So a pixel's bits depend on its own window alone, and are those that
// strips.h leads to.

#if READS == U8
#define UNIT 8
typedef uint2 Raw;
#elif READS == F32
#define UNIT 4
typedef uint4 Raw;
#else
#define UNIT 4
typedef uint2 Raw;
#endif

#define REACH ((RADIUS_X * RESULT + UNIT - 1) / UNIT)  // units to each side
#define VECTORS (2 * REACH + 1)
#define TAPS (VECTORS * UNIT)
#define SAMPLES (UNIT * GROUP_WIDTH)  // of a row that a group computes
// Rows that are read at a time: enough bytes on their way where windows are small.
#define STEP (PROCESSOR || RADIUS_Y > 3 ? 1 : READS == F32 ? 2 : 3)
#define TAP(p, k) (REACH * UNIT + (p) + ((k)-RADIUS_X) * RESULT)

DEVICE void unpack(Raw raw, float* v) {
#if READS == U8
  UNROLL for (int c = 0; c < 4; ++c) {
    v[c] = BYTE_TO_FLOAT(raw.x, c);
    v[4 + c] = BYTE_TO_FLOAT(raw.y, c);
  }
#elif READS == U16
  v[0] = (float)(raw.x & 0xffffu);
  v[1] = (float)(raw.x >> 16);
  v[2] = (float)(raw.y & 0xffffu);
  v[3] = (float)(raw.y >> 16);
#elif READS == F16
  v[0] = half_to_float(raw.x & 0xffffu);
  v[1] = half_to_float(raw.x >> 16);
  v[2] = half_to_float(raw.y & 0xffffu);
  v[3] = half_to_float(raw.y >> 16);
#else
  v[0] = AS_FLOAT(raw.x);
  v[1] = AS_FLOAT(raw.y);
  v[2] = AS_FLOAT(raw.z);
  v[3] = AS_FLOAT(raw.w);
#endif
}

// What a work-item knows of its window.
typedef struct {
  int sample;          // the first of its own, of the whole image's row
  int vectors;         // the window lies in what the input holds: it is read by vectors
  float outside;       // what stands outside the image
  const LOCAL int* x;  // of each sample of the window: the one to read, or OUTSIDE
} March;

// Fills the group's table of samples; after it the group may read all of it.
DEVICE March march_of(const SelvageStrip* a, LOCAL int* table) {
  const int first = a->x0 * RESULT + GROUP_X * SAMPLES;  // of the group
  const int least = MAX_INT(0, a->x0 - RADIUS_X), most = MIN_INT(a->width, a->x1 + RADIUS_X);
  const int from = first - REACH * UNIT, count = SAMPLES + 2 * REACH * UNIT;
  if (from < least * RESULT || from + count > most * RESULT) {
    for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < count; i += GROUP_WIDTH * GROUP_HEIGHT) {
      const int far = from + i + 64 * RESULT * UNIT;  // above 0: a quotient rounds down
      const int x = MIN_INT(MAX_INT(far / RESULT - 64 * UNIT, a->x0 - RADIUS_X),
                            a->x1 + RADIUS_X - 1);
      const int inside = border_index(x, a->width, a->border);
      table[i] = inside == OUTSIDE ? OUTSIDE : inside * RESULT + far % RESULT;
    }
  }
  BARRIER();
  March m;
  float sample[RESULT];
  const int part = show_outside(a, sample);
  m.outside = part ? sample[0] : NO_PART;
  m.sample = first + LOCAL_X * UNIT;
  m.vectors = m.sample - REACH * UNIT >= least * RESULT &&
              m.sample + (REACH + 1) * UNIT <= most * RESULT;
  m.x = table + LOCAL_X * UNIT;
  return m;
}

// The row of the image that answers for row y, of those that are needed.
DEVICE int row_at(const SelvageStrip* a, int y) {
  return border_index(MIN_INT(y, a->y1 + RADIUS_Y - 1), a->height, a->border);
}

// Begins to read row y, where that is done by vectors; returns which row of the image it is.
DEVICE int begin_row(const GLOBAL uchar* in, const SelvageStrip* a, const March* m, int y,
                     Raw* raw) {
  const int row = row_at(a, y);
  if (!m->vectors || row == OUTSIDE) return row;
  const GLOBAL Raw* from =
      (const GLOBAL Raw*)(in + (i64)row * a->in.row +
                          (i64)(m->sample - REACH * UNIT) * SAMPLE_BYTES(READS));
  UNROLL for (int j = 0; j < VECTORS; ++j) raw[j] = from[j];
  return row;
}

DEVICE void end_row(const GLOBAL uchar* in, const SelvageStrip* a, const March* m, int row,
                    const Raw* raw, float* tap) {
  if (row == OUTSIDE) {
    UNROLL for (int i = 0; i < TAPS; ++i) tap[i] = m->outside;
  } else if (m->vectors) {
    UNROLL for (int j = 0; j < VECTORS; ++j) unpack(raw[j], tap + j * UNIT);
  } else {
    const GLOBAL uchar* from = in + (i64)row * a->in.row;
    UNROLL for (int i = 0; i < TAPS; ++i) {
      const int s = m->x[i];
      tap[i] = s == OUTSIDE ? m->outside : read_sample(from + (i64)s * SAMPLE_BYTES(READS));
    }
  }
}

#if HOLES
// Tap (tx, ty) of a window; returns whether it takes part.
DEVICE int tap_at(const GLOBAL uchar* in, const SelvageStrip* a, int tx, int ty, int c, float* v) {
  float sample[RESULT];
  const int x = border_index(tx, a->width, a->border), y = border_index(ty, a->height, a->border);
  const int part = x == OUTSIDE || y == OUTSIDE ? show_outside(a, sample)
                                                : show_pixel(in, in, a, x, y, sample);
  *v = part ? chosen(sample, c) : 0.0f;
  return part;
}
#endif

#if READS == U8
// The whole number nearest to v, even where there are two. 0 <= v < 2^23
DEVICE uint nearest(float v) { return AS_UINT(v + 8388608.0f) & 0xffu; }
#elif READS == U16
DEVICE uint nearest(float v) { return AS_UINT(v + 8388608.0f) & 0xffffu; }
#endif

DEVICE float clamped(float v) {
  const float full = WRITES == U8 ? 255.0f : 65535.0f;
  return MEAN ? v : MIN(MAX(v, 0.0f), full);  // a mean of bytes is one
}

DEVICE void store_unit(GLOBAL uchar* to, const float* v) {
#if WRITES == F32
  *(GLOBAL float4*)to = vector_of(v[0], v[1], v[2], v[3]);
#elif WRITES == U8
  uint2 word;
  word.x = nearest(clamped(v[0])) | nearest(clamped(v[1])) << 8 | nearest(clamped(v[2])) << 16 |
           nearest(clamped(v[3])) << 24;
  word.y = nearest(clamped(v[4])) | nearest(clamped(v[5])) << 8 | nearest(clamped(v[6])) << 16 |
           nearest(clamped(v[7])) << 24;
  *(GLOBAL uint2*)to = word;
#elif WRITES == U16
  uint2 word;
  word.x = nearest(clamped(v[0])) | nearest(clamped(v[1])) << 16;
  word.y = nearest(clamped(v[2])) | nearest(clamped(v[3])) << 16;
  *(GLOBAL uint2*)to = word;
#else
  uint2 word;
  word.x = float_to_half(v[0]) | float_to_half(v[1]) << 16;
  word.y = float_to_half(v[2]) | float_to_half(v[3]) << 16;
  *(GLOBAL uint2*)to = word;
#endif
}

DEVICE int can_be_whole(const SelvageStrip* a, const March* m, int y, const float* v) {
  int can = m->sample + UNIT <= a->x1 * RESULT;
#if HOLES
  float zero = v[0] * 0.0f;  // or no number where one is not finite
  UNROLL for (int p = 1; p < UNIT; ++p) zero = FMA(v[p], 0.0f, zero);
  can &= is_finite(zero);
#endif
  if (a->border == COPY)
    can &= !leaves_image(a, m->sample / RESULT, y) &&
           !leaves_image(a, (m->sample + UNIT - 1) / RESULT, y);
  return can;
}

#if HOLES
// Sample (x, y) of channel c again: its window has a hole. In the kernel's file.
DEVICE float with_holes(const GLOBAL uchar* in, const GLOBAL float* weights, const SelvageStrip* a,
                        int x, int y, int c);
#endif

// Writes the unit's row y.
DEVICE void write_row(const GLOBAL uchar* in, const GLOBAL float* weights, GLOBAL uchar* out,
                      const SelvageStrip* a, const March* m, int y, float* v) {
#if !MEAN
  UNROLL for (int p = 0; p < UNIT; ++p) v[p] += a->offset;
#endif
  if (can_be_whole(a, m, y, v)) {
    store_unit(out + (i64)y * a->out.row + (i64)m->sample * SAMPLE_BYTES(WRITES), v);
    return;
  }
  int holes = 0;  // a bit for each pixel: a hole in the window of one channel is one in those of all
#if HOLES
  UNROLL for (int p = 0; p < UNIT; ++p) holes |= !is_finite(v[p]) << (p / RESULT);
#endif
  NO_UNROLL for (int p = 0; p < UNIT && m->sample + p < a->x1 * RESULT; ++p) {
    const int x = (m->sample + p) / RESULT, c = (m->sample + p) % RESULT;
    int copied = leaves_image(a, x, y);
    float result = v[0];
    UNROLL for (int i = 1; i < UNIT; ++i) result = p == i ? v[i] : result;
#if HOLES
    float sample[RESULT];
    if (!copied && (holes >> (p / RESULT) & 1)) {
      copied = !show_pixel(in, in, a, x, y, sample);
      if (!copied) result = with_holes(in, weights, a, x, y, c);
    }
#endif
    write_result(in, in, out, a, x, y, c, copied, result);
  }
}
