// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel": the direct mean over a window for any number of channels, which share
// their weights. Two kernels, which follow one another:
//   channel_planes   the samples of image and guide as planes of floats in scratch. A plane has the
//                    rows of the slices that the input holds, with the pixels that the border rule
//                    puts beside them, then a row outside the image. This file has it
//   channel_means    the means, by channel_weights.h and channel_means.cl
//   one group -> GROUP_WIDTH x GROUP_HEIGHT items
//   one item  -> a column of a plane; in channel_means PIXELS neighbours along a row. It visits a
//                segment at a time, which is TAPS taps of each pixel in a row of the window: their
//                distances over all channels in registers, then their weights, then the sums of one
//                channel after another
// The taps of neighbours overlap: for TAPS x PIXELS pairs of a channel, an item loads SPAN floats
// and PIXELS centres, in vectors, and computes 64 operations. Centres and segments begin at
// multiples of PIXELS columns.
// One program serves all numbers of channels, which are arguments:
//   before    planes that are only compared: of another image, or, with NORM NONE, a plane that is
//             0 for a valid pixel. The `averaged` planes of values follow
//   compared  planes of a distance, which are those of values if `before` is 0
//   sums      channels that share a weight: all, or with PER_CHANNEL one
// Constants of the program:
//   RUN          squares of a distance that are added before Kahan's sum adds such runs
//   ONE_RUN      1: RUN squares are all
//   LINE         floats of a line of the first-level cache
//   PIXELS, TAPS, which is a multiple of PIXELS: 4 floats are a vector
//   BLOCK        taps of a summation block, which Kahan's sum adds: a divisor of TAPS, or the taps
//                of a turn (channel_means.cl)
//   WORDS        1: distances are made of planes of words, which hold the bytes of four planes, and
//                a plane of |q|^2. They follow the sums
//   WORKERS, SEGMENTS, SUMS_AT_ONCE: see channel_means.cl
//   GUIDE_READS  as READS, of the guide

#define SPAN (TAPS + PIXELS)
// The columns of a plane from the first one, which may only fill a vector or a line, to the centre
// of the first window. Centres and sums of a group lie in whole lines of the first-level cache.
#define LEAD(a) (((a)->radius_x + LINE - 1) / LINE * LINE)
#define WHOLE_TURNS (BLOCK > TAPS)
#define SHORT_BLOCK (BLOCK > TAPS ? TAPS : BLOCK)
// Sums add weight x (value - centre), so that equal taps give exactly their value. From bytes to
// bytes the result is rounded anyway, and weight x value saves the differences.
#define CENTRED (READS != U8 || WRITES != U8)
#define NO_WEIGHT (-1e30f)  // an exponent
// So many runs of squares cannot overflow: a pixel that is no tap is HOLE away.
#define LARGEST_RUNS 3e35f

// Returns the floats from one plane to the next.
DEVICE i64 plane_size(const SelvageBilateral* a) { return (i64)a->plane_row * a->plane_rows; }

// Returns where row y of the slice that is the z-th in the input begins in a plane. The row outside
// the image is the last one.
DEVICE int row_in_plane(const SelvageBilateral* a, int y, int z) {
  const int outside = y == OUTSIDE || z == OUTSIDE;
  return (outside ? a->plane_rows - 1 : z * a->held_height + y - a->held_y) * a->plane_row;
}

// Returns the pixel that column LEAD shows. It begins a line.
DEVICE int first_column(const SelvageBilateral* a) { return a->held_x / LINE * LINE; }

#if HOLES
DEVICE int is_valid(const GLOBAL uchar* pixel, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                    const SelvageBilateral* a, int x, int y) {
  int valid = channels_are_valid(pixel, mask, a, x, y, a->channels);
  if (GUIDE_READS >= F16)
    for (int c = 0; c < a->guide_channels; ++c)
      valid &= is_finite(SAMPLE(GUIDE_READS, guide + c * a->guide.channel));
  return valid;
}

DEVICE int outside_is_valid(const SelvageBilateral* a) {
  const int marked = a->has_invalid && a->outside_value == a->invalid;
  return a->border == CONSTANT && !marked && is_finite(a->guide_constant[0]);
}
#else
#define is_valid(pixel, mask, guide, a, x, y) 1
#define outside_is_valid(a) 1
#endif

