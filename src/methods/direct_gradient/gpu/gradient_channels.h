// SPDX-License-Identifier: Apache-2.0
// The taps of places with many channels, which share one weight. Read after gradient_places.h.
//   NORM      of D: L2 or L1
//   GUIDED    1: D compares the channels of a guide that is given, else those of the image
//   SIGMAS    1: the derivatives of the sigmas are collected, too
//   WORKERS   items that share a place and divide the work of a turn
//   TURN      taps of a turn, which are neighbours in a row of the window
//   SOME      channels that an item adds at once
//   RUN       channels whose sum is added to those before
// A turn: first each worker finds the weights of some taps over all channels and leaves them in local
// memory; then each adds all of the taps for channels of its own, SOME at a time, whose sums stay in
// registers and move to scratch and back once for a turn.
//   local     [2][TURN][GROUP_WIDTH]: weights, then w dL/dw of both ends, over sigma_range^2

#define MOST_TAPS (TURN / WORKERS)  // of a worker

// Samples and what pixels send, in planes of records: channels of the image, then of the guide, and
// an exponent, 0 for valid pixels and NO_WEIGHT for others; e, then the sum of e (out - v).
typedef struct {
  const GLOBAL float *samples, *sent;  // of an image
  i64 plane;                           // floats from one plane to the next
} Planes;

DEVICE i64 plane_records(const SelvageGradient* a) {
  const int around = 2 * WINDOW_RADIUS(a);
  return (i64)(a->width + around) * (a->height + around + 2);
}
DEVICE int sample_planes(const SelvageGradient* a) { return a->averaged + a->guides + 1; }
DEVICE int sent_planes(const SelvageGradient* a) { return a->averaged + 1; }

DEVICE Planes planes_of(const GLOBAL float* scratch, const SelvageGradient* a) {
  Planes p;
  p.samples = scratch + a->samples_at + image_records(a, sample_planes(a));
  p.sent = scratch + a->sent_at + image_records(a, sent_planes(a));
  p.plane = plane_records(a);
  return p;
}

// Numbers of an item's taps: first sums over channels.
typedef struct {
  float distance[MOST_TAPS];  // D^2, l1: D
  float own[MOST_TAPS];       // dL/dw of the centre
  float other[MOST_TAPS];     // of the tap, negative
} Taps;

// The taps of a worker in a turn: `count` neighbours from column first on, of row dy. More are
// computed, up to the number that a loop is unrolled for, and not used.
typedef struct {
  i64 centre, tap;  // records of the place and of the first tap
  int first, dy, count;
} Span;

// Adds `channels` planes to the sums over channels of `taps` taps.
DEVICE void add_planes(const GLOBAL float* samples, const GLOBAL float* sent, i64 plane,
                       const Span* s, int channels, int taps, int compares, int collects,
                       Taps* sums) {
  NO_UNROLL for (int first = 0; first < channels; first += RUN) {
    const int end = MIN_INT(first + RUN, channels);
    Taps run;
    UNROLL for (int t = 0; t < taps; ++t) run.distance[t] = run.own[t] = run.other[t] = 0.0f;
    UNROLL_2 for (int c = first; c < end; ++c) {
      const GLOBAL float* of_samples = samples + c * plane;
      const GLOBAL float* of_sent = sent + c * plane;
      const float v = of_samples[s->centre], e = collects ? of_sent[s->centre] : 0.0f;
      UNROLL for (int t = 0; t < taps; ++t) {
        const float difference = of_samples[s->tap + t] - v;
        if (compares)
          run.distance[t] = NORM == L1 ? run.distance[t] + ABS(difference)
                                       : FMA(difference, difference, run.distance[t]);
        if (collects) {
          run.own[t] = FMA(e, difference, run.own[t]);
          run.other[t] = FMA(of_sent[s->tap + t], difference, run.other[t]);
        }
      }
    }
    UNROLL for (int t = 0; t < taps; ++t) {
      if (compares) sums->distance[t] += run.distance[t];
      if (collects) sums->own[t] += run.own[t];
      if (collects) sums->other[t] += run.other[t];
    }
  }
}

