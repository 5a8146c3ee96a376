// SPDX-License-Identifier: Apache-2.0
// Pixels as lines and matrices take them: gray where that is asked for, and what takes part.
//   RESULT    samples of a pixel of the result; CHANNELS of the image, which GRAY turns into luma
//             (and alpha)
//   FILTERED  the first so many of the result are computed and the rest is copied
//   MEAN      a tap that takes no part is left out and the weights of the others count relative to
//             their sum; else it counts 0
//   HOLES     some taps may take no part
// Weights in a buffer: those of the row, then from COLUMN_WEIGHTS on those of the column.

#define NOT_A_NUMBER AS_FLOAT(0x7fc00000u)
#define NO_PART (MEAN ? NOT_A_NUMBER : 0.0f)  // what stands for a tap that takes no part
#define COLUMN_WEIGHTS(radius_x) ((2 * (radius_x) + 4) / 4 * 4)

// The samples of a pixel of the result that the channels of an image's pixel become. `kept`: alpha
// where it is copied.
DEVICE void shown(const float* value, float kept, float* sample) {
#if GRAY
  sample[0] = FMA(0.114f, value[2], FMA(0.587f, value[1], 0.299f * value[0]));
  if (RESULT == 2) sample[RESULT - 1] = AVERAGED == 4 ? value[AVERAGED - 1] : kept;
#else
  UNROLL for (int c = 0; c < RESULT; ++c) sample[c] = c < AVERAGED ? value[c < AVERAGED ? c : 0] : kept;
#endif
}

// Pixel (x, y) of the image as it is shown; returns whether it takes part.
DEVICE int show_pixel(const GLOBAL uchar* in, const GLOBAL uchar* mask, const SelvageStrip* a,
                      int x, int y, float* sample) {
  float value[AVERAGED], kept = 0.0f;
  const int part = read_pixel(in, mask, a, x, y, 1, value);
  if (AVERAGED < CHANNELS)
    kept = read_sample(input_pixel(in, a, x, y) + (CHANNELS - 1) * CHANNEL_STEP(a));
  shown(value, kept, sample);
  return part;
}

// The same of what stands outside.
DEVICE int show_outside(const SelvageStrip* a, float* sample) {
  float value[AVERAGED];
  const int part = read_pixel(0, 0, a, OUTSIDE, OUTSIDE, 0, value);
  shown(value, 0.0f, sample);
  return part;
}

// sample[c], by registers alone.
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

// Kahan's sum: its error does not grow with the count.
DEVICE void add_exactly(float term, float* sum, float* lost) {
  const float corrected = term - *lost;
  const float next = *sum + corrected;
  *lost = (next - *sum) - corrected;
  *sum = next;
}

// Whether pixel (x, y) is copied through because its window leaves the image.
DEVICE int leaves_image(const SelvageStrip* a, int x, int y) {
  return a->border == COPY && (x < a->radius_x || y < a->radius_y ||
                               x >= a->width - a->radius_x || y >= a->height - a->radius_y);
}

// Writes channel c of pixel (x, y): `v`, or what is there.
DEVICE void write_result(const GLOBAL uchar* in, const GLOBAL uchar* mask, GLOBAL uchar* out,
                         const SelvageStrip* a, int x, int y, int c, int copied, float v) {
  GLOBAL uchar* to = output_pixel(out, a, x, y) + c * a->out.channel;
  if (!copied && c < FILTERED) {
    write_sample(to, v);
    if (c == 0) keep_valid(to, a);  // of one colour: others are written by other items
  } else if (GRAY && c == 0) {
    float sample[RESULT];
    show_pixel(in, mask, a, x, y, sample);
    write_sample(to, sample[0]);
  } else {
    copy_sample(input_pixel(in, a, x, y) + (CHANNELS - RESULT + c) * CHANNEL_STEP(a), to);
  }
}
