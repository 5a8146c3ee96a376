// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel": the direct mean over a window for any number of channels, which share
// their weights. Two kernels, which follow one another:
//   channel_planes   the samples of image and guide as planes of floats in scratch. A plane has the
//                    rows of the slices that the input holds, with the pixels that the border rule
//                    puts beside them, then a row outside the image
//   channel_means    the means
//   one group -> GROUP_WIDTH x GROUP_HEIGHT items
//   local     -> none
//   one item  -> a column of a plane; in channel_means PIXELS neighbours along a row. It visits TAPS
//                taps of each in a row of the window at a time: their distances over all channels in
//                registers, then their weights, then the sums of one channel after another, which
//                scratch keeps from one turn to the next
// The taps of neighbours overlap: for TAPS x PIXELS pairs of a channel, an item loads SPAN floats in
// vectors and PIXELS centres, and computes 64 operations. Bound by issue; with more than some eight
// channels by the second-level cache, through which their sums go.
// One program serves all numbers of channels, which are arguments:
//   before    planes that are only compared: of another image, or, with NORM NONE, a plane that is
//             0 for a valid pixel. The `averaged` planes of values follow
//   compared  planes of a distance, which are those of values if `before` is 0
//   sums      channels that share a weight: all, or with PER_CHANNEL one
// Constants of the program:
//   RUN          squares of a distance that are added before Kahan's sum adds such runs
//   ONE_RUN      1: RUN squares are all
//   PIXELS, TAPS, which is a multiple of PIXELS: 4 floats are a vector
//   BLOCK        taps of a summation block, a divisor of TAPS
//   GUIDE_READS  as READS, of the guide

#define SPAN (TAPS + PIXELS)
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

// Returns the column whose first tap pixel x has in column 0. It is a multiple of PIXELS, so that
// vectors of the taps of items are aligned.
DEVICE int first_column(const SelvageBilateral* a) { return a->held_x / PIXELS * PIXELS; }

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
  const int x = column + first_column(a) - a->radius_x;
  const int beside = MAX_INT(a->held_x - a->radius_x, MIN_INT(x, last + a->radius_x));
  const int shown = border_index(beside, a->width, a->border);
  return shown == OUTSIDE ? OUTSIDE : MAX_INT(a->held_x, MIN_INT(shown, last));
}

// Writes the pixel outside the image.
DEVICE void write_outside(const SelvageBilateral* a, GLOBAL float* to) {
  NO_UNROLL for (int k = 0; k < a->before + a->averaged; ++k) {
    const float v = k >= a->before ? a->outside_value : NORM == NONE ? 0.0f : a->guide_constant[0];
    to[k * plane_size(a)] = outside_is_valid(a) ? v : hole_in(a, k);
  }
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
  NO_UNROLL for (int c = 0; c < a->averaged; ++c)
    to[(a->before + c) * plane_size(a)] =
        valid ? read_sample(pixel + c * CHANNEL_STEP(a)) : hole_in(a, a->before + c);
}

DEVICE void load_four(const GLOBAL float* from, float* to) {
  const float4 v = *(const GLOBAL float4*)from;
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

DEVICE void store_four(const float* from, GLOBAL float* to) {
  float4 v;
  v.x = from[0], v.y = from[1], v.z = from[2], v.w = from[3];
  *(GLOBAL float4*)to = v;
}

// Loads the samples of an item in a plane: `span` from the first tap of the first pixel on, and
// those of the pixels themselves.
DEVICE void load_samples(const GLOBAL float* plane, int at, int own, float* span, float* centre) {
  UNROLL for (int i = 0; i < SPAN; i += 4) load_four(plane + at + i, span + i);
  UNROLL for (int p = 0; p < PIXELS; ++p) centre[p] = plane[own + p];
}

// Adds the squares (L1: absolute values) of `count` planes. Tap t of pixel p is [t * PIXELS + p].
DEVICE void add_run(const GLOBAL float* compared, const SelvageBilateral* a, int own, int at,
                    int count, float* run) {
  NO_UNROLL for (int k = 0; k < count; ++k) {
    float span[SPAN], centre[PIXELS];
    load_samples(compared + k * plane_size(a), at, own, span, centre);
    UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) {
      const float d = span[i / PIXELS + i % PIXELS] - centre[i % PIXELS];
      run[i] = NORM == L1 ? run[i] + ABS(d) : FMA(d, d, run[i]);
    }
  }
}

// Returns the distances of the taps from `at` on over all planes.
DEVICE void find_distances(const GLOBAL float* compared, const SelvageBilateral* a, int own, int at,
                           float* sum) {
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) sum[i] = 0.0f;
#if ONE_RUN
  add_run(compared, a, own, at, a->compared, sum);
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) sum[i] = MIN(sum[i], LARGEST_RUNS);
#else
  float lost[TAPS * PIXELS];
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) lost[i] = 0.0f;
  NO_UNROLL for (int k = 0; k < a->compared; k += RUN) {
    float run[TAPS * PIXELS];
    UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) run[i] = 0.0f;
    add_run(compared + k * plane_size(a), a, own, at, MIN_INT(RUN, a->compared - k), run);
    UNROLL for (int i = 0; i < TAPS * PIXELS; ++i)
      add_exactly(MIN(run[i], LARGEST_RUNS), &sum[i], &lost[i]);
  }
#endif
}