// Returns what plane k has where a pixel is invalid: no tap, whose weight vanishes.
DEVICE float hole_in(const SelvageBilateral* a, int k) {
  const int compared = a->before == 0 || k < a->before;
  return compared && (k == 0 || NORM == PER_CHANNEL) ? HOLE : 0.0f;
}

// Returns the pixel that column `column` shows. The columns that only fill vectors repeat one.
DEVICE int pixel_of_column(const SelvageBilateral* a, int column) {
  const int last = a->held_x + a->held_width - 1;
  const int x = column + first_column(a) - LEAD(a);
  const int beside = MAX_INT(a->held_x - a->radius_x, MIN_INT(x, last + a->radius_x));
  const int shown = border_index(beside, a->width, a->border);
  return shown == OUTSIDE ? OUTSIDE : MAX_INT(a->held_x, MIN_INT(shown, last));
}

#if WORDS
// Returns the first plane of words.
DEVICE int first_word_plane(const SelvageBilateral* a) {
  return a->before + a->averaged + 2 * a->sums;
}

// Writes the bytes of a pixel's compared planes, `step` apart, as words, and the sum of their
// squares. Without a pixel all bytes are `same`. An invalid pixel is no tap.
DEVICE void write_words(const GLOBAL uchar* pixel, i64 step, float same, int valid,
                        const SelvageBilateral* a, GLOBAL float* to) {
  float squares = 0.0f;
  to += first_word_plane(a) * plane_size(a);
  NO_UNROLL for (int k = 0; k < a->compared; k += 4, to += plane_size(a)) {
    uint word = 0;
    for (int i = 0; i < MIN_INT(4, a->compared - k); ++i) {
      const uint byte = pixel == 0 ? (uint)same : pixel[(k + i) * step];
      word |= byte << 8 * i;
      squares += (float)(byte * byte);
    }
    *to = AS_FLOAT(valid ? word : 0u);
  }
  *to = valid ? squares : LARGEST_RUNS;
}
#else
#define write_words(pixel, step, same, valid, a, to)
#endif

// Writes the pixel outside the image.
DEVICE void write_outside(const SelvageBilateral* a, GLOBAL float* to) {
  NO_UNROLL for (int k = 0; k < a->before + a->averaged; ++k) {
    const float v = k >= a->before ? a->outside_value : NORM == NONE ? 0.0f : a->guide_constant[0];
    to[k * plane_size(a)] = outside_is_valid(a) ? v : hole_in(a, k);
  }
  write_words(0, 0, a->before > 0 ? a->guide_constant[0] : a->outside_value, outside_is_valid(a), a,
              to);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_planes(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    const GLOBAL uchar* RESTRICT guide, GLOBAL float* RESTRICT planes,
                    GLOBAL uchar* RESTRICT unused, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  const int column = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (column >= a->x1 || y >= a->y1) return;
  if (y == a->y0 && GROUP_Z == 0)
    write_outside(a, planes + row_in_plane(a, OUTSIDE, 0) + column);
  GLOBAL float* to = planes + row_in_plane(a, y, GROUP_Z) + column;
  const int x = pixel_of_column(a, column);
  if (x == OUTSIDE) {
    write_outside(a, to);
    return;
  }
  const GLOBAL uchar* pixel = input_pixel(in + origin(&a->in), a, x, y);
  guide += origin(&a->guide) + place(&a->guide, x, y, a->guide.pixel);
  const int valid = is_valid(pixel, mask + origin(&a->mask), guide, a, x, y);
  NO_UNROLL for (int k = 0; k < a->before; ++k) {
    float v = 0.0f;
    if (NORM != NONE) v = SAMPLE(GUIDE_READS, guide + k * a->guide.channel);
    to[k * plane_size(a)] = valid ? v : hole_in(a, k);
  }
  UNROLL_4 for (int c = 0; c < a->averaged; ++c)
    to[(a->before + c) * plane_size(a)] =
        valid ? read_sample(pixel + c * CHANNEL_STEP(a)) : hole_in(a, a->before + c);
  write_words(a->before > 0 ? guide : pixel, a->before > 0 ? a->guide.channel : CHANNEL_STEP(a),
              0.0f, valid, a, to);
}
