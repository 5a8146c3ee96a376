// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel": the direct mean over a window for any number of channels, which share
// their weights. Two kernels, which follow one another:
//   channel_planes   the samples of image and guide as planes of floats in scratch. A plane has the
//                    pixels of the slices that the input holds, then one outside the image
//   channel_means    the means
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels
//   local     -> none
//   one item  -> one pixel. In channel_means it visits TAPS taps at a time: their distances over
//                all channels, TOGETHER of them in registers, then their weights, then the sums of
//                VALUES channels after another, which scratch keeps from one turn to the next
// Neighbouring items read neighbouring floats. For each tap and channel: 2.4 loads, of 4 bytes from
// the first-level cache, and 4 operations. Bound by issue.
// One program serves all numbers of channels, which are arguments:
//   before    planes that are only compared: of another image, or, with NORM NONE, a plane that is
//             0 for a valid pixel. The `averaged` planes of values follow
//   compared  planes of a distance, which are those of values if `before` is 0
//   sums      channels that share a weight: all, or with PER_CHANNEL one
// Constants of the program:
//   RUN          squares of a distance that are added before Kahan's sum adds pairs of such runs
//   BLOCK        taps of a summation block, a divisor of TAPS
//   GUIDE_READS  as READS, of the guide

#define TAPS 16
#define TOGETHER 8
#define VALUES 4
#define OUTSIDE_PIXEL(a) ((a)->held_pixels)
#define NO_WEIGHT (-1e30f)  // an exponent
// So many runs of squares cannot overflow: a pixel that is no tap is HOLE away.
#define LARGEST_RUNS 3e35f

// Returns the floats from one plane to the next.
DEVICE i64 plane_size(const SelvageBilateral* a) { return (i64)a->held_pixels + 1; }

// Returns the place in a plane of pixel (x, y) of the slice that is the z-th in the input.
DEVICE int place_in_plane(const SelvageBilateral* a, int x, int y, int z) {
  return (z * a->held_height + y - a->held_y) * a->held_width + x - a->held_x;
}

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

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_planes(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    const GLOBAL uchar* RESTRICT guide, GLOBAL float* RESTRICT planes,
                    GLOBAL uchar* RESTRICT unused, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const GLOBAL uchar* pixel = input_pixel(in + origin(&a->in), a, x, y);
  guide += origin(&a->guide) + place(&a->guide, x, y, a->guide.pixel);
  GLOBAL float* to = planes + place_in_plane(a, x, y, GROUP_Z);
  const int valid = is_valid(pixel, mask + origin(&a->mask), guide, a, x, y);
  NO_UNROLL for (int k = 0; k < a->before; ++k) {
    float v = 0.0f;
    if (NORM != NONE) v = SAMPLE(GUIDE_READS, guide + k * a->guide.channel);
    to[k * plane_size(a)] = valid ? v : hole_in(a, k);
  }
  NO_UNROLL for (int c = 0; c < a->averaged; ++c)
    to[(a->before + c) * plane_size(a)] =
        valid ? read_sample(pixel + c * CHANNEL_STEP(a)) : hole_in(a, a->before + c);
  if (x > a->x0 || y > a->y0 || GROUP_Z > 0) return;
  to = planes + OUTSIDE_PIXEL(a);
  for (int k = 0; k < a->before + a->averaged; ++k) {
    const float v = k >= a->before ? a->outside_value : NORM == NONE ? 0.0f : a->guide_constant[0];
    to[k * plane_size(a)] = outside_is_valid(a) ? v : hole_in(a, k);
  }
}

// The taps of a window, one row after another.
typedef struct {
  int dx, dy, dz, extent;  // the next tap, and the largest |dx| of its row
  int y, z;                // where the row lies, z in the input, or OUTSIDE
  int ended;
} Walk;

