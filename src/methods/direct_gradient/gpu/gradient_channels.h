// SPDX-License-Identifier: Apache-2.0
// The taps of places with many channels, which share one weight. Read after gradient_places.h.
//   NORM      of D: L2 or L1
//   GUIDED    1: D compares the channels of a guide that is given, else those of the image
//   SIGMAS    1: the derivatives of the sigmas are collected, too
//   WORKERS   items that share a place and divide the work of a turn, which is as many segments
//   SEGMENT   most taps of a segment, which are neighbours in a row of the window
//   SOME      channels that an item adds at once
//   RUN       channels whose sum is added to those before
// A turn: first each worker finds the weights of a segment over all channels and leaves them in local
// memory; then each adds all of the taps for channels of its own, SOME at a time, whose sums stay in
// registers and move to scratch and back once for a turn.
//   local     [2][WORKERS][SEGMENT][GROUP_WIDTH]: weights, then w dL/dw of both ends, over
//             sigma_range^2; [WORKERS][3]: row, first column and taps of a segment

#define TAPS 4  // that an item finds the weights of at once
#define WEIGHTS_OF_TURN (WORKERS * SEGMENT * GROUP_WIDTH)

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
  float distance[TAPS];  // D^2, l1: D
  float own[TAPS];       // dL/dw of the centre
  float other[TAPS];     // of the tap, negative
} Taps;

// `count` neighbouring taps from column `first` on, in row dy of the window.
typedef struct {
  i64 centre, tap;  // records of the place and of the first tap
  int first, dy, count;
} Span;

