// SPDX-License-Identifier: Apache-2.0
// Loads pixels for convolutions: converts to gray on request and tells which pixels take part.
//   RESULT    samples of a result pixel; an image pixel has CHANNELS, which GRAY turns into luma
//             (and alpha)
//   FILTERED  the first FILTERED samples of the result are computed, the rest are copied
//   MEAN      a tap that takes no part is left out and the other weights are normalised by their
//             sum; otherwise it counts as 0
//   HOLES     some taps may take no part
// The weight buffer holds the row's weights, then, from COLUMN_WEIGHTS on, the column's.

#define NOT_A_NUMBER AS_FLOAT(0x7fc00000u)
#define NO_PART (MEAN ? NOT_A_NUMBER : 0.0f)  // the value of a tap that takes no part
#define COLUMN_WEIGHTS(radius_x) ((2 * (radius_x) + 4) / 4 * 4)

// Converts an image pixel's channels to the samples of a result pixel. `kept`: alpha, if it is
// copied.
DEVICE void to_result(const float* value, float kept, float* sample) {
#if GRAY
  sample[0] = FMA(0.114f, value[2], FMA(0.587f, value[1], 0.299f * value[0]));
  if (RESULT == 2) sample[RESULT - 1] = AVERAGED == 4 ? value[AVERAGED - 1] : kept;
#else
  UNROLL for (int c = 0; c < RESULT; ++c)
    sample[c] = c < AVERAGED ? value[c < AVERAGED ? c : 0] : kept;
#endif
}

// Loads pixel (x, y) as samples of the result; returns whether it takes part.
DEVICE int load_pixel(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageLinear* a,
                      int x, int y, float* sample) {
  float value[AVERAGED], kept = 0.0f;
  const int part = read_pixel(in, mask, a, x, y, 1, value);
  if (AVERAGED < CHANNELS)
    kept = read_sample(input_pixel(in, a, x, y) + (CHANNELS - 1) * CHANNEL_STEP(a));
  to_result(value, kept, sample);
  return part;
}

// The same for a pixel outside the image.
DEVICE int load_outside(const SelvageLinear* a, float* sample) {
  float value[AVERAGED];
  const int part = read_pixel(0, 0, a, OUTSIDE, OUTSIDE, 0, value);
  to_result(value, 0.0f, sample);
  return part;
}

// The samples of a tap: colours are products with alpha, the last, if it weighs them.
DEVICE void weigh(float* sample) {
#if WEIGHS
  const float alpha = MAX(sample[RESULT - 1], 0.0f);
  UNROLL for (int c = 0; c < RESULT - 1; ++c) sample[c] *= alpha;
  sample[RESULT - 1] = alpha;
#endif
}

// As load_pixel, or as load_outside if x or y is OUTSIDE, for a tap.
DEVICE int load_tap(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageLinear* a, int x,
                    int y, float* sample) {
  const int part = x == OUTSIDE || y == OUTSIDE ? load_outside(a, sample)
                                                : load_pixel(in, mask, a, x, y, sample);
  weigh(sample);
  return part;
}

// Returns sample[c] without indexing memory.
DEVICE float chosen(const float* sample, int c) {
  float v = sample[0];
  UNROLL for (int i = 1; i < RESULT; ++i) v = c == i ? sample[i] : v;
  return v;
}

DEVICE float4 vector_of(float x, float y, float z, float w) {
  float4 v;
  v.x = x;
  v.y = y;
  v.z = z;
  v.w = w;
  return v;
}

// Returns whether pixel (x, y) is copied because its window leaves the image.
DEVICE int leaves_image(const SelvageLinear* a, int x, int y) {
  return a->border == COPY && (x < a->radius_x || y < a->radius_y ||
                               x >= a->width - a->radius_x || y >= a->height - a->radius_y);
}

// Writes channel c of pixel (x, y): `v`, or the input's sample.
DEVICE void write_result(const GLOBAL uchar* in, const GLOBAL uchar* mask, GLOBAL uchar* out,
                         const SelvageLinear* a, int x, int y, int c, int copied, float v) {
  GLOBAL uchar* to = output_pixel(out, a, x, y) + c * a->out.channel;
  if (!copied && c < FILTERED) {
    write_sample(to, v);
    if (c == 0) keep_valid(to, a);  // one colour only: other items write the others
  } else if (GRAY && c == 0) {
    float sample[RESULT];
    load_pixel(in, mask, a, x, y, sample);
    write_sample(to, sample[0]);
  } else {
    copy_sample(input_pixel(in, a, x, y) + (CHANNELS - RESULT + c) * CHANNEL_STEP(a), to);
  }
}

// Writes pixel (x, y): means of colour x alpha and of alpha, divided, or the input's samples.
DEVICE void write_weighted(const GLOBAL uchar* in, const GLOBAL uchar* mask, GLOBAL uchar* out,
                          const SelvageLinear* a, int x, int y, int copied, const float* mean) {
#if WEIGHS
  const int visible = mean[RESULT - 1] >= LEAST_ALPHA;  // false for NaN
  UNROLL for (int c = 0; c < RESULT; ++c) {
    float v = 0.0f;
    if (visible && c == RESULT - 1) v = mean[c];
    if (visible && c < RESULT - 1) v = FMA(mean[c] / mean[RESULT - 1], a->colour_gain, a->offset);
    write_result(in, mask, out, a, x, y, c, copied || (!visible && c < RESULT - 1), v);
  }
#endif
}