DEVICE Walk begin_walk(const SelvageBilateral* a) {
  Walk w;
  w.dx = 0;
  w.extent = -1;
  w.dy = -a->radius_y - 1;
  w.dz = first_slice(a);
  w.y = w.z = 0;
  w.ended = 0;
  return w;
}

// Goes on to the next row that has taps.
DEVICE void next_row(const SelvageBilateral* a, int y, Walk* w) {
  do {
    if (++w->dy > a->radius_y) {
      w->dy = -a->radius_y;
      if (++w->dz > last_slice(a)) {
        w->ended = 1;
        return;
      }
    }
    w->extent = slice_extent(a, w->dz, w->dy, a->radius_x);
  } while (w->extent < 0);
  w->dx = -w->extent;
  w->y = border_index(y + w->dy, a->height, a->border);
  w->z = held_slice(a, w->dz);
}

// Finds the next taps: their places, and the exponents of their spatial weights. After the last one
// follow taps at the centre without a weight.
DEVICE void find_taps(const SelvageBilateral* a, int x, int y, int own, Walk* w, int* at,
                      float* weight) {
  NO_UNROLL for (int t = 0; t < TAPS; ++t) {
    at[t] = own;
    weight[t] = NO_WEIGHT;
    if (!w->ended && w->dx > w->extent) next_row(a, y, w);
    if (w->ended) continue;
    const int tx = border_index(x + w->dx, a->width, a->border);
    const int outside = tx == OUTSIDE || w->y == OUTSIDE || w->z == OUTSIDE;
    at[t] = outside ? OUTSIDE_PIXEL(a) : place_in_plane(a, tx, w->y, w->z);
    weight[t] = FMA(-a->space_scale, (float)(w->dx * w->dx + w->dy * w->dy), SPACE_Z(a, w->dz));
    ++w->dx;
  }
}

// Adds the squares (L1: absolute values) of `count` planes.
DEVICE void add_run(const GLOBAL float* compared, const SelvageBilateral* a, int own, const int* at,
                    int count, float* run) {
  NO_UNROLL for (int k = 0; k < count; ++k) {
    const GLOBAL float* plane = compared + k * plane_size(a);
    const float centre = plane[own];
    UNROLL for (int t = 0; t < TOGETHER; ++t) {
      const float d = plane[at[t]] - centre;
      run[t] = NORM == L1 ? run[t] + ABS(d) : FMA(d, d, run[t]);
    }
  }
}

// Turns exponents of spatial weights into weights.
DEVICE void find_weights(const GLOBAL float* compared, const SelvageBilateral* a, int own,
                         const int* at, float* weight) {
  float sum[TOGETHER], lost[TOGETHER];
  UNROLL for (int t = 0; t < TOGETHER; ++t) sum[t] = lost[t] = 0.0f;
  NO_UNROLL for (int k = 0; k < a->compared; k += 2 * RUN) {
    float first[TOGETHER], second[TOGETHER];
    UNROLL for (int t = 0; t < TOGETHER; ++t) first[t] = second[t] = 0.0f;
    const GLOBAL float* planes = compared + k * plane_size(a);
    add_run(planes, a, own, at, MIN_INT(RUN, a->compared - k), first);
    add_run(planes + RUN * plane_size(a), a, own, at, MIN_INT(RUN, a->compared - k - RUN), second);
    UNROLL for (int t = 0; t < TOGETHER; ++t)
      add_exactly(MIN(first[t] + second[t], LARGEST_RUNS), &sum[t], &lost[t]);
  }
  UNROLL for (int t = 0; t < TOGETHER; ++t) {
    const float d2 = NORM == L1 ? sum[t] * sum[t] : sum[t];
    weight[t] = EXP2(FMA(d2, -a->range_scale, weight[t]));
  }
}

