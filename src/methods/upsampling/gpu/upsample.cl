// SPDX-License-Identifier: Apache-2.0
// Candidate "upsample": joint bilateral upsampling                              [kopf2007, eq. 2]
//   upsample_small  one item  -> one small pixel: the guide's PLANES at its centre and its AVERAGED
//                                channels as adjacent floats
//   upsample_large  one group -> GROUP_WIDTH x GROUP_HEIGHT output pixels
//                   one item  -> one pixel; it visits the window row by row in those words, which
//                                come from caches, since neighbours share most taps
// Exponents are in double precision, since only their differences count and all exponents of a
// window may be large. Weights are relative to the largest so far, rounded down to a power of two,
// so that a larger weight rescales sums without an error.
//   NORM            L2, L1 or PER_CHANNEL (a plane for each averaged channel)
//   PLANES          the guide's planes for distances; SPLIT: the planes' rounding errors follow as
//                   further planes
//   GUIDE_READS     the guide's sample type; GUIDE_CHANNELS: its channels
//   GUIDE_KIND      0: its channels are the planes; 1, 2: see colour.h

#define GUIDE_WORDS (PLANES * (1 + SPLIT))
#define WORDS (GUIDE_WORDS + AVERAGED)
#define WEIGHTS (NORM == PER_CHANNEL ? AVERAGED : 1)
#define TOTALS (AVERAGED + WEIGHTS)
#define OF_PAIR(p) ((double)(p).near + (double)(p).rest)
#define NO_TAP AS_FLOAT(0x7f800000u)  // the first word of an invalid pixel

// Reads the guide's planes at pixel (x, y) and returns whether it is valid.
DEVICE int read_guide(const GLOBAL uchar* guide, const SelvageUpsample* a, int x, int y,
                      double* plane) {
  const GLOBAL uchar* p = guide + place(&a->guide, x, y, a->guide.pixel);
  float value[GUIDE_CHANNELS];
  int valid = 1;
  UNROLL for (int c = 0; c < GUIDE_CHANNELS; ++c) {
    value[c] = SAMPLE(GUIDE_READS, p + c * a->guide.channel);
    if (GUIDE_READS >= F16) valid &= is_finite(value[c]);
  }
#if GUIDE_KIND == 0
  UNROLL for (int k = 0; k < PLANES; ++k) plane[k] = value[k];
#else
  make_guide(value, GUIDE_READS == U8 ? 255.0 : GUIDE_READS == U16 ? 65535.0 : 1.0, plane);
#endif
  return valid;
}

// Multiplies the colours by alpha, which counts as 0 where it is below, if it weighs them.
DEVICE void weigh(float* value) {
#if WEIGHS
  value[ALPHA] = MAX(value[ALPHA], 0.0f);
  UNROLL for (int c = 0; c < ALPHA; ++c) value[c] *= value[ALPHA];
#endif
}

DEVICE void write_words(GLOBAL float* word, int tap, const double* plane, const float* value) {
  UNROLL for (int k = 0; k < PLANES; ++k) {
    const float near = (float)plane[k];
    word[k] = tap || k > 0 ? near : NO_TAP;
    if (SPLIT) word[k + SPLIT * PLANES] = (float)(plane[k] - (double)near);
  }
  UNROLL for (int c = 0; c < AVERAGED; ++c) word[GUIDE_WORDS + c] = value[c];
}

// floor((i + 1/2) to / from)
DEVICE int at_centre(int i, int from, int to) {
  return (int)(((i64)(2 * (i64)i + 1) * to) / (2 * (i64)from));
}

// Returns the distance from the centre of the small pixel c to that of the large pixel i, in small
// pixels.
DEVICE double beyond(int i, int large, int c, int small) {
  const i64 twice = (2 * (i64)i + 1) * small - (2 * (i64)c + 1) * large;
  return (double)twice / (2.0 * large);
}

