// SPDX-License-Identifier: Apache-2.0
// Gradients of many channels, which share one weight: four kernels, which follow one another, and
// gradient_sigmas of gradient_places.h. What gradient.cl keeps in records lies in planes here.
//   channel_samples   the pixels as planes, with their validity; and what taps read around the image
//   channel_means     the weights and out - v of every pixel, hence what it sends; or the filter's
//                     result with its means, from which channel_samples makes what pixels send
//   channel_places    what every place collects from both ends of its pairs
//   channel_results   the derivatives of a pixel: the sum over the places that read it
//   one group -> of channel_means and _places GROUP_WIDTH places of a row, WORKERS items each; of
//                others GROUP_WIDTH x GROUP_HEIGHT places or pixels
// A tap of a channel takes 3 loads and 3 instructions of arithmetic for its weight and half as many
// again for its sums. Bound by the first-level cache.

// Returns where a place's sums begin: pairs of planes of so many floats.
DEVICE i64 totals_at(const SelvageGradient* a, int x, int y) {
  return a->collected_at + GROUP_Z * plane_places(a) * 2 * (a->averaged + a->guides) +
         (i64)(y + a->margin) * (a->width + 2 * a->margin) + x + a->margin;
}

// The means that are kept: planes of out - v, then the weights.
DEVICE i64 means_plane(const SelvageGradient* a) { return (i64)a->width * a->height; }
DEVICE i64 means_at(const SelvageGradient* a, int x, int y) {
  return a->means_at + GROUP_Z * means_plane(a) * sent_planes(a) + (i64)y * a->width + x;
}

// Writes what a pixel sends, from its means in planes.
DEVICE void send(const SelvageGradient* a, const GLOBAL float* means, i64 plane, float weights,
                 const GLOBAL uchar* d_output, int x, int y, int mean, GLOBAL float* sent) {
  float share = 0.0f;
  NO_UNROLL for (int first = 0; first < a->averaged; first += RUN) {
    float run = 0.0f;
    NO_UNROLL for (int c = first; c < MIN_INT(first + RUN, a->averaged); ++c) {
      const float e = mean ? d_output_at(d_output, a, x, y, c) / weights : 0.0f;
      if (mean) run = FMA(e, means[c * plane], run);
      sent[c * plane_records(a)] = e;
    }
    share += run;
  }
  sent[a->averaged * plane_records(a)] = share;
}