// Adds weight x (value - centre) of the taps for VALUES channels, or for the last one several
// times, which then all store the same.
DEVICE void add_values(const GLOBAL float* values, const SelvageBilateral* a, int own,
                       const int* at, const float* weight, int channel, GLOBAL float* totals) {
  const GLOBAL float* plane[VALUES];
  float centre[VALUES], total[VALUES], lost[VALUES];
  GLOBAL float* kept[VALUES];
  UNROLL for (int i = 0; i < VALUES; ++i) {
    const int c = MIN_INT(channel + i, a->sums - 1);
    plane[i] = values + c * plane_size(a);
    kept[i] = totals + 2 * c * plane_size(a);
    centre[i] = plane[i][own];
    total[i] = kept[i][0];
    lost[i] = kept[i][plane_size(a)];
  }
  NO_UNROLL for (int first = 0; first < TAPS; first += BLOCK) {
    float sum[VALUES];
    UNROLL for (int i = 0; i < VALUES; ++i) sum[i] = 0.0f;
    UNROLL for (int t = 0; t < BLOCK; ++t) {
      const float w = weight[first + t];
      UNROLL for (int i = 0; i < VALUES; ++i)
        sum[i] = FMA(w, plane[i][at[first + t]] - centre[i], sum[i]);
    }
    UNROLL for (int i = 0; i < VALUES; ++i) add_exactly(sum[i], &total[i], &lost[i]);
  }
  UNROLL for (int i = 0; i < VALUES; ++i) {
    kept[i][0] = total[i];
    kept[i][plane_size(a)] = lost[i];
  }
}

// Leaves the sums of a->sums channels in `totals` and returns that of their weights.
DEVICE float sum_taps(const GLOBAL float* compared, const GLOBAL float* values,
                      const SelvageBilateral* a, int x, int y, int own, GLOBAL float* totals) {
  float total = 0.0f, lost = 0.0f;
  for (int i = 0; i < 2 * a->sums; ++i) totals[i * plane_size(a)] = 0.0f;
  Walk walk = begin_walk(a);
  while (!walk.ended) {
    int at[TAPS];
    float weight[TAPS];
    find_taps(a, x, y, own, &walk, at, weight);
    NO_UNROLL for (int t = 0; t < TAPS; t += TOGETHER)
      find_weights(compared, a, own, at + t, weight + t);
    NO_UNROLL for (int first = 0; first < TAPS; first += BLOCK) {
      float sum = 0.0f;
      UNROLL for (int t = 0; t < BLOCK; ++t) sum += weight[first + t];
      add_exactly(sum, &total, &lost);
    }
    NO_UNROLL for (int c = 0; c < a->sums; c += VALUES)
      add_values(values, a, own, at, weight, c, totals);
  }
  return total;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_means(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                   const GLOBAL uchar* RESTRICT guide, GLOBAL float* planes,
                   GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const int own = place_in_plane(a, x, y, held_slice(a, 0));
  const GLOBAL uchar* pixel =
      input_pixel(slice_of(in + origin(&a->in), mask, guide, a, 0).in, a, x, y);
  GLOBAL uchar* to = output_pixel(out + origin(&a->out), a, x, y);
  const int copied = planes[own] == HOLE || leaves_image(a, x, y);
  NO_UNROLL for (int c = copied ? 0 : a->averaged; c < a->channels; ++c)
    copy_sample(pixel + c * CHANNEL_STEP(a), to + c * a->out.channel);
  if (copied) return;
  GLOBAL float* totals = planes + (a->before + a->averaged) * plane_size(a) + own;
  NO_UNROLL for (int g = 0; g < a->averaged; g += a->sums) {
    const GLOBAL float* values = planes + (a->before + g) * plane_size(a);
    const float inverse =
        RECIPROCAL(sum_taps(planes + g * plane_size(a), values, a, x, y, own, totals));
    NO_UNROLL for (int k = 0; k < a->sums; ++k)
      write_sample(to + (g + k) * a->out.channel,
                   FMA(totals[2 * k * plane_size(a)], inverse, values[k * plane_size(a) + own]));
  }
}