// The pixel after the last one represents those outside the image.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void upsample_small(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    const GLOBAL uchar* RESTRICT guide, GLOBAL uchar* RESTRICT small,
                    GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageUpsample, args)) {
  const SelvageUpsample* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  in += origin(&a->in);
  mask += origin(&a->mask);
  guide += origin(&a->guide);
  small += origin(&a->small);
  float value[AVERAGED];
  double plane[PLANES];
  int valid = read_pixel(in, mask, a, x, y, 1, value);
  UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = valid ? value[c] : 0.0f;
  weigh(value);
  valid &= read_guide(guide, a, at_centre(x, a->small_width, a->width),
                      at_centre(y, a->small_height, a->height), plane);
  write_words((GLOBAL float*)(small + place(&a->small, x, y, a->small.pixel)), valid, plane, value);
  if (x > 0 || y > 0) return;
  valid = read_pixel(in, mask, a, OUTSIDE, OUTSIDE, 0, value);
  weigh(value);
  UNROLL for (int k = 0; k < PLANES; ++k) plane[k] = OF_PAIR(a->outside_guide[k]);
  write_words((GLOBAL float*)(small + place(&a->small, 0, a->small_height, a->small.pixel)), valid,
              plane, value);
}

// Sums of the averaged channels, weight x (value - holder's value), then of the weights. Short sums
// are added by Kahan's sum, whose error does not grow with their number.
typedef struct {
  double least[WEIGHTS];  // the exponents that weights are relative to
  float sum[TOTALS], total[TOTALS], lost[TOTALS];
} Totals;

DEVICE void clear(Totals* t) {
  UNROLL for (int i = 0; i < WEIGHTS; ++i) t->least[i] = 1e300;
  UNROLL for (int i = 0; i < TOTALS; ++i) t->sum[i] = t->total[i] = t->lost[i] = 0.0f;
}

DEVICE void flush(Totals* t) {
  UNROLL for (int i = 0; i < TOTALS; ++i) {
    const float term = t->sum[i] - t->lost[i];
    const float total = t->total[i] + term;
    t->lost[i] = (total - t->total[i]) - term;
    t->total[i] = total;
    t->sum[i] = 0.0f;
  }
}

// Makes the sums of weight set w relative to a smaller exponent.
DEVICE void lower(Totals* t, int w, double exponent) {
  const double next = floor(exponent), fall = next - t->least[w];
  const float factor = AS_FLOAT((uint)(127 + (fall < -126.0 ? -126 : (int)fall)) << 23);
  t->least[w] = next;
  UNROLL for (int i = 0; i < TOTALS; ++i) {
    const int set = NORM != PER_CHANNEL ? 0 : i < AVERAGED ? i : i - AVERAGED;
    const float f = set == w ? factor : 1.0f;
    t->sum[i] *= f;
    t->total[i] *= f;
    t->lost[i] *= f;
  }
}

DEVICE double difference(const GLOBAL float* q, const double* p, int k) {
  const double near = (double)q[k] - p[k];
  return SPLIT ? near + (double)q[k + SPLIT * PLANES] : near;
}

// Returns D^2 of weight set w.
DEVICE double distance2(const GLOBAL float* q, const double* p, int w) {
#if NORM == PER_CHANNEL
  const double d = difference(q, p, w);
  return d * d;
#else
  double sum = 0.0;
  UNROLL for (int k = 0; k < PLANES; ++k) {
    const double d = difference(q, p, k);
    sum += NORM == L1 ? fabs(d) : d * d;
  }
  return NORM == L1 ? sum * sum : sum;
#endif
}

