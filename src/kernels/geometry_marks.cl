// SPDX-License-Identifier: Apache-2.0
// Finds the discontinuities of a geometry-guided mean.
//   HAS_NORMALS, HAS_DEPTH  0 or 1; with neither the image's own samples are compared
//   NORMALS, DEPTH          their sample types; NORMAL_CHANNELS, DEPTH_CHANNELS
//   one item -> EACH rows of two pixels, of which it reads a third to the right and a row below: each
//               pixel is read (3 / 2)(1 + 1 / EACH) times, but once from outside the caches
// Single precision decides where its rounding cannot matter; else there is a doubt, and double
// precision decides.

#define EACH (ROWS / 2)
#define PAIRS (GROUP_WIDTH / 2)
#define DIFFER 1
#define DOUBT 2

#define PORT_STEP(type, channels, layout) \
  (DENSE ? (channels) * SAMPLE_BYTES(type) : (layout).pixel)
#define PORT_CHANNEL(type, layout) (DENSE ? SAMPLE_BYTES(type) : (layout).channel)

typedef struct {
  float normal[3], depth, value[AVERAGED];
  int hole;
} Spot;

// Of all three inputs, the first pixel of an item in some row.
typedef struct {
  const GLOBAL uchar *image, *normal, *depth;
} Place;

DEVICE Place place_of(const GLOBAL uchar* in, const GLOBAL uchar* normals, const GLOBAL uchar* depth,
                      const SelvageGeometry* a, int x, int y) {
  Place p;
  p.image = in + origin(&a->in) + place(&a->in, x, y, PIXEL_STEP(a));
#if HAS_NORMALS
  p.normal = normals + origin(&a->normals) +
             place(&a->normals, x, y, PORT_STEP(NORMALS, NORMAL_CHANNELS, a->normals));
#endif
#if HAS_DEPTH
  p.depth = depth + origin(&a->depth) +
            place(&a->depth, x, y, PORT_STEP(DEPTH, DEPTH_CHANNELS, a->depth));
#endif
  return p;
}

// An integer normal v stands for 2 v - 1: stored, 2 v - full scale.
#define NORMAL_OF(v) \
  (NORMALS == U8 ? 2.0f * (v) - 255.0f : NORMALS == U16 ? 2.0f * (v) - 65535.0f : (v))

// The bits of |v|: not below those of infinity when it is not finite.
DEVICE uint magnitude(float v) { return AS_UINT(v) & 0x7fffffffu; }
DEVICE uint larger(uint a, uint b) { return a > b ? a : b; }

// The pixel dx to the right.
DEVICE void read_spot(const Place* p, const SelvageGeometry* a, int dx, Spot* spot) {
  uint most = 0u;
#if READS >= F16 || (!HAS_NORMALS && !HAS_DEPTH)
  const GLOBAL uchar* v = p->image + (i64)dx * PIXEL_STEP(a);
  UNROLL for (int c = 0; c < CHANNELS; ++c) {
    const float value = read_sample(v + c * CHANNEL_STEP(a));
    if (READS >= F16) most = larger(most, magnitude(value));
    if (c < AVERAGED) spot->value[c < AVERAGED ? c : 0] = value;
  }
#endif
#if HAS_NORMALS
  const GLOBAL uchar* n = p->normal + (i64)dx * PORT_STEP(NORMALS, NORMAL_CHANNELS, a->normals);
  UNROLL for (int c = 0; c < NORMAL_CHANNELS; ++c) {
    const float value = SAMPLE(NORMALS, n + c * PORT_CHANNEL(NORMALS, a->normals));
    if (NORMALS >= F16) most = larger(most, magnitude(value));
    if (c < 3) spot->normal[c < 3 ? c : 0] = NORMAL_OF(value);
  }
#endif
#if HAS_DEPTH
  const GLOBAL uchar* d = p->depth + (i64)dx * PORT_STEP(DEPTH, DEPTH_CHANNELS, a->depth);
  spot->depth = SAMPLE(DEPTH, d);
  UNROLL for (int c = 0; DEPTH >= F16 && c < DEPTH_CHANNELS; ++c)
    most = larger(most, magnitude(SAMPLE(DEPTH, d + c * PORT_CHANNEL(DEPTH, a->depth))));
#endif
  spot->hole = most >= 0x7f800000u;
}

// Whether the angle is above the threshold: the product by its magnitude is below the signed square
// of the cosine times both squared lengths. Each is right to 10 roundings, unless squares leave the
// range of floats.
DEVICE int compare_normals(const float* p, const float* q, const SelvageGeometry* a) {
  const float product = FMA(p[0], q[0], FMA(p[1], q[1], p[2] * q[2]));
  const float pp = FMA(p[0], p[0], FMA(p[1], p[1], p[2] * p[2]));
  const float qq = FMA(q[0], q[0], FMA(q[1], q[1], q[2] * q[2]));
  const float lengths = pp * qq, over = FMA(product, ABS(product), -a->cosine * lengths);
  const int clear =
      MIN(pp, qq) > 1e-15f && MAX(pp, qq) < 1e15f && ABS(over) > 0x1p-19f * lengths;
  return clear ? (over < 0.0f ? DIFFER : 0) : DOUBT;
}