// Adds `channels` planes to the sums over channels of TAPS taps.
DEVICE void add_planes(const GLOBAL float* samples, const GLOBAL float* sent, i64 plane,
                       const Span* s, int channels, int compares, int collects, Taps* sums) {
  NO_UNROLL for (int first = 0; first < channels; first += RUN) {
    const int end = MIN_INT(first + RUN, channels);
    Taps run;
    UNROLL for (int t = 0; t < TAPS; ++t) run.distance[t] = run.own[t] = run.other[t] = 0.0f;
    UNROLL_2 for (int c = first; c < end; ++c) {
      const GLOBAL float* of_samples = samples + c * plane;
      const GLOBAL float* of_sent = sent + c * plane;
      const float v = of_samples[s->centre], e = collects ? of_sent[s->centre] : 0.0f;
      UNROLL for (int t = 0; t < TAPS; ++t) {
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
    UNROLL for (int t = 0; t < TAPS; ++t) {
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

// Finds the weights of up to TAPS taps and leaves them in local memory. Others are computed as well.
DEVICE void find_weights(const Planes* p, const SelvageGradient* a, const Span* s, int collects,
                         LOCAL float* weights, ItemSums* sums) {
  Taps t_sums;
  UNROLL for (int t = 0; t < TAPS; ++t)
    t_sums.distance[t] = t_sums.own[t] = t_sums.other[t] = 0.0f;
#if GUIDED
  add_planes(p->samples + a->averaged * p->plane, p->sent, p->plane, s, a->guides, 1, 0, &t_sums);
  if (collects) add_planes(p->samples, p->sent, p->plane, s, a->averaged, 0, 1, &t_sums);
#else
  add_planes(p->samples, p->sent, p->plane, s, a->averaged, 1, collects, &t_sums);
#endif
  const GLOBAL float* valid = p->samples + (sample_planes(a) - 1) * p->plane;
  const GLOBAL float* shares = p->sent + a->averaged * p->plane;
  float weight_sum = 0.0f, space_sum = 0.0f, range_sum = 0.0f;
  UNROLL for (int t = 0; t < TAPS; ++t) {
    if (t >= s->count) continue;
    const int dx = s->first + t;
    const float length = (float)(dx * dx + s->dy * s->dy);
    // The largest D^2 keeps infinities out of the sums.
    const float distance =
        MIN(t_sums.distance[t], NORM == L1 ? a->most_distance : a->most_squared);
    const float squared = NORM == L1 ? distance * distance : distance;
    const float exponent = FMA(-a->space_scale, length, valid[s->tap + t]);
    const float weight = EXP2(FMA(-squared, a->range_scale, exponent));
    weights[t * GROUP_WIDTH] = weight;
    weight_sum += weight;
    if (collects) {
      float own = t_sums.own[t] - shares[s->centre];
      const float other = t_sums.other[t] + shares[s->tap + t];
      const float both = (own - other) * weight * a->slope;
      weights[WEIGHTS_OF_TURN + t * GROUP_WIDTH] = NORM == L1 ? both * distance : both;
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

// Moves to the next segment of the window around a place in row y. Returns 0 after the last one. A row of places outside the image gets nothing from taps outside, which it leaves out.
DEVICE int next_segment(const SelvageGradient* a, int y, Span* s) {
  const int r = WINDOW_RADIUS(a), outside = y < 0 || y >= a->height;
  int extent = gradient_extent(a, s->dy);  // before the first row -1
  s->first += SEGMENT;
  while (s->first > extent) {
    do {
      if (++s->dy > r) return 0;
    } while (outside && (y + s->dy < 0 || y + s->dy >= a->height));
    extent = gradient_extent(a, s->dy);
    s->first = -extent;
  }
  s->count = MIN_INT(SEGMENT, extent - s->first + 1);
  return 1;
}

// What a turn adds, and to which sums. The pointers are those of the first of `channels` planes.
typedef struct {
  const GLOBAL float *samples, *sent;
  int channels;
  int sends;                // weights x sent
  int moves, by_sign;       // factors x (tap - centre); x its sign
  const LOCAL float* factors;
  GLOBAL float* totals;     // pairs of planes: a sum, and what it lost
  i64 plane, total_plane;
  int begins;               // it is the first turn
} Turn;

// Adds `count` taps to the sums of SOME channels, which begin at `at` in the planes.
DEVICE void add_taps(const Turn* turn, const i64* at, i64 tap, int count, const float* centre,
                     const LOCAL float* weights, const LOCAL float* factors, float* sum) {
  UNROLL_2 for (int t = 0; t < count; ++t) {
    const float weight = turn->sends ? weights[t * GROUP_WIDTH] : 0.0f;
    const float factor = turn->moves ? factors[t * GROUP_WIDTH] : 0.0f;
    UNROLL for (int k = 0; k < SOME; ++k) {
      if (turn->sends) sum[k] = FMA(weight, turn->sent[at[k] + tap + t], sum[k]);
      if (!turn->moves) continue;
      const float d = turn->samples[at[k] + tap + t] - centre[k];
      if (turn->by_sign) {
        const float one_side = AS_FLOAT(AS_UINT(factor) ^ (AS_UINT(d) & 0x80000000u));
        sum[k] += d != 0.0f ? one_side : 0.0f;
      } else {
        sum[k] = FMA(factor, d, sum[k]);
      }
    }
  }
}

// Adds the taps of a turn's segments to the sums of the worker's channels.
DEVICE void add_turn(const Turn* turn, const SelvageGradient* a, int x, int y, i64 centre_at,
                     int segments, const LOCAL float* weights, const LOCAL int* spans) {
  NO_UNROLL for (int first = LOCAL_Y * SOME; first < turn->channels; first += WORKERS * SOME) {
    float total[SOME], lost[SOME], centre[SOME];
    i64 at[SOME];  // the last channels may be the same ones
    UNROLL for (int k = 0; k < SOME; ++k) {
      const int c = MIN_INT(first + k, turn->channels - 1);
      const GLOBAL float* from = turn->totals + 2 * c * turn->total_plane;
      at[k] = c * turn->plane;
      total[k] = turn->begins ? 0.0f : from[0];
      lost[k] = turn->begins ? 0.0f : from[turn->total_plane];
      centre[k] = turn->moves ? turn->samples[at[k] + centre_at] : 0.0f;
    }
    NO_UNROLL for (int i = 0; i < segments; ++i) {
      const i64 tap = record_at(a, x, row_with_records(a, y + spans[3 * i])) + spans[3 * i + 1];
      const int begin = i * SEGMENT * GROUP_WIDTH;
      float sum[SOME];
      UNROLL for (int k = 0; k < SOME; ++k) sum[k] = 0.0f;
      add_taps(turn, at, tap, spans[3 * i + 2], centre, weights + begin, turn->factors + begin,
               sum);
      UNROLL for (int k = 0; k < SOME; ++k) add_exactly(sum[k], &total[k], &lost[k]);
    }
    UNROLL for (int k = 0; k < SOME; ++k) {
      if (first + k >= turn->channels) continue;
      GLOBAL float* to = turn->totals + 2 * (first + k) * turn->total_plane;
      to[0] = total[k];
      to[turn->total_plane] = lost[k];
    }
  }
}

// Sums the taps of the place (x, y), row by row, from left to right. All items of the group call it;
// `active`: the item has a place of its own.
//   collects  the sums of the gradients, else those of the means
DEVICE void sum_taps(const Planes* p, const SelvageGradient* a, int x, int y, int active,
                     int collects, LOCAL float* memory, GLOBAL float* totals, i64 total_plane,
                     ItemSums* sums) {
  const int r = WINDOW_RADIUS(a);
  LOCAL float* weights = memory + LOCAL_X;
  LOCAL int* spans = (LOCAL int*)(memory + 2 * WEIGHTS_OF_TURN);
  sums->weight = sums->weight_lost = 0.0f;
  sums->space = sums->space_lost = sums->range = sums->range_lost = 0.0f;
  Span s;
  s.centre = record_at(a, x, row_with_records(a, y));
  s.dy = -r - 1;
  s.first = 0;
  Turn turn;
  turn.samples = p->samples;
  turn.sent = p->sent;
  turn.plane = p->plane;
  turn.channels = active ? a->averaged : 0;
  turn.sends = collects;
  turn.moves = !collects || !GUIDED;
  turn.by_sign = collects && NORM == L1;
  turn.factors = collects ? weights + WEIGHTS_OF_TURN : weights;
  turn.totals = totals;
  turn.total_plane = total_plane;
  turn.begins = 1;
  int more = next_segment(a, y, &s);
  while (more) {
    int segments = 0;
    for (; segments < WORKERS && more; ++segments, more = next_segment(a, y, &s)) {
      if (segments != LOCAL_Y) continue;
      if (LOCAL_X == 0) {
        spans[3 * segments] = s.dy;
        spans[3 * segments + 1] = s.first;
        spans[3 * segments + 2] = s.count;
      }
      Span taps = s;
      const i64 row = record_at(a, x, row_with_records(a, y + s.dy));
      NO_UNROLL for (int t = 0; t < s.count; t += TAPS) {
        taps.first = s.first + t;
        taps.tap = row + taps.first;
        taps.count = s.count - t;
        find_weights(p, a, &taps, collects, weights + (segments * SEGMENT + t) * GROUP_WIDTH, sums);
      }
    }
    BARRIER();
    add_turn(&turn, a, x, y, s.centre, segments, weights, spans);
#if GUIDED
    if (collects) {
      Turn guides = turn;
      guides.samples = p->samples + a->averaged * p->plane;
      guides.channels = active ? a->guides : 0;
      guides.sends = 0;
      guides.moves = 1;
      guides.totals = totals + 2 * a->averaged * total_plane;
      add_turn(&guides, a, x, y, s.centre, segments, weights, spans);
    }
#endif
    turn.begins = 0;
    BARRIER();
  }
}