// Adds one tap. `space` is the exponent of the spatial weight, `p` the guide at the output pixel,
// and `held` the values of the small pixel that holds it.
DEVICE void add_tap(const GLOBAL float* q, const double* p, double space, double scale,
                    const float* held, Totals* t) {
  float weight[WEIGHTS];
  UNROLL for (int w = 0; w < WEIGHTS; ++w) {
    const double exponent = space + scale * distance2(q, p, w);
    if (exponent < t->least[w]) lower(t, w, exponent);
    weight[w] = EXP2((float)(t->least[w] - exponent));
    t->sum[AVERAGED + w] += weight[w];
  }
  UNROLL for (int c = 0; c < AVERAGED; ++c) t->sum[c] =
      FMA(weight[NORM == PER_CHANNEL ? c : 0], q[GUIDE_WORDS + c] - held[c], t->sum[c]);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void upsample_large(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    const GLOBAL uchar* RESTRICT guide, const GLOBAL uchar* RESTRICT small,
                    GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageUpsample, args)) {
  const SelvageUpsample* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  in += origin(&a->in);
  mask += origin(&a->mask);
  guide += origin(&a->guide);
  small += origin(&a->small);
  out += origin(&a->out);
  const int cx = at_centre(x, a->width, a->small_width);
  const int cy = at_centre(y, a->height, a->small_height);
  const double right = beyond(x, a->width, cx, a->small_width);
  const double below = beyond(y, a->height, cy, a->small_height);

  // An invalid guide is ignored.
  float held[AVERAGED];
  double centre[PLANES];
  const int image_valid = read_pixel(in, mask, a, cx, cy, 1, held);
  const int guide_valid = read_guide(guide, a, x, y, centre);
  const int valid = image_valid && guide_valid;
  // Sums of products with alpha must be accurate even if small, so nothing is subtracted.
  UNROLL for (int c = 0; c < AVERAGED; ++c) held[c] = image_valid && !WEIGHS ? held[c] : 0.0f;
  UNROLL for (int k = 0; k < PLANES; ++k) centre[k] = guide_valid ? centre[k] : 0.0;
  const double range_scale = guide_valid ? OF_PAIR(a->range_scale) : 0.0;
  const double space_scale = OF_PAIR(a->space_scale);

  Totals totals;
  clear(&totals);
  double nearest = 1e300;  // squared distance of a valid tap
  const int r = valid || a->fill ? a->radius : -1;
  for (int dy = -r; dy <= r; ++dy) {
    const int ty = border_index(cy + dy, a->small_height, a->border);
    const double far_y = (dy - below) * (dy - below);
    const double space_y = dy * (dy - 2.0 * below);
    int dx = -r;
    while (dx <= r) {
      const int last = MIN_INT(dx + a->block - 1, r);
      for (; dx <= last; ++dx) {
        const int tx = border_index(cx + dx, a->small_width, a->border);
        const int no_pixel = tx == OUTSIDE || ty == OUTSIDE;
        const GLOBAL float* q =
            (const GLOBAL float*)(small + (no_pixel
                                               ? place(&a->small, 0, a->small_height, 4 * WORDS)
                                               : place(&a->small, tx, ty, 4 * WORDS)));
        if ((a->disc && dx * dx + dy * dy > r * r) || !is_finite(q[0])) continue;
        nearest = fmin(nearest, (dx - right) * (dx - right) + far_y);
        add_tap(q, centre, space_scale * (dx * (dx - 2.0 * right) + space_y), range_scale, held,
                &totals);
      }
      flush(&totals);
    }
  }
  const int near = nearest <= (valid ? 1e299 : OF_PAIR(a->fill_distance2));
  const int computed = (valid || a->fill) && near;

  float mean[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    mean[c] = held[c] + totals.total[c] / totals.total[AVERAGED + (NORM == PER_CHANNEL ? c : 0)];
#if WEIGHS
  const int visible = mean[ALPHA] >= LEAST_ALPHA;  // false for NaN
  UNROLL for (int c = 0; c < ALPHA; ++c) mean[c] /= mean[ALPHA];
  if (!visible) mean[ALPHA] = 0.0f;
#else
  const int visible = 1;
#endif

  const GLOBAL uchar* from = input_pixel(in, a, cx, cy);
  GLOBAL uchar* to = output_pixel(out, a, x, y);
  UNROLL for (int c = 0; c < CHANNELS; ++c) {
    if (computed && c < AVERAGED && (visible || c == ALPHA))
      write_sample(to + c * a->out.channel, mean[c < AVERAGED ? c : 0]);
    else
      copy_sample(from + c * CHANNEL_STEP(a), to + c * a->out.channel);
  }
}