DEVICE int compare_depths(float p, float q, const SelvageGeometry* a) {
  const float difference = ABS(p - q), allowed = a->depth_threshold * MIN(p, q);
  const float over = difference - allowed;
  const int clear = ABS(over) > FMA(0x1p-20f, difference + ABS(allowed), 1e-30f);
  return clear ? (over > 0.0f ? DIFFER : 0) : DOUBT;
}

// A rounded difference is at least what an exact one is above.
DEVICE int compare_samples(float p, float q, const SelvageGeometry* a) {
  const float difference = ABS(p - q);
  if (READS >= F16 && difference == a->edge_threshold) return DOUBT;
  return difference > a->edge_threshold ? DIFFER : 0;
}

DEVICE int compare_spots(const Spot* p, const Spot* q, const SelvageGeometry* a) {
  int result = p->hole || q->hole ? DIFFER : 0;
#if HAS_NORMALS
  result |= compare_normals(p->normal, q->normal, a);
#endif
#if HAS_DEPTH
  result |= compare_depths(p->depth, q->depth, a);
#endif
#if !HAS_NORMALS && !HAS_DEPTH
  UNROLL for (int c = 0; c < AVERAGED; ++c) result |= compare_samples(p->value[c], q->value[c], a);
#endif
  return result & DIFFER ? DIFFER : result;
}

// As compare_spots, of finite pixels, without a doubt.
DEVICE int spots_differ(const Spot* p, const Spot* q, const SelvageGeometry* a) {
  int differ = 0;
#if HAS_NORMALS
  const double px = p->normal[0], py = p->normal[1], pz = p->normal[2];
  const double qx = q->normal[0], qy = q->normal[1], qz = q->normal[2];
  const double product = px * qx + py * qy + pz * qz;
  const double lengths = (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz);
  const double least = ((double)a->cosine + (double)a->cosine_rest) * lengths;
  differ |= !(product * fabs(product) >= least && lengths > 0.0);
#endif
#if HAS_DEPTH
  const double least_depth = MIN(p->depth, q->depth);
  differ |= fabs((double)p->depth - (double)q->depth) > (double)a->depth_threshold * least_depth;
#endif
#if !HAS_NORMALS && !HAS_DEPTH
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    differ |= fabs((double)p->value[c] - (double)q->value[c]) > (double)a->edge_threshold;
#endif
  return differ;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_marks(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + item % PAIRS * 2;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT * ROWS + item / PAIRS * EACH;
  if (x >= a->x1 || y >= a->y1) return;
  // Beyond what is held pixels repeat.
  const int next = x + 1 < a->held_x1 ? 1 : 0, third = x + 2 < a->held_x1 ? 2 : next;
  Spot spot[2][3];
  uint edges = 0u, doubts = 0u, holes = 0u;  // bits 4 k: row k, two pixels, each right and below
  UNROLL for (int k = 0; k <= EACH; ++k) {
    const Place p = place_of(in, normals, depth, a, x, MIN_INT(y + k, a->held_y1 - 1));
    Spot* here = spot[k & 1];
    const Spot* above = spot[(k + 1) & 1];
    read_spot(&p, a, 0, &here[0]);
    read_spot(&p, a, next, &here[1]);
    if (k < EACH) read_spot(&p, a, third, &here[2]);
    UNROLL for (int i = 0; i < 2; ++i) {
      if (k < EACH) {
        const int right = compare_spots(&here[i], &here[i + 1], a);
        edges |= (uint)(right & DIFFER) << (4 * k + 2 * i);
        doubts |= (uint)(right >> 1) << (4 * k + 2 * i);
        holes |= (uint)here[i].hole << (4 * k + 2 * i);
      }
      if (k > 0) {
        const int below = compare_spots(&above[i], &here[i], a);
        edges |= (uint)(below & DIFFER) << (4 * k + 2 * i - 3);
        doubts |= (uint)(below >> 1) << (4 * k + 2 * i - 3);
      }
    }
  }
  for (; doubts != 0u; doubts &= doubts - 1u) {
    const int bit = 31 - COUNT_LEADING_ZEROS(doubts & (0u - doubts));
    const int px = bit & 2 ? next : 0, down = bit & 1;
    const int row = MIN_INT(y + bit / 4, a->held_y1 - 1);
    const Place p = place_of(in, normals, depth, a, x, row);
    const Place q = place_of(in, normals, depth, a, x, MIN_INT(row + down, a->held_y1 - 1));
    Spot one, other;
    read_spot(&p, a, px, &one);
    read_spot(&q, a, down ? px : bit & 2 ? third : next, &other);
    edges |= (uint)spots_differ(&one, &other, a) << bit;
  }
  UNROLL for (int k = 0; k < EACH; ++k) {
    GLOBAL uchar* mark = mark_at(scratch, a, x, y + k);
    UNROLL for (int i = 0; i < 2; ++i) {
      const uint bits = edges >> (4 * k + 2 * i);
      const int right = (bits & 1u) || x + i + 1 >= a->held_x1;
      const int down = (bits & 2u) || y + k + 1 >= a->held_y1;
      const int hole = holes >> (4 * k + 2 * i) & 1u;
      if (x + i < a->x1 && y + k < a->y1)
        mark[i] = (uchar)((right ? MARK_RIGHT : 0) | (down ? MARK_DOWN : 0) | (hole ? MARK_HOLE : 0));
    }
  }
}
