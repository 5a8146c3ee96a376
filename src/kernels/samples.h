// SPDX-License-Identifier: Apache-2.0
// Reads pixels, with border and validity, and writes results.
//   READS      sample type of the input: 0 u8, 1 u16, 2 f16, 3 f32; WRITES: of the output
//   CHANNELS   samples of a pixel; the first AVERAGED of them are averaged, the rest are copied
//   HOLES      pixels may be invalid
//   SENTINEL   a mean whose colours all equal `sentinel` gets `replacement` in the first
//   WEIGHS     alpha, the last averaged channel, weighs the colours (Alpha::weight): they are divided
//              by its mean, and copied where that is below LEAST_ALPHA
//   DENSE      the input has no gaps between channels or pixels
//   STRUCT     the kernel's argument struct. This file reads its fields in, mask, out, border,
//              colours, has_mask, has_invalid, outside_value and invalid; with SENTINEL also
//              sentinel and replacement

// The host's enumerations. kernel_enums.cpp includes this part and asserts that both are equal.
#define U8 0
#define U16 1
#define F16 2
#define F32 3
enum { REFLECT101, REFLECT, CLAMP, WRAP, CONSTANT, SHRINK, COPY };
// NORM: how differences of planes add up to a distance.
#define L2 0
#define L1 1
#define PER_CHANNEL 2
#define NONE 3

#ifndef SELVAGE_ENUMERATIONS_ALONE
#ifndef STRUCT
#define STRUCT SelvageBilateral
#endif
typedef STRUCT Arguments;
#ifndef SENTINEL
#define SENTINEL 0
#endif

#ifndef WEIGHS
#define WEIGHS 0
#endif
#define ALPHA (AVERAGED - 1)
#define FULL_SCALE(TYPE) ((TYPE) == U8 ? 255.0f : (TYPE) == U16 ? 65535.0f : 1.0f)
#define LEAST_ALPHA (FULL_SCALE(READS) * 2.3283064e-10f)  // 2^-32 of full scale, in stored units

#define OUTSIDE (-1)
// Larger than any sample within the contract (1e18): the weight of a tap with it vanishes.
#define HOLE 3e18f

// Same rule as core/border.hpp.
DEVICE int border_index(int i, int n, int border) {
  if (0 <= i && i < n) return i;
  if (border == CLAMP) return i < 0 ? 0 : n - 1;
  if (border >= CONSTANT) return OUTSIDE;
  if (border == REFLECT101 && n == 1) return 0;
  const int period = border == WRAP ? n : border == REFLECT ? 2 * n : 2 * n - 2;
  i %= period;
  if (i < 0) i += period;
  if (i < n) return i;
  return border == REFLECT ? period - 1 - i : period - i;
}

#define SAMPLE_BYTES(TYPE) ((TYPE) == U8 ? 1 : (TYPE) == F32 ? 4 : 2)
// The sample of a type at p.
#define SAMPLE(TYPE, p)                                \
  ((TYPE) == U8    ? (float)*(p)                       \
   : (TYPE) == U16 ? (float)*(const GLOBAL ushort*)(p) \
   : (TYPE) == F16 ? LOAD_HALF(p)                      \
                   : *(const GLOBAL float*)(p))

DEVICE float read_sample(const GLOBAL uchar* p) { return SAMPLE(READS, p); }

#define CHANNEL_STEP(a) (DENSE ? SAMPLE_BYTES(READS) : (a)->in.channel)
#define PIXEL_STEP(a) (DENSE ? CHANNELS * SAMPLE_BYTES(READS) : (a)->in.pixel)

// Returns the byte offset of this group's image; kernels add it to their pointers once.
DEVICE i64 origin(const SelvageLayout* l) { return l->offset + GROUP_Z * l->batch; }

// Returns the bytes from there to pixel (x, y).
DEVICE i64 place(const SelvageLayout* l, int x, int y, int pixel) {
  return (i64)y * l->row + (i64)x * pixel;
}

DEVICE const GLOBAL uchar* input_pixel(const GLOBAL uchar* in, const Arguments* a, int x,
                                       int y) {
  return in + place(&a->in, x, y, PIXEL_STEP(a));
}

DEVICE GLOBAL uchar* output_pixel(GLOBAL uchar* out, const Arguments* a, int x, int y) {
  return out + place(&a->out, x, y, a->out.pixel);
}

DEVICE int is_finite(float v) { return (AS_UINT(v) & 0x7fffffffu) < 0x7f800000u; }

// Reads the averaged channels of pixel (x, y) of the whole image and returns whether it is valid.
// `inside`: neither x nor y is OUTSIDE.
DEVICE int read_pixel(const GLOBAL uchar* in, const GLOBAL uchar* mask, const Arguments* a,
                      int x, int y, int inside, float* value) {
  int valid = 1;
  if (!inside && (x == OUTSIDE || y == OUTSIDE)) {
    UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = a->outside_value;
    if (a->border != CONSTANT) valid = 0;
  } else {
    const GLOBAL uchar* p = input_pixel(in, a, x, y);
    UNROLL for (int c = 0; c < AVERAGED; ++c)
      value[c] = read_sample(p + c * CHANNEL_STEP(a));
#if HOLES
#if READS >= F16
    UNROLL for (int c = 0; c < AVERAGED; ++c) valid &= is_finite(value[c]);
    UNROLL for (int c = AVERAGED; c < CHANNELS; ++c)
      valid &= is_finite(read_sample(p + c * CHANNEL_STEP(a)));
#endif
    if (a->has_mask) valid &= mask[place(&a->mask, x, y, a->mask.pixel)] != 0;
#endif
  }
#if HOLES
  if (a->has_invalid) {
    int all = 1;
    UNROLL for (int c = 0; c < AVERAGED; ++c) all &= value[c] == a->invalid || c >= a->colours;
    valid &= !all;
  }
#endif
  return valid;
}

