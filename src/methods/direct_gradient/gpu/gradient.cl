// SPDX-License-Identifier: Apache-2.0
// Gradients of up to four channels: four kernels, which follow one another, and gradient_sigmas of
// gradient_places.h. What a kernel leaves for the next lies in scratch, of one image after another.
// Channels without a common distance are computed in blocks of four, with gradient_valid as mask.
//   gradient_samples   the pixels as records of floats, with their validity; and what the taps read
//                      around the image, by the border rule
//   gradient_means     the weights and out - v of every pixel, hence what it sends; or the filter's
//                      result with its means, from which gradient_samples makes what pixels send
//   gradient_places    what every place collects from both ends of its pairs. Places are the
//                      pixels, and those beyond the image that the border rule lets read one
//   gradient_results   the derivatives of a pixel: the sum over the places that read it
//   one group -> GROUP_WIDTH x (GROUP_HEIGHT ROWS) pixels or places; no local memory but for the
//                sums of the sigmas
//   one item  -> ROWS of them, below one another, whose sums stay in registers
// With l2 of three channels a tap takes about 16 instructions and 16 bytes in the means, 30 (34 with
// the sums for sigmas) and 32 in the places, read from the first-level cache once for ROWS pixels.
// Arithmetic binds.

DEVICE int is_valid(const SelvageGradient* a, const GLOBAL float* samples, int x, int y) {
  return samples[record_at(a, x, y) * SAMPLE_FLOATS + VALID] == 0.0f;
}

// The means of a pixel: out - v of each channel, then the weights. They are kept like what pixels
// send, without places around the image.
DEVICE i64 means_at(const SelvageGradient* a, int x, int y) {
  return a->means_at + ((GROUP_Z * (i64)a->height + y) * a->width + x) * SENT_FLOATS;
}

// Writes what a pixel sends.
DEVICE void send(const SelvageGradient* a, const float* means, const GLOBAL uchar* d_output, int x,
                 int y, int mean, GLOBAL float* sent) {
  float to[SENT_FLOATS];
  UNROLL for (int i = 0; i < SENT_FLOATS; ++i) to[i] = 0.0f;
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
    const int i = WEIGHTS > 1 ? c : 0;
    const float e = mean ? d_output_at(d_output, a, x, y, c) / means[AVERAGED + i] : 0.0f;
    if (mean) to[AVERAGED + i] = FMA(e, means[c], to[AVERAGED + i]);
    to[c] = e;
  }
  store_floats(to, SENT_FLOATS, sent + record_at(a, x, y) * SENT_FLOATS);
}

