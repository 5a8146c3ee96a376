// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel": the taps of an item and their weights, a segment at a time. Read after
// multichannel.cl.

// TAPS neighbouring taps in row dy of slice dz of the window, whose largest |dx| is `extent`. The
// first tap of a pixel lies `first` - LEAD columns beside it.
typedef struct {
  int dz, dy, extent, first;
} Segment;

DEVICE void load_four(const GLOBAL float* from, float* to) {
  const float4 v = *(const GLOBAL float4*)from;
  to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

DEVICE float4 four_of(const float* from) {
  float4 v;
  v.x = from[0], v.y = from[1], v.z = from[2], v.w = from[3];
  return v;
}

DEVICE void store_four(const float* from, GLOBAL float* to) { STORE_FOUR(to, four_of(from)); }

// Loads the samples of the taps of a segment.
DEVICE void load_span(const GLOBAL float* taps, float* span) {
  UNROLL for (int i = 0; i < SPAN; i += 4) load_four(taps + i, span + i);
}

// Moves to the next row with taps, if it is not in one. The window ends after last_slice(a).
DEVICE void find_taps(const SelvageBilateral* a, Segment* s) {
  for (; s->dz <= last_slice(a); ++s->dz, s->dy = -a->radius_y)
    for (; s->dy <= a->radius_y; ++s->dy) {
      s->extent = slice_extent(a, s->dz, s->dy, a->radius_x);
      s->first = (LEAD(a) - s->extent) / PIXELS * PIXELS;
      if (s->extent >= 0) return;
    }
}

DEVICE Segment first_segment(const SelvageBilateral* a) {
  Segment s;
  s.dz = first_slice(a), s.dy = -a->radius_y, s.extent = s.first = 0;
  find_taps(a, &s);
  return s;
}

DEVICE void go_on(const SelvageBilateral* a, Segment* s) {
  s->first += TAPS;
  if (s->first <= LEAD(a) + s->extent) return;
  ++s->dy;
  find_taps(a, s);
}

// Returns how far the first tap lies from its pixel in a plane, of an item in row y.
DEVICE int away_from(const SelvageBilateral* a, const Segment* s, int y) {
  const int row = border_index(y + s->dy, a->height, a->border);
  return row_in_plane(a, row, held_slice(a, s->dz)) - row_in_plane(a, y, held_slice(a, 0)) +
         s->first - LEAD(a);
}

// Adds the squares (L1: absolute values) of `count` planes. Tap t of pixel p is [t * PIXELS + p].
// `centres` are the item's pixels in the first of them, its taps are `away`.
DEVICE void add_run(const GLOBAL float* centres, const SelvageBilateral* a, int away, int count,
                    float* run) {
  const GLOBAL float* taps = centres + away;
  UNROLL_2 for (int k = 0; k < count; ++k) {
    float span[SPAN], centre[PIXELS];
    load_span(taps, span);
    load_four(centres, centre);
    taps += plane_size(a);
    centres += plane_size(a);
    UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) {
      const float d = span[i / PIXELS + i % PIXELS] - centre[i % PIXELS];
      run[i] = NORM == L1 ? run[i] + ABS(d) : FMA(d, d, run[i]);
    }
  }
}

#if WORDS
// Returns the distances of the taps over all planes: |p|^2 + |q|^2 - 2 p q of bytes, in whole
// numbers that floats hold. Products are added to the bits of 2^23, which are those of 2^23 + sum.
DEVICE void find_distances(const GLOBAL float* centres, const SelvageBilateral* a, int away,
                           float* sum) {
  const GLOBAL float* words = centres + first_word_plane(a) * plane_size(a);
  const float units = 8388608.0f;
  float span[SPAN], centre[PIXELS];
  uint product[TAPS * PIXELS];
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) product[i] = AS_UINT(units);
  UNROLL_2 for (int k = 0; k < a->compared; k += 4, words += plane_size(a)) {
    load_span(words + away, span);
    load_four(words, centre);
    UNROLL for (int i = 0; i < TAPS * PIXELS; ++i)
      product[i] = byte_product(AS_UINT(span[i / PIXELS + i % PIXELS]),
                                AS_UINT(centre[i % PIXELS]), product[i]);
  }
  load_span(words + away, span);
  load_four(words, centre);
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i)
    sum[i] = FMA(-2.0f, AS_FLOAT(product[i]) - units,
                 span[i / PIXELS + i % PIXELS] + centre[i % PIXELS]);
}
#else
// Returns the distances of the taps over all planes.
DEVICE void find_distances(const GLOBAL float* centres, const SelvageBilateral* a, int away,
                           float* sum) {
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) sum[i] = 0.0f;
#if ONE_RUN
  add_run(centres, a, away, a->compared, sum);
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) sum[i] = MIN(sum[i], LARGEST_RUNS);
#else
  float lost[TAPS * PIXELS];
  UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) lost[i] = 0.0f;
  NO_UNROLL for (int k = 0; k < a->compared; k += RUN) {
    float run[TAPS * PIXELS];
    UNROLL for (int i = 0; i < TAPS * PIXELS; ++i) run[i] = 0.0f;
    add_run(centres + k * plane_size(a), a, away, MIN_INT(RUN, a->compared - k), run);
    UNROLL for (int i = 0; i < TAPS * PIXELS; ++i)
      add_exactly(MIN(run[i], LARGEST_RUNS), &sum[i], &lost[i]);
  }
#endif
}
#endif

// Returns the weights of a segment.
DEVICE void find_weights(const GLOBAL float* centres, const SelvageBilateral* a, int away,
                         const Segment* s, float* weight) {
  find_distances(centres, a, away, weight);
  UNROLL for (int t = 0; t < TAPS; ++t) {
    const int dx = s->first - LEAD(a) + t;
    const float space = (float)(dx * dx + s->dy * s->dy);
    const float exponent =
        ABS_INT(dx) > s->extent ? NO_WEIGHT : FMA(-a->space_scale, space, SPACE_Z(a, s->dz));
    UNROLL for (int p = 0; p < PIXELS; ++p) {
      const float d = weight[t * PIXELS + p];
      weight[t * PIXELS + p] = EXP2(FMA(NORM == L1 ? d * d : d, -a->range_scale, exponent));
    }
  }
}

// Adds the weights of a segment to those of pixels.
DEVICE void add_weights(const float* weight, float* total, float* lost) {
  UNROLL for (int first = 0; first < TAPS; first += SHORT_BLOCK)
    UNROLL for (int p = 0; p < PIXELS; ++p) {
      float sum = 0.0f;
      UNROLL for (int t = first; t < first + SHORT_BLOCK; ++t) sum += weight[t * PIXELS + p];
      add_exactly(sum, &total[p], &lost[p]);
    }
}