// The sums of an item over its taps.
typedef struct {
  float weight, weight_lost;  // of Kahan's sum
  float space, space_lost, range, range_lost;
} ItemSums;

// Finds the weights of up to `taps` taps and leaves them in local memory, from tap `at` on.
DEVICE void find_weights(const Planes* p, const SelvageGradient* a, const Span* s, int taps,
                         int collects, int at, LOCAL float* weights, ItemSums* sums) {
  Taps t_sums;
  UNROLL for (int t = 0; t < taps; ++t)
    t_sums.distance[t] = t_sums.own[t] = t_sums.other[t] = 0.0f;
#if GUIDED
  add_planes(p->samples + a->averaged * p->plane, p->sent, p->plane, s, a->guides, taps, 1, 0,
             &t_sums);
  if (collects)
    add_planes(p->samples, p->sent, p->plane, s, a->averaged, taps, 0, 1, &t_sums);
#else
  add_planes(p->samples, p->sent, p->plane, s, a->averaged, taps, 1, collects, &t_sums);
#endif
  const GLOBAL float* valid = p->samples + (sample_planes(a) - 1) * p->plane;
  const GLOBAL float* shares = p->sent + a->averaged * p->plane;
  float weight_sum = 0.0f, space_sum = 0.0f, range_sum = 0.0f;
  UNROLL for (int t = 0; t < taps; ++t) {
    if (t >= s->count) continue;
    const int dx = s->first + t;
    const float length = (float)(dx * dx + s->dy * s->dy);
    // The largest D^2 keeps infinities out of the sums.
    const float distance =
        MIN(t_sums.distance[t], NORM == L1 ? a->most_distance : a->most_squared);
    const float squared = NORM == L1 ? distance * distance : distance;
    const float exponent = FMA(-a->space_scale, length, valid[s->tap + t]);
    const float weight = EXP2(FMA(-squared, a->range_scale, exponent));
    weights[(at + t) * GROUP_WIDTH] = weight;
    weight_sum += weight;
    if (collects) {
      float own = t_sums.own[t] - shares[s->centre];
      const float other = t_sums.other[t] + shares[s->tap + t];
      const float both = (own - other) * weight * a->slope;
      weights[(TURN + at + t) * GROUP_WIDTH] = NORM == L1 ? both * distance : both;
      own *= weight;
      space_sum = FMA(own, length, space_sum);
      range_sum = FMA(own, squared, range_sum);
    }
  }
  add_exactly(weight_sum, &sums->weight, &sums->weight_lost);
  if (!collects || !SIGMAS) return;
  add_exactly(space_sum, &sums->space, &sums->space_lost);
  add_exactly(range_sum, &sums->range, &sums->range_lost);
}