// Reads pixel (x, y) of the image and returns whether it is valid.
DEVICE int read_sample_record(const GLOBAL uchar* in, const GLOBAL uchar* guide,
                              const GLOBAL uchar* mask, const SelvageGradient* a, int x, int y,
                              float* sample) {
  int valid = 1, marked = a->has_invalid;
  const GLOBAL uchar* p = in + origin(&a->in) + place(&a->in, x, y, a->in.pixel);
  for (int c = 0; c < a->channels; ++c) {
    const GLOBAL uchar* at = p + c * a->in.channel;
    const float v = SAMPLE(a->type, at);
    valid &= is_finite(v);
    if (c < AVERAGED) sample[c] = v;
    if (c < a->colours) marked &= v == a->invalid;
  }
  if (a->guide_channels > 0) {
    const GLOBAL uchar* q = guide + origin(&a->guide) + place(&a->guide, x, y, a->guide.pixel);
    for (int c = 0; c < a->guide_channels; ++c) {
      const GLOBAL uchar* at = q + c * a->guide.channel;
      const float v = SAMPLE(a->guide_type, at);
      valid &= is_finite(v);
      if (c < GUIDES) sample[AVERAGED + c] = v;
    }
  }
  if (a->has_mask) valid &= mask[origin(&a->mask) + place(&a->mask, x, y, a->mask.pixel)] != 0;
  return valid && !marked;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gradient_samples(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                      const GLOBAL uchar* RESTRICT mask, const GLOBAL float* RESTRICT kept,
                      const GLOBAL uchar* RESTRICT d_output, GLOBAL float* RESTRICT scratch,
                      ARGUMENTS(SelvageGradient, args)) {
  const SelvageGradient* a = &args;
  const int x = item_x(a), source_x = border_index(x, a->width, a->border);
  for (int k = 0; k < ROWS; ++k) {
    const int y = item_y(a) + k, source_y = border_index(y, a->height, a->border);
    if (x >= a->x1 || y >= a->y1) return;
    const i64 at = record_at(a, x, y);
    float sample[SAMPLE_FLOATS];
    int valid = a->outside_valid;
    if (source_x == OUTSIDE || source_y == OUTSIDE) {
      for (int c = 0; c < VALID; ++c) sample[c] = c < AVERAGED ? a->outside_value : a->guide_outside;
    } else {
      valid = read_sample_record(in, guide, mask, a, source_x, source_y, sample);
    }
    GLOBAL float* to = scratch + a->samples_at + image_records(a, SAMPLE_FLOATS) +
                       at * SAMPLE_FLOATS;
    UNROLL for (int c = 0; c < VALID; ++c) sample[c] = valid ? sample[c] : 0.0f;
    sample[VALID] = valid ? 0.0f : NO_WEIGHT;
    UNROLL for (int i = VALID + 1; i < SAMPLE_FLOATS; ++i) sample[i] = 0.0f;
    store_floats(sample, SAMPLE_FLOATS, to);
    if (a->writes_means) continue;
    GLOBAL float* sent = scratch + a->sent_at + image_records(a, SENT_FLOATS);
    if (!is_inside(a, x, y)) {
      float nothing[SENT_FLOATS];
      UNROLL for (int i = 0; i < SENT_FLOATS; ++i) nothing[i] = 0.0f;
      store_floats(nothing, SENT_FLOATS, sent + at * SENT_FLOATS);
    } else if (a->has_means) {
      float means[SENT_FLOATS];
      load_floats(kept + means_at(a, x, y), SENT_FLOATS, means);
      send(a, means, d_output, x, y, is_mean(a, valid, x, y), sent);
    }
  }
}

DEVICE void load_centres(const GLOBAL float* samples, const GLOBAL float* sent,
                         const SelvageGradient* a, int x, int y, int collects, Record* centre) {
  UNROLL for (int k = 0; k < ROWS; ++k)
    load_record(samples, sent, record_at(a, x, row_with_records(a, y + k)), collects, &centre[k]);
}

// Writes the filter's result at a pixel of floats.
DEVICE void write_result(const SelvageGradient* a, const GLOBAL uchar* in, const float* means,
                         const float* sample, int x, int y, int mean, GLOBAL uchar* result) {
  const GLOBAL uchar* p = in + origin(&a->in) + place(&a->in, x, y, a->in.pixel);
  UNROLL for (int c = 0; c <= AVERAGED; ++c) {
    if (c >= a->channels) continue;
    const int i = c < AVERAGED ? c : 0;
    const float v = c < AVERAGED && mean ? sample[i] + means[i]
                                         : *(const GLOBAL float*)(p + c * a->in.channel);
    write_float(result, &a->out, x, y, c, v);
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gradient_means(const GLOBAL float* RESTRICT scratch, const GLOBAL uchar* RESTRICT d_output,
                    const GLOBAL uchar* RESTRICT in, GLOBAL float* RESTRICT written,
                    GLOBAL uchar* RESTRICT result, ARGUMENTS(SelvageGradient, args)) {
  const SelvageGradient* a = &args;
  const int x = item_x(a), y = item_y(a);
  if (x >= a->x1 || y >= a->y1) return;
  const GLOBAL float* samples = scratch + a->samples_at + image_records(a, SAMPLE_FLOATS);
  Record centre[ROWS];
  load_centres(samples, samples, a, x, y, 0, centre);
  Totals totals[ROWS];
  sum_taps(samples, samples, a, x, y, centre, 0, totals);
  UNROLL for (int k = 0; k < ROWS; ++k) {
    if (y + k >= a->y1) continue;
    const int mean = is_mean(a, centre[k].sample[VALID] == 0.0f, x, y + k);
    float means[SENT_FLOATS];
    UNROLL for (int i = 0; i < SENT_FLOATS; ++i) means[i] = 0.0f;
    UNROLL for (int i = 0; i < WEIGHTS; ++i) means[AVERAGED + i] =
        nearest(total_of(&totals[k], i));
    UNROLL for (int c = 0; c < AVERAGED; ++c) means[c] =
        nearest(total_of(&totals[k], WEIGHTS + c)) / means[AVERAGED + (WEIGHTS > 1 ? c : 0)];
    if (a->writes_means) {
      store_floats(means, SENT_FLOATS, written + means_at(a, x, y + k));
      write_result(a, in, means, centre[k].sample, x, y + k, mean, result);
    } else {
      send(a, means, d_output, x, y + k, mean,
           written + a->sent_at + image_records(a, SENT_FLOATS));
    }
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gradient_places(const GLOBAL float* RESTRICT scratch, GLOBAL float* RESTRICT written,
                     GLOBAL float* RESTRICT partials,
                     ARGUMENTS(SelvageGradient, args) LOCAL_PARAM(float, sums)) {
  LOCAL_BODY(float, sums)
  const SelvageGradient* a = &args;
  const int x = MIN_INT(item_x(a), a->x1 - 1), y = MIN_INT(item_y(a), a->y1 - 1);
  const int active = item_x(a) < a->x1;
  const GLOBAL float* samples = scratch + a->samples_at + image_records(a, SAMPLE_FLOATS);
  const GLOBAL float* sent = scratch + a->sent_at + image_records(a, SENT_FLOATS);
  const i64 plane = plane_places(a);
  GLOBAL float* collected = written + a->collected_at + GROUP_Z * plane * COLLECTED;
  Record centre[ROWS];
  load_centres(samples, sent, a, x, y, 1, centre);
  Totals totals[ROWS];
  sum_taps(samples, sent, a, x, y, centre, 1, totals);
  Number space = number(0.0f), range = number(0.0f);
  UNROLL for (int k = 0; k < ROWS; ++k) {
    if (!active || item_y(a) + k >= a->y1) continue;
    GLOBAL float* to =
        collected + (i64)(y + k + a->margin) * (a->width + 2 * a->margin) + x + a->margin;
    UNROLL for (int p = 0; p < COLLECTED; ++p) to[p * plane] = nearest(total_of(&totals[k], p));
    if (SIGMAS) space = sum_of(space, total_of(&totals[k], SIGMAS ? SPACE : 0));
    if (SIGMAS) range = sum_of(range, total_of(&totals[k], SIGMAS ? RANGE : 0));
  }
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  add_items(sums, space, range, item);
  const int row = (a->y0 + a->margin) / (GROUP_HEIGHT * ROWS) + GROUP_Y;
  const i64 group = (i64)row * a->group_columns + GROUP_X;
  const i64 image = a->first_partial + (i64)GROUP_Z * a->image_partials;
  GLOBAL float* part = partials + a->partials_at + 4 * (image + group);
  if (item == 0)
    for (int i = 0; i < 4; ++i) part[i] = sums[i];
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gradient_results(const GLOBAL float* RESTRICT scratch, const GLOBAL uchar* RESTRICT d_output,
                      GLOBAL uchar* RESTRICT d_image, GLOBAL uchar* RESTRICT d_guide,
                      ARGUMENTS(SelvageGradient, args)) {
  const SelvageGradient* a = &args;
  const int x = item_x(a), m = a->margin, places = a->width + 2 * m;
  const GLOBAL float* samples = scratch + a->samples_at + image_records(a, SAMPLE_FLOATS);
  const i64 plane = plane_places(a);
  const GLOBAL float* collected = scratch + a->collected_at + GROUP_Z * plane * COLLECTED;
  for (int k = 0; k < ROWS; ++k) {
    const int y = item_y(a) + k;
    if (x >= a->x1 || y >= a->y1) return;
    float total[COLLECTED], lost[COLLECTED];
    UNROLL for (int p = 0; p < COLLECTED; ++p) total[p] = lost[p] = 0.0f;
    for (int j = next_place(a, -m - 1, a->height, y); j < a->height + m;
         j = next_place(a, j, a->height, y))
      for (int i = next_place(a, -m - 1, a->width, x); i < a->width + m;
           i = next_place(a, i, a->width, x)) {
        const GLOBAL float* from = collected + (i64)(j + m) * places + i + m;
        UNROLL for (int p = 0; p < COLLECTED; ++p)
          add_exactly(from[p * plane], &total[p], &lost[p]);
      }
    const int valid = is_valid(a, samples, x, y), mean = is_mean(a, valid, x, y);
    if (a->writes_image) {
      UNROLL for (int c = 0; c <= AVERAGED; ++c) {
        if (c >= a->channels) continue;
        float v = c < AVERAGED && valid ? total[c < AVERAGED ? c : 0] : 0.0f;
        if (c >= AVERAGED || !mean) v += d_output_at(d_output, a, x, y, c);
        write_float(d_image, &a->out, x, y, c, v);
      }
    }
    if (a->writes_guide) {
      UNROLL for (int c = 0; c <= GUIDES; ++c) {
        if (c >= a->guide_channels) continue;
        const int g = c < GUIDES ? AVERAGED + c : 0;
        const float v = c < GUIDES && valid ? total[g] * a->guide_unit : 0.0f;
        write_float(d_guide, &a->d_guide, x, y, c, v);
      }
    }
  }
}