#if HOLES
// Returns whether a pixel of any number of channels is valid.
DEVICE int channels_are_valid(const GLOBAL uchar* pixel, const GLOBAL uchar* mask,
                              const Arguments* a, int x, int y, int channels) {
  int valid = 1, marked = a->has_invalid;
  for (int c = 0; c < channels; ++c) {
    const float v = read_sample(pixel + c * CHANNEL_STEP(a));
    if (READS >= F16) valid &= is_finite(v);
    marked &= v == a->invalid || c >= a->colours;
  }
  if (a->has_mask) valid &= mask[place(&a->mask, x, y, a->mask.pixel)] != 0;
  return valid && !marked;
}
#endif

// Kahan summation: the error does not grow with the number of terms.
DEVICE void add_exactly(float term, float* sum, float* lost) {
  const float corrected = term - *lost;
  const float next = *sum + corrected;
  *lost = (next - *sum) - corrected;
  *sum = next;
}

// Returns v rounded to the nearest integer, ties to even, if 0 <= v <= 65535. A conversion would
// occupy the unit that computes exp2.
DEVICE uint rounded(float v) { return AS_UINT(v + 8388608.0f) & 0xffffu; }

// Writes `v`, which is in the stored unit of the input.
DEVICE void write_sample(GLOBAL uchar* p, float v) {
#if READS != WRITES && READS <= U16
  // To f32: v over full scale, rounded once, so that a copied sample is the same on every device.
  const float full = READS == U8 ? 255.0f : 65535.0f;
  const float near = v * (1.0f / full);
  v = FMA(FMA(-near, full, v), 1.0f / full, near);
#elif READS != WRITES && WRITES <= U16
  v *= WRITES == U8 ? 255.0f : 65535.0f;
#endif
#if WRITES == U8
  *p = (uchar)rounded(MIN(MAX(v, 0.0f), 255.0f));
#elif WRITES == U16
  *(GLOBAL ushort*)p = (ushort)rounded(MIN(MAX(v, 0.0f), 65535.0f));
#elif WRITES == F16
  STORE_HALF(p, v);
#else
  *(GLOBAL float*)p = v;
#endif
}

// Called after a pixel's means are written at p. Keeps the next pass from taking them for a hole.
DEVICE void keep_valid(GLOBAL uchar* p, const Arguments* a) {
#if SENTINEL
  int all = 1;
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    all &= c >= a->colours || *(const GLOBAL float*)(p + c * a->out.channel) == a->sentinel;
  if (all) *(GLOBAL float*)p = a->replacement;
#endif
}

// A NaN keeps its payload, as in core/half.hpp.
DEVICE void copy_sample(const GLOBAL uchar* from, GLOBAL uchar* to) {
#if READS == WRITES && READS == U8
  *to = *from;
#elif READS == WRITES && READS <= F16
  *(GLOBAL ushort*)to = *(const GLOBAL ushort*)from;
#elif READS == WRITES
  *(GLOBAL uint*)to = *(const GLOBAL uint*)from;
#elif READS == F16
  const uint bits = *(const GLOBAL ushort*)from;
  if ((bits & 0x7fffu) > 0x7c00u)
    *(GLOBAL uint*)to = ((bits & 0x8000u) << 16) | 0x7f800000u | ((bits & 0x3ffu) << 13);
  else
    write_sample(to, read_sample(from));
#elif WRITES == F16
  const uint bits = *(const GLOBAL uint*)from, payload = bits >> 13 & 0x3ffu;
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    *(GLOBAL ushort*)to =
        (ushort)((bits >> 16 & 0x8000u) | 0x7c00u | (payload != 0 ? payload : 0x200u));
  else
    write_sample(to, read_sample(from));
#else
  write_sample(to, read_sample(from));
#endif
}

// Writes pixel (x, y): `mean` in its averaged channels unless it is copied, and the rest copied,
// from the input's pixel p. WEIGHS: colours are also copied where the mean of alpha is 0.
DEVICE void write_pixel_from(const GLOBAL uchar* p, GLOBAL uchar* out, const Arguments* a, int x,
                             int y, int copied, const float* mean) {
  GLOBAL uchar* q = output_pixel(out, a, x, y);
  const int transparent = WEIGHS && mean[ALPHA] == 0.0f;
  UNROLL for (int c = 0; c < CHANNELS; ++c) {
    GLOBAL uchar* to = q + c * a->out.channel;
    if (copied || c >= AVERAGED || (transparent && c < ALPHA))
      copy_sample(p + c * CHANNEL_STEP(a), to);
    else
      write_sample(to, mean[c < AVERAGED ? c : 0]);
  }
  if (!copied && !transparent) keep_valid(q, a);
}

DEVICE void write_pixel(const GLOBAL uchar* in, GLOBAL uchar* out, const Arguments* a, int x,
                        int y, int copied, const float* mean) {
  write_pixel_from(input_pixel(in, a, x, y), out, a, x, y, copied, mean);
}
#endif
