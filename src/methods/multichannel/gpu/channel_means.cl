// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel", second kernel: the means. Read after channel_weights.h.
//   WORKERS 1   an item visits all taps of its pixels. Its weights stay in registers, and the sums
//               of one channel after another go to scratch and back for each segment
//   WORKERS N   N items share their pixels and divide the work of a turn, which is SEGMENTS
//               segments. First each finds the weights of every N-th segment and leaves them in
//               local memory; then each adds all of these taps for channels of its own,
//               SUMS_AT_ONCE at a time, whose sums stay in registers and move to scratch and back
//               once for a turn
//   local       N > 1, each once for the pixels of every item of a worker, whose neighbours use
//               neighbouring banks:
//                 [SEGMENTS][TAPS] float4   the weights of a tap
//                 [N][2] float4             the sum of a worker's weights, and what it lost
//                 [SEGMENTS] int            how far the taps of a segment lie from the pixels
//   order       one item adds a channel's taps, row by row. The weights of a worker's segments are
//               added apart, then worker by worker: no sum depends on tiles and groups
// Bound by issue; with workers by the 128 bytes that the first-level cache and local memory give in
// a clock: for a segment of a channel, a warp takes 16 clocks of these for its distances (WORDS 4)
// and 20 for its sums (SUMS_AT_ONCE 4), and more where 128 bytes lie in two lines (journal 0087).

#define ROWS (GROUP_HEIGHT / WORKERS)  // of pixels in a group
#define ITEMS (GROUP_WIDTH * ROWS)     // of one worker
#if WORKERS > 1
#define WEIGHTS_PARAM(name) LOCAL_PARAM(float4, name)
#define WEIGHTS_BODY(name) LOCAL_BODY(float4, name)
#else
#define WEIGHTS_PARAM(name)
#define WEIGHTS_BODY(name)
#endif

// Adds weight x value of a segment, whose samples in a plane are `span`. WHOLE_TURNS: to a plain
// sum.
DEVICE void add_values(const float* span, const float* centre, const float* weight, float* sum,
                       float* lost) {
  UNROLL for (int first = 0; first < TAPS; first += SHORT_BLOCK)
    UNROLL for (int p = 0; p < PIXELS; ++p) {
      float block = WHOLE_TURNS ? sum[p] : 0.0f;
      UNROLL for (int t = first; t < first + SHORT_BLOCK; ++t)
        block = FMA(weight[t * PIXELS + p], span[t + p] - (CENTRED ? centre[p] : 0.0f), block);
      if (WHOLE_TURNS)
        sum[p] = block;
      else
        add_exactly(block, &sum[p], &lost[p]);
    }
}

#if WORKERS == 1
// Leaves the sums of a->sums channels in `totals`, and those of weights in `total`. The pointers
// are the item's pixels in planes, in row y of the image.
DEVICE void sum_taps(const GLOBAL float* compared, const GLOBAL float* values,
                     const SelvageBilateral* a, int y, GLOBAL float* totals, float* total) {
  float weight[TAPS * PIXELS], weights_lost[PIXELS];
  UNROLL for (int p = 0; p < PIXELS; ++p) total[p] = weights_lost[p] = 0.0f;
  NO_UNROLL for (int i = 0; i < 2 * a->sums; ++i) store_four(total, totals + i * plane_size(a));
  for (Segment s = first_segment(a); s.dz <= last_slice(a); go_on(a, &s)) {
    const int away = away_from(a, &s, y);
    find_weights(compared, a, away, &s, weight);
    add_weights(weight, total, weights_lost);
    NO_UNROLL for (int c = 0; c < a->sums; ++c) {
      GLOBAL float* of_channel = totals + 2 * c * plane_size(a);
      float span[SPAN], centre[PIXELS], sum[PIXELS], lost[PIXELS];
      load_span(values + c * plane_size(a) + away, span);
      if (CENTRED) load_four(values + c * plane_size(a), centre);
      load_four(of_channel, sum);
      load_four(of_channel + plane_size(a), lost);
      add_values(span, centre, weight, sum, lost);
      store_four(sum, of_channel);
      store_four(lost, of_channel + plane_size(a));
    }
  }
}