// Returns the weights of the taps of row dy of slice dz whose first dx is `first`.
DEVICE void find_weights(const GLOBAL float* compared, const SelvageBilateral* a, int own, int at,
                         int first, int extent, int dy, int dz, float* weight) {
  find_distances(compared, a, own, at, weight);
  UNROLL for (int t = 0; t < TAPS; ++t) {
    const int dx = first + t;
    const float exponent = ABS_INT(dx) > extent ? NO_WEIGHT
                                                : FMA(-a->space_scale, (float)(dx * dx + dy * dy),
                                                      SPACE_Z(a, dz));
    UNROLL for (int p = 0; p < PIXELS; ++p) {
      const float d = weight[t * PIXELS + p];
      weight[t * PIXELS + p] = EXP2(FMA(NORM == L1 ? d * d : d, -a->range_scale, exponent));
    }
  }
}

// Adds weight x (value - centre) of the taps of one plane.
DEVICE void add_values(const GLOBAL float* plane, const SelvageBilateral* a, int own, int at,
                       const float* weight, GLOBAL float* totals) {
  float span[SPAN], centre[PIXELS], total[PIXELS], lost[PIXELS];
  load_samples(plane, at, own, span, centre);
  load_four(totals, total);
  load_four(totals + plane_size(a), lost);
  UNROLL for (int first = 0; first < TAPS; first += BLOCK)
    UNROLL for (int p = 0; p < PIXELS; ++p) {
      float sum = 0.0f;
      UNROLL for (int t = first; t < first + BLOCK; ++t)
        sum = FMA(weight[t * PIXELS + p], span[t + p] - centre[p], sum);
      add_exactly(sum, &total[p], &lost[p]);
    }
  store_four(total, totals);
  store_four(lost, totals + plane_size(a));
}

// Leaves the sums of a->sums channels in `totals`, and those of weights in `total`.
DEVICE void sum_taps(const GLOBAL float* compared, const GLOBAL float* values,
                     const SelvageBilateral* a, int x, int y, int own, GLOBAL float* totals,
                     float* total) {
  float lost[PIXELS], weight[TAPS * PIXELS];
  UNROLL for (int p = 0; p < PIXELS; ++p) total[p] = lost[p] = 0.0f;
  NO_UNROLL for (int i = 0; i < 2 * a->sums; ++i) store_four(total, totals + i * plane_size(a));
  for (int dz = first_slice(a); dz <= last_slice(a); ++dz)
    for (int dy = -a->radius_y; dy <= a->radius_y; ++dy) {
      const int extent = slice_extent(a, dz, dy, a->radius_x);
      if (extent < 0) continue;
      const int row =
          row_in_plane(a, border_index(y + dy, a->height, a->border), held_slice(a, dz)) + x;
      for (int t = (a->radius_x - extent) / PIXELS * PIXELS; t <= a->radius_x + extent; t += TAPS) {
        find_weights(compared, a, own, row + t, t - a->radius_x, extent, dy, dz, weight);
        UNROLL for (int first = 0; first < TAPS; first += BLOCK)
          UNROLL for (int p = 0; p < PIXELS; ++p) {
            float sum = 0.0f;
            UNROLL for (int i = first; i < first + BLOCK; ++i) sum += weight[i * PIXELS + p];
            add_exactly(sum, &total[p], &lost[p]);
          }
        NO_UNROLL for (int c = 0; c < a->sums; ++c)
          add_values(values + c * plane_size(a), a, own, row + t, weight,
                     totals + 2 * c * plane_size(a));
      }
    }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_means(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                   const GLOBAL uchar* RESTRICT guide, GLOBAL float* planes,
                   GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  const int group_pixels = GROUP_WIDTH * PIXELS;
  const int x = (a->x0 / group_pixels + GROUP_X) * group_pixels + LOCAL_X * PIXELS;
  const int y = (a->y0 / GROUP_HEIGHT + GROUP_Y) * GROUP_HEIGHT + LOCAL_Y;
  if (x + PIXELS <= a->x0 || x >= a->x1 || y < a->y0 || y >= a->y1) return;
  const int column = x - first_column(a);
  const int own = row_in_plane(a, y, held_slice(a, 0)) + column + a->radius_x;
  const GLOBAL uchar* image = slice_of(in + origin(&a->in), mask, guide, a, 0).in;
  out += origin(&a->out);
  int means[PIXELS];  // 1: the pixel is a mean; 0: a copy, or not computed
  UNROLL for (int p = 0; p < PIXELS; ++p) {
    const int computed = x + p >= a->x0 && x + p < a->x1;
    means[p] = computed && planes[own + p] != HOLE && !leaves_image(a, x + p, y);
    if (!computed) continue;
    const GLOBAL uchar* pixel = input_pixel(image, a, x + p, y);
    GLOBAL uchar* to = output_pixel(out, a, x + p, y);
    NO_UNROLL for (int c = means[p] ? a->averaged : 0; c < a->channels; ++c)
      copy_sample(pixel + c * CHANNEL_STEP(a), to + c * a->out.channel);
  }
  if (!(means[0] | means[1] | means[2] | means[3])) return;
  GLOBAL float* totals = planes + (a->before + a->averaged) * plane_size(a) + own - a->radius_x;
  NO_UNROLL for (int g = 0; g < a->averaged; g += a->sums) {
    const GLOBAL float* values = planes + (a->before + g) * plane_size(a);
    float total[PIXELS];
    sum_taps(planes + g * plane_size(a), values, a, column, y, own, totals, total);
    UNROLL for (int p = 0; p < PIXELS; ++p) total[p] = RECIPROCAL(total[p]);
    NO_UNROLL for (int k = 0; k < a->sums; ++k)
      UNROLL for (int p = 0; p < PIXELS; ++p)
        if (means[p])
          write_sample(output_pixel(out, a, x + p, y) + (g + k) * a->out.channel,
                       FMA(totals[2 * k * plane_size(a) + p], total[p],
                           values[k * plane_size(a) + own + p]));
  }
}