// Adds the taps of a turn to the sums of the worker's channels, in pairs of planes of `totals`: a
// sum, and what it lost. The pointers are those of the first of `channels` planes.
//   sends      weights x sent
//   moves      factors x (tap - centre); `by_sign`: x its sign
DEVICE void add_turn(const GLOBAL float* samples, const GLOBAL float* sent, i64 plane,
                     const Span* s, int channels, int worker, int sends, int moves, int by_sign,
                     const LOCAL float* weights, const LOCAL float* factors, int begins,
                     GLOBAL float* totals, i64 total_plane) {
  NO_UNROLL for (int first = worker * SOME; first < channels; first += WORKERS * SOME) {
    float sum[SOME], centre[SOME];
    i64 at[SOME];  // the last channels may be the same ones
    UNROLL for (int k = 0; k < SOME; ++k) {
      at[k] = MIN_INT(first + k, channels - 1) * plane;
      sum[k] = 0.0f;
      centre[k] = moves ? samples[at[k] + s->centre] : 0.0f;
    }
    NO_UNROLL for (int t = 0; t < s->count; ++t) {
      const float weight = sends ? weights[t * GROUP_WIDTH] : 0.0f;
      const float factor = moves ? factors[t * GROUP_WIDTH] : 0.0f;
      UNROLL for (int k = 0; k < SOME; ++k) {
        if (sends) sum[k] = FMA(weight, sent[at[k] + s->tap + t], sum[k]);
        if (!moves) continue;
        const float d = samples[at[k] + s->tap + t] - centre[k];
        if (by_sign) {
          const float one_side = AS_FLOAT(AS_UINT(factor) ^ (AS_UINT(d) & 0x80000000u));
          sum[k] += d != 0.0f ? one_side : 0.0f;
        } else {
          sum[k] = FMA(factor, d, sum[k]);
        }
      }
    }
    UNROLL for (int k = 0; k < SOME; ++k) {
      if (first + k >= channels) continue;
      GLOBAL float* to = totals + 2 * (first + k) * total_plane;
      float total = begins ? 0.0f : to[0], lost = begins ? 0.0f : to[total_plane];
      add_exactly(sum[k], &total, &lost);
      to[0] = total;
      to[total_plane] = lost;
    }
  }
}

// Sums the taps of the place (x, y), row by row, from left to right. All items of the group call it;
// `active`: the item has a place of its own. A row of places outside the image gets nothing from
// taps outside, which it leaves out.
//   collects  the sums of the gradients, else those of the means
DEVICE void sum_taps(const Planes* p, const SelvageGradient* a, int x, int y, int active,
                     int collects, LOCAL float* memory, GLOBAL float* totals, i64 total_plane,
                     ItemSums* sums) {
  const int r = WINDOW_RADIUS(a), worker = LOCAL_Y;
  const int outside = y < 0 || y >= a->height;
  LOCAL float* weights = memory + LOCAL_X;
  LOCAL float* factors = collects ? weights + TURN * GROUP_WIDTH : weights;
  sums->weight = sums->weight_lost = 0.0f;
  sums->space = sums->space_lost = sums->range = sums->range_lost = 0.0f;
  Span s;
  s.centre = record_at(a, x, row_with_records(a, y));
  int begins = 1;
  NO_UNROLL for (int dy = -r; dy <= r; ++dy) {
    if (outside && (y + dy < 0 || y + dy >= a->height)) continue;
    const int extent = gradient_extent(a, dy);
    const i64 row = record_at(a, x, row_with_records(a, y + dy));
    s.dy = dy;
    NO_UNROLL for (int first = -extent; first <= extent; first += TURN) {
      const int count = MIN_INT(TURN, extent - first + 1);
      const int share = (count + WORKERS - 1) / WORKERS;
      s.first = first + worker * share;
      s.tap = row + s.first;
      s.count = MIN_INT(share, count - worker * share);
      if (s.count > 2)
        find_weights(p, a, &s, MOST_TAPS, collects, worker * share, weights, sums);
      else if (s.count > 0)
        find_weights(p, a, &s, 2, collects, worker * share, weights, sums);
      BARRIER();
      s.tap = row + first;
      s.count = active ? count : 0;
      const int channels = active ? a->averaged : 0;
      if (!collects) {
        add_turn(p->samples, p->sent, p->plane, &s, channels, worker, 0, 1, 0, weights, weights,
                 begins, totals, total_plane);
      } else {
        add_turn(p->samples, p->sent, p->plane, &s, channels, worker, 1, !GUIDED, NORM == L1,
                 weights, factors, begins, totals, total_plane);
#if GUIDED
        add_turn(p->samples + a->averaged * p->plane, p->sent, p->plane, &s,
                 active ? a->guides : 0, worker, 0, 1, NORM == L1, weights, factors, begins,
                 totals + 2 * a->averaged * total_plane, total_plane);
#endif
      }
      begins = 0;
      BARRIER();
    }
  }
}