#else
// Stores the sums of a channel, and what they lost. WHOLE_TURNS: adds those of a turn.
DEVICE void add_to_channel(const float* sum, const float* lost, int begins, GLOBAL float* total,
                           GLOBAL float* total_lost) {
  float all[PIXELS], all_lost[PIXELS];
  UNROLL for (int p = 0; p < PIXELS; ++p) all[p] = sum[p], all_lost[p] = lost[p];
  if (WHOLE_TURNS && !begins) {
    load_four(total, all);
    load_four(total_lost, all_lost);
    UNROLL for (int p = 0; p < PIXELS; ++p) add_exactly(sum[p], &all[p], &all_lost[p]);
  }
  store_four(all, total);
  store_four(all_lost, total_lost);
}

// Adds the taps of a turn to SUMS_AT_ONCE channels, of which the first `skipped` are left as they
// are. `values` are the item's pixels in the plane of the first of them, `totals` in those of its
// sums. `begins`: it is the first turn.
DEVICE void add_turn(const GLOBAL float* values, const SelvageBilateral* a,
                     const LOCAL float4* weights, const LOCAL int* away, int segments, int skipped,
                     int begins, GLOBAL float* totals) {
  float sum[SUMS_AT_ONCE * PIXELS], lost[SUMS_AT_ONCE * PIXELS];
  UNROLL for (int c = 0; c < SUMS_AT_ONCE; ++c) {
    UNROLL for (int p = c * PIXELS; p < (c + 1) * PIXELS; ++p) sum[p] = lost[p] = 0.0f;
    if (WHOLE_TURNS || begins || c < skipped) continue;
    load_four(totals + 2 * c * plane_size(a), sum + c * PIXELS);
    load_four(totals + (2 * c + 1) * plane_size(a), lost + c * PIXELS);
  }
  NO_UNROLL for (int k = 0; k < segments; ++k) {
    float weight[TAPS * PIXELS];
    UNROLL for (int t = 0; t < TAPS; ++t) {
      const float4 v = weights[(k * TAPS + t) * ITEMS];
      float* w = weight + t * PIXELS;
      w[0] = v.x, w[1] = v.y, w[2] = v.z, w[3] = v.w;
    }
    const GLOBAL float* taps = values + away[k * ITEMS];
    const GLOBAL float* centres = values;
    UNROLL for (int c = 0; c < SUMS_AT_ONCE; ++c) {
      float span[SPAN], centre[PIXELS];
      if (CENTRED) load_four(centres, centre);
      load_span(taps, span);
      taps += plane_size(a);
      centres += plane_size(a);
      add_values(span, centre, weight, sum + c * PIXELS, lost + c * PIXELS);
    }
  }
  UNROLL for (int c = 0; c < SUMS_AT_ONCE; ++c)
    if (c >= skipped)
      add_to_channel(sum + c * PIXELS, lost + c * PIXELS, begins,
                     totals + 2 * c * plane_size(a), totals + (2 * c + 1) * plane_size(a));
}

// What the workers of some pixels share in local memory, at the places of these pixels.
typedef struct {
  LOCAL float4* weights;  // [segment * TAPS + tap]
  LOCAL float4* sums;     // of weights: [2 * worker], and what they lost [2 * worker + 1]
  LOCAL int* away;        // [segment]
} Shared;

// Adds the weights of a segment to the sums of its worker.
DEVICE void add_to_worker(const float* weight, const Shared* shared, int worker) {
  const float4 found = shared->sums[2 * worker * ITEMS];
  const float4 missed = shared->sums[(2 * worker + 1) * ITEMS];
  float total[PIXELS] = {found.x, found.y, found.z, found.w};
  float lost[PIXELS] = {missed.x, missed.y, missed.z, missed.w};
  add_weights(weight, total, lost);
  shared->sums[2 * worker * ITEMS] = four_of(total);
  shared->sums[(2 * worker + 1) * ITEMS] = four_of(lost);
}