DEVICE GLOBAL float* sent_place(GLOBAL float* scratch, const SelvageGradient* a, int x, int y) {
  return scratch + a->sent_at + image_records(a, sent_planes(a)) + record_at(a, x, y);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_samples(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                     const GLOBAL uchar* RESTRICT mask, const GLOBAL float* RESTRICT kept,
                     const GLOBAL uchar* RESTRICT d_output, GLOBAL float* RESTRICT scratch,
                     ARGUMENTS(SelvageGradient, args)) {
  const SelvageGradient* a = &args;
  const int x = item_x(a), y = item_y(a);
  if (x >= a->x1 || y >= a->y1) return;
  const int source_x = border_index(x, a->width, a->border);
  const int source_y = border_index(y, a->height, a->border);
  const int outside = source_x == OUTSIDE || source_y == OUTSIDE;
  const int valid = outside ? a->outside_valid
                            : valid_in_all(in, guide, mask, a, source_x, source_y);
  const i64 plane = plane_records(a);
  GLOBAL float* to =
      scratch + a->samples_at + image_records(a, sample_planes(a)) + record_at(a, x, y);
  const GLOBAL uchar* p = in + origin(&a->in) + place(&a->in, source_x, source_y, a->in.pixel);
  NO_UNROLL for (int c = 0; c < a->averaged; ++c, to += plane, p += a->in.channel)
    *to = !valid ? 0.0f : outside ? a->outside_value : SAMPLE(a->type, p);
  p = guide + origin(&a->guide) + place(&a->guide, source_x, source_y, a->guide.pixel);
  NO_UNROLL for (int c = 0; c < a->guides; ++c, to += plane, p += a->guide.channel)
    *to = !valid ? 0.0f : outside ? a->guide_outside : SAMPLE(a->guide_type, p);
  *to = valid ? 0.0f : NO_WEIGHT;
  if (a->writes_means) return;
  GLOBAL float* sent = sent_place(scratch, a, x, y);
  if (!is_inside(a, x, y)) {
    NO_UNROLL for (int c = 0; c < sent_planes(a); ++c) sent[c * plane] = 0.0f;
  } else if (a->has_means) {
    const GLOBAL float* means = kept + means_at(a, x, y);
    send(a, means, means_plane(a), means[a->averaged * means_plane(a)], d_output, x, y,
         is_mean(a, valid, x, y), sent);
  }
}

// Returns the weights of a pixel, of which each worker has a part.
DEVICE float sum_workers(const ItemSums* sums, LOCAL float* memory) {
  LOCAL float* own = memory + LOCAL_Y * 2 * GROUP_WIDTH + LOCAL_X;
  own[0] = sums->weight;
  own[GROUP_WIDTH] = sums->weight_lost;
  BARRIER();
  Number total = number(0.0f);
  for (int w = 0; w < WORKERS; ++w) {
    const LOCAL float* part = memory + w * 2 * GROUP_WIDTH + LOCAL_X;
    total = sum_of(total, exact_sum(part[0], -part[GROUP_WIDTH]));
  }
  return nearest(total);
}

KERNEL(GROUP_WIDTH, WORKERS)
void channel_means(const GLOBAL float* RESTRICT scratch, GLOBAL float* written,
                   const GLOBAL uchar* RESTRICT d_output, const GLOBAL uchar* RESTRICT in,
                   GLOBAL float* kept, GLOBAL uchar* RESTRICT result,
                   ARGUMENTS(SelvageGradient, args) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  const SelvageGradient* a = &args;
  const int own_x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X, y = a->y0 + GROUP_Y;
  const int x = MIN_INT(own_x, a->x1 - 1), active = own_x < a->x1, worker = LOCAL_Y;
  const Planes planes = planes_of(scratch, a);
  const i64 plane = plane_places(a);
  GLOBAL float* totals = written + totals_at(a, x, y);
  ItemSums sums;
  sum_taps(&planes, a, x, y, active, 0, memory, totals, plane, &sums);
  const float weights = sum_workers(&sums, memory);
  const GLOBAL float* sample = planes.samples + record_at(a, x, y);
  const int valid = sample[(sample_planes(a) - 1) * planes.plane] == 0.0f;
  const int mean = is_mean(a, valid, x, y);
  GLOBAL float* means = a->writes_means ? kept + means_at(a, x, y) : totals;
  const i64 step = a->writes_means ? means_plane(a) : 2 * plane;
  // The channels that this item added, whose sums no other item reads.
  NO_UNROLL for (int first = worker * SOME; active && first < a->averaged;
                 first += WORKERS * SOME)
    for (int c = first; c < MIN_INT(first + SOME, a->averaged); ++c) {
      const GLOBAL float* total = totals + 2 * c * plane;
      means[c * step] = nearest(exact_sum(total[0], -total[plane])) / weights;
    }
  BARRIER_ALL();
  if (!active) return;
  if (!a->writes_means) {
    if (worker == 0)
      send(a, means, step, weights, d_output, x, y, mean, sent_place(written, a, x, y));
    return;
  }
  if (worker == 0) means[a->averaged * step] = weights;
  const GLOBAL uchar* p = in + origin(&a->in) + place(&a->in, x, y, a->in.pixel);
  NO_UNROLL for (int c = worker; c < a->channels; c += WORKERS) {
    const float v = c < a->averaged && mean ? sample[c * planes.plane] + means[c * step]
                                            : *(const GLOBAL float*)(p + c * a->in.channel);
    write_float(result, &a->out, x, y, c, v);
  }
}

KERNEL(GROUP_WIDTH, WORKERS)
void channel_places(const GLOBAL float* RESTRICT scratch, GLOBAL float* RESTRICT written,
                    GLOBAL float* RESTRICT partials,
                    ARGUMENTS(SelvageGradient, args) LOCAL_PARAM(float, memory)) {
  LOCAL_BODY(float, memory)
  const SelvageGradient* a = &args;
  const int own_x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X, y = a->y0 + GROUP_Y;
  const int x = MIN_INT(own_x, a->x1 - 1), active = own_x < a->x1;
  const Planes planes = planes_of(scratch, a);
  ItemSums sums;
  sum_taps(&planes, a, x, y, active, 1, memory, written + totals_at(a, x, y), plane_places(a),
           &sums);
  Number space = number(0.0f), range = number(0.0f);
  if (active) {
    space = exact_sum(sums.space, -sums.space_lost);
    range = exact_sum(sums.range, -sums.range_lost);
  }
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  add_items(memory, space, range, item);
  const i64 group = (i64)(y + a->margin) * a->group_columns + GROUP_X;
  const i64 image = a->first_partial + (i64)GROUP_Z * a->image_partials;
  GLOBAL float* part = partials + a->partials_at + 4 * (image + group);
  if (item == 0)
    for (int i = 0; i < 4; ++i) part[i] = memory[i];
}

// Returns the sum of a channel over the places that read pixel (x, y).
DEVICE float collected_by(const GLOBAL float* scratch, const SelvageGradient* a, int x, int y,
                          int channel) {
  const i64 plane = plane_places(a);
  const int m = a->margin;
  float sum = 0.0f, lost = 0.0f;
  for (int j = next_place(a, -m - 1, a->height, y); j < a->height + m;
       j = next_place(a, j, a->height, y))
    for (int i = next_place(a, -m - 1, a->width, x); i < a->width + m;
         i = next_place(a, i, a->width, x)) {
      const GLOBAL float* from = scratch + totals_at(a, i, j) + 2 * channel * plane;
      add_exactly(nearest(exact_sum(from[0], -from[plane])), &sum, &lost);
    }
  return sum;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_results(const GLOBAL float* RESTRICT scratch, const GLOBAL uchar* RESTRICT d_output,
                     GLOBAL uchar* RESTRICT d_image, GLOBAL uchar* RESTRICT d_guide,
                     ARGUMENTS(SelvageGradient, args)) {
  const SelvageGradient* a = &args;
  const int x = item_x(a), y = item_y(a);
  if (x >= a->x1 || y >= a->y1) return;
  const Planes planes = planes_of(scratch, a);
  const int valid =
      planes.samples[(sample_planes(a) - 1) * planes.plane + record_at(a, x, y)] == 0.0f;
  const int mean = is_mean(a, valid, x, y);
  NO_UNROLL for (int c = 0; a->writes_image && c < a->channels; ++c) {
    float v = c < a->averaged && valid ? collected_by(scratch, a, x, y, c) : 0.0f;
    if (c >= a->averaged || !mean) v += d_output_at(d_output, a, x, y, c);
    write_float(d_image, &a->out, x, y, c, v);
  }
  NO_UNROLL for (int c = 0; a->writes_guide && c < a->guide_channels; ++c) {
    const int moves = c < a->guides && valid;
    const float v = moves ? collected_by(scratch, a, x, y, a->averaged + c) : 0.0f;
    write_float(d_guide, &a->d_guide, x, y, c, v * a->guide_unit);
  }
}