// Returns the sums of weights of all workers.
DEVICE void add_workers(const Shared* shared, float* total) {
  float lost[PIXELS];
  UNROLL for (int p = 0; p < PIXELS; ++p) total[p] = lost[p] = 0.0f;
  for (int w = 0; w < WORKERS; ++w) {
    const float4 found = shared->sums[2 * w * ITEMS], missed = shared->sums[(2 * w + 1) * ITEMS];
    const float term[2 * PIXELS] = {found.x,   found.y,   found.z,   found.w,
                                    -missed.x, -missed.y, -missed.z, -missed.w};
    UNROLL for (int i = 0; i < 2 * PIXELS; ++i)
      add_exactly(term[i], &total[i % PIXELS], &lost[i % PIXELS]);
  }
}

// Leaves the sums of the worker's channels in `totals`, and those of weights in `shared`. All items
// of the group call it; `computes`: the item has pixels, which are row y of the image and where the
// pointers point in planes.
DEVICE void sum_taps(const GLOBAL float* compared, const GLOBAL float* values,
                     const SelvageBilateral* a, int y, GLOBAL float* totals, int worker,
                     int computes, const Shared* shared) {
  const float none[PIXELS] = {0};
  shared->sums[2 * worker * ITEMS] = shared->sums[(2 * worker + 1) * ITEMS] = four_of(none);
  Segment s = first_segment(a);
  for (int begins = 1; s.dz <= last_slice(a); begins = 0) {
    int segments = 0;
    NO_UNROLL for (; segments < SEGMENTS && s.dz <= last_slice(a); ++segments, go_on(a, &s)) {
      if (!computes || segments % WORKERS != worker) continue;
      const int away = away_from(a, &s, y);
      float weight[TAPS * PIXELS];
      find_weights(compared, a, away, &s, weight);
      add_to_worker(weight, shared, worker);
      UNROLL for (int t = 0; t < TAPS; ++t)
        shared->weights[(segments * TAPS + t) * ITEMS] = four_of(weight + t * PIXELS);
      shared->away[segments * ITEMS] = away;
    }
    BARRIER();
    const int first = computes ? worker * SUMS_AT_ONCE : a->sums;
    NO_UNROLL for (int c = first; c < a->sums; c += WORKERS * SUMS_AT_ONCE) {
      const int begin = MIN_INT(c, a->sums - SUMS_AT_ONCE);  // the last channels may overlap others
      add_turn(values + begin * plane_size(a), a, shared->weights, shared->away, segments,
               c - begin, begins, totals + 2 * begin * plane_size(a));
    }
    BARRIER();
  }
}
#endif

// Loads the means of a channel, whose values are `centres` and whose sums are `sums`.
DEVICE void load_means(const GLOBAL float* centres, const GLOBAL float* sums,
                       const float* reciprocal, float* mean) {
  float sum[PIXELS], centre[PIXELS];
  load_four(sums, sum);
  if (CENTRED) load_four(centres, centre);
  UNROLL for (int p = 0; p < PIXELS; ++p)
    mean[p] = FMA(sum[p], reciprocal[p], CENTRED ? centre[p] : 0.0f);
}

// Writes `count` channels of a pixel, which are `step` bytes apart: four neighbours at an aligned
// address at once, since each store of an interleaved image moves a sector of its own.
DEVICE void write_channels(const float* mean, int count, GLOBAL uchar* to, i64 step) {
#if SUMS_AT_ONCE == 4 && READS == WRITES && (WRITES == U8 || WRITES == F32)
  const int unit = 4 * SAMPLE_BYTES(WRITES);
  if (count == 4 && step * 4 == unit && (u64)to % unit == 0) {
#if WRITES == U8
    uint word = 0;
    UNROLL for (int k = 0; k < 4; ++k)
      word |= rounded(MIN(MAX(mean[k * PIXELS], 0.0f), 255.0f)) << 8 * k;
    *(GLOBAL uint*)to = word;
#else
    float four[4];
    UNROLL for (int k = 0; k < 4; ++k) four[k] = mean[k * PIXELS];
    store_four(four, (GLOBAL float*)to);
#endif
    return;
  }
#endif
  UNROLL for (int k = 0; k < SUMS_AT_ONCE; ++k)
    if (k < count) write_sample(to + k * step, mean[k * PIXELS]);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_means(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                   const GLOBAL uchar* RESTRICT guide, GLOBAL float* planes,
                   GLOBAL uchar* RESTRICT out,
                   ARGUMENTS(SelvageBilateral, args) WEIGHTS_PARAM(memory)) {
  WEIGHTS_BODY(memory)
  const SelvageBilateral* a = &args;
  const int group_pixels = GROUP_WIDTH * PIXELS;
  const int worker = LOCAL_Y / ROWS, row = LOCAL_Y % ROWS;
  const int x = (a->x0 / group_pixels + GROUP_X) * group_pixels + LOCAL_X * PIXELS;
  const int y = (a->y0 / ROWS + GROUP_Y) * ROWS + row;
  const int own = row_in_plane(a, y, held_slice(a, 0)) + x - first_column(a) + LEAD(a);
  planes += own;
  int means = 0, copies = 0;  // a bit for each pixel
  UNROLL for (int p = 0; p < PIXELS; ++p) {
    if (x + p < a->x0 || x + p >= a->x1 || y < a->y0 || y >= a->y1) continue;
    const int is_mean = planes[p] != HOLE && !leaves_image(a, x + p, y);
    means |= is_mean << p;
    copies |= !is_mean << p;
  }
#if WORKERS > 1
  const int item = row * GROUP_WIDTH + LOCAL_X;
  Shared shared;
  shared.weights = memory + item;
  shared.sums = memory + SEGMENTS * TAPS * ITEMS + item;
  shared.away = (LOCAL int*)(memory + (SEGMENTS * TAPS + 2 * WORKERS) * ITEMS) + item;
#endif
  GLOBAL float* totals = planes + (a->before + a->averaged) * plane_size(a);
  const int groups = WORKERS > 1 || means != 0 ? a->averaged : 0;
  NO_UNROLL for (int g = 0; g < groups; g += a->sums) {
    const GLOBAL float* values = planes + (a->before + g) * plane_size(a);
    float total[PIXELS];
#if WORKERS > 1
    sum_taps(planes, values, a, y, totals, worker, means != 0, &shared);
    add_workers(&shared, total);
#else
    sum_taps(planes + g * plane_size(a), values, a, y, totals, total);
#endif
    UNROLL for (int p = 0; p < PIXELS; ++p) total[p] = RECIPROCAL(total[p]);
    const int first = means != 0 ? worker * SUMS_AT_ONCE : a->sums;
    GLOBAL uchar* to = output_pixel(out + origin(&a->out), a, x, y) + g * a->out.channel;
    NO_UNROLL for (int c = first; c < a->sums; c += WORKERS * SUMS_AT_ONCE) {
      const int count = MIN_INT(SUMS_AT_ONCE, a->sums - c);
      float mean[SUMS_AT_ONCE * PIXELS];
      UNROLL for (int k = 0; k < SUMS_AT_ONCE; ++k)
        if (k < count)
          load_means(values + (c + k) * plane_size(a), totals + 2 * (c + k) * plane_size(a), total,
                     mean + k * PIXELS);
      UNROLL for (int p = 0; p < PIXELS; ++p)
        if (means >> p & 1)
          write_channels(mean + p, count, to + p * a->out.pixel + c * a->out.channel,
                         a->out.channel);
    }
    if (WORKERS > 1) break;  // all channels share their weights
  }
  const GLOBAL uchar* image = slice_of(in + origin(&a->in), mask, guide, a, 0).in;
  UNROLL for (int p = 0; p < PIXELS; ++p) {
    if (!((means | copies) >> p & 1)) continue;
    const GLOBAL uchar* from = input_pixel(image, a, x + p, y);
    GLOBAL uchar* to = output_pixel(out + origin(&a->out), a, x + p, y);
    NO_UNROLL for (int c = (means >> p & 1 ? a->averaged : 0) + worker; c < a->channels;
                   c += WORKERS)
      copy_sample(from + c * CHANNEL_STEP(a), to + c * a->out.channel);
  }
}
