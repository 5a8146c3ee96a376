// SPDX-License-Identifier: Apache-2.0
// Finds the discontinuities of a geometry-guided mean.
//   HAS_NORMALS, HAS_DEPTH  0 or 1
//   COMPARES_SAMPLES        1: the image's own samples are compared
//   ADDS                    1: adds what further channels show to the bits that are there
//   IMAGE_HOLES             1: also finds holes of the image; 0: the rows do, which read it anyway
//   NORMALS, DEPTH          their sample types; NORMAL_CHANNELS, DEPTH_CHANNELS
//   one group -> 64 x 32 pixels, whose bits are collected in local memory
//   one item  -> EACH rows of two pixels; it also reads a third to the right and a row below. Each
//                pixel is read (3 / 2)(1 + 1 / EACH) times, but once from outside the caches
// Single precision decides unless its rounding could matter. Then there is a doubt, and double
// precision decides.

#define ITEMS 256
#define EACH 4
#define PAIRS 32
#define DIFFER 1
#define DOUBT 2

#define PORT_STEP(type, channels, layout) \
  (DENSE ? (channels) * SAMPLE_BYTES(type) : (layout).pixel)
#define PORT_CHANNEL(type, layout) (DENSE ? SAMPLE_BYTES(type) : (layout).channel)

typedef struct {
  float normal[3], square, depth, value[AVERAGED];  // square: of the normal's length
  int hole, plain;                                  // plain: its square fits single precision
} Spot;

// The first pixel of an item in some row, in all three inputs.
typedef struct {
  const GLOBAL uchar *image, *normal, *depth;
} Pointers;

DEVICE Pointers pointers_of(const GLOBAL uchar* in, const GLOBAL uchar* normals,
                            const GLOBAL uchar* depth, const SelvageGeometry* a, int x, int y) {
  Pointers p;
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

DEVICE void next_row(Pointers* p, const SelvageGeometry* a) {
  p->image += a->in.row;
#if HAS_NORMALS
  p->normal += a->normals.row;
#endif
#if HAS_DEPTH
  p->depth += a->depth.row;
#endif
}

// An integer normal v stands for 2 v - 1; stored, 2 v - full scale.
#define NORMAL_OF(v) \
  (NORMALS == U8 ? 2.0f * (v) - 255.0f : NORMALS == U16 ? 2.0f * (v) - 65535.0f : (v))

// Loads the pixel dx to the right.
DEVICE void read_spot(const Pointers* p, const SelvageGeometry* a, int dx, Spot* spot) {
  float sum = 0.0f;  // of samples times 0: finite if they are
#if IMAGE_HOLES || COMPARES_SAMPLES
  const GLOBAL uchar* v = p->image + (i64)dx * PIXEL_STEP(a);
  UNROLL for (int c = 0; c < CHANNELS; ++c) {
    const float value = read_sample(v + c * CHANNEL_STEP(a));
    if (IMAGE_HOLES) sum = FMA(value, 0.0f, sum);
    if (c < AVERAGED) spot->value[c < AVERAGED ? c : 0] = value;
  }
#endif
#if HAS_NORMALS
  const GLOBAL uchar* n = p->normal + (i64)dx * PORT_STEP(NORMALS, NORMAL_CHANNELS, a->normals);
  UNROLL for (int c = 0; c < NORMAL_CHANNELS; ++c) {
    const float value = SAMPLE(NORMALS, n + c * PORT_CHANNEL(NORMALS, a->normals));
    if (NORMALS >= F16) sum = FMA(value, 0.0f, sum);
    if (c < 3) spot->normal[c < 3 ? c : 0] = NORMAL_OF(value);
  }
  spot->square = FMA(spot->normal[0], spot->normal[0],
                     FMA(spot->normal[1], spot->normal[1], spot->normal[2] * spot->normal[2]));
  spot->plain = spot->square > 1e-15f && spot->square < 1e15f;
#endif
#if HAS_DEPTH
  const GLOBAL uchar* d = p->depth + (i64)dx * PORT_STEP(DEPTH, DEPTH_CHANNELS, a->depth);
  spot->depth = SAMPLE(DEPTH, d);
  UNROLL for (int c = 0; DEPTH >= F16 && c < DEPTH_CHANNELS; ++c)
    sum = FMA(SAMPLE(DEPTH, d + c * PORT_CHANNEL(DEPTH, a->depth)), 0.0f, sum);
#endif
  spot->hole = !is_finite(sum);
}

// Returns whether the angle exceeds the threshold: the dot product times its magnitude is below the
// signed square of the cosine times both squared lengths. Each is right to 10 roundings, unless
// squares leave the range of floats.
DEVICE int compare_normals(const Spot* one, const Spot* other, const SelvageGeometry* a) {
  const float *p = one->normal, *q = other->normal;
  const float product = FMA(p[0], q[0], FMA(p[1], q[1], p[2] * q[2]));
  const float lengths = one->square * other->square;
  const float over = FMA(product, ABS(product), -a->cosine * lengths);
  if (!(one->plain && other->plain && ABS(over) > 0x1p-19f * lengths)) return DOUBT;
  return over < 0.0f ? DIFFER : 0;
}

DEVICE int compare_depths(float p, float q, const SelvageGeometry* a) {
  const float difference = ABS(p - q), allowed = a->depth_threshold * MIN(p, q);
  const float over = difference - allowed;
  if (!(ABS(over) > FMA(0x1p-20f, difference + ABS(allowed), 1e-30f))) return DOUBT;
  return over > 0.0f ? DIFFER : 0;
}

// A rounded difference is at least any float that the exact one exceeds.
DEVICE int compare_samples(float p, float q, const SelvageGeometry* a) {
  const float difference = ABS(p - q);
  if (READS >= F16 && difference == a->edge_threshold) return DOUBT;
  return difference > a->edge_threshold ? DIFFER : 0;
}

// Sets the bit of an edge between two pixels, or the bit of a doubt.
DEVICE void compare_spots(const Spot* p, const Spot* q, const SelvageGeometry* a, uint bit,
                          uint* edges, uint* doubts) {
  int result = p->hole || q->hole ? DIFFER : 0;
#if HAS_NORMALS
  result |= compare_normals(p, q, a);
#endif
#if HAS_DEPTH
  result |= compare_depths(p->depth, q->depth, a);
#endif
#if COMPARES_SAMPLES
  UNROLL for (int c = 0; c < AVERAGED; ++c) result |= compare_samples(p->value[c], q->value[c], a);
#endif
  if (result & DIFFER) *edges |= bit;
  if (result == DOUBT) *doubts |= bit;
}

// Returns whether there is an edge between finite pixels, beyond doubt.
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
#if COMPARES_SAMPLES
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    differ |= fabs((double)p->value[c] - (double)q->value[c]) > (double)a->edge_threshold;
#endif
  return differ;
}

// Finds the discontinuities of an item's pixels, the first of which is (x, y): bits 4 k .. 4 k + 3
// are of row k, for two pixels, each to the right and below. `holes`: bits 4 k and 4 k + 2. `next`
// and `third` are the columns to the right. Outside the held rectangle pixels repeat.
DEVICE uint find_edges(const Pointers* first, const SelvageGeometry* a, int y, int next, int third,
                       uint* holes, uint* doubts) {
  Spot spot[2][3];
  Pointers p = *first;
  uint edges = 0u;
  UNROLL for (int k = 0; k <= EACH; ++k) {
    Spot* here = spot[k & 1];
    const Spot* above = spot[(k + 1) & 1];
    read_spot(&p, a, 0, &here[0]);
    read_spot(&p, a, next, &here[1]);
    if (k < EACH) read_spot(&p, a, third, &here[2]);
    UNROLL for (int i = 0; i < 2; ++i) {
      const int at = 4 * k + 2 * i;
      if (k < EACH) compare_spots(&here[i], &here[i + 1], a, 1u << (at & 31), &edges, doubts);
      if (k > 0) compare_spots(&above[i], &here[i], a, 1u << ((at - 3) & 31), &edges, doubts);
      if (k < EACH && here[i].hole) *holes |= 1u << (at & 31);
    }
    if (y + k + 1 < a->held_y1) next_row(&p, a);
  }
  return edges;
}

// Decides the doubts of single precision.
DEVICE uint exact_edges(const Pointers* first, const SelvageGeometry* a, int y, int next, int third,
                        uint doubts) {
  uint edges = 0u;
  for (; doubts != 0u; doubts &= doubts - 1u) {
    const int bit = COUNT_BITS((doubts & (0u - doubts)) - 1u);
    const int px = bit & 2 ? next : 0, down = bit & 1;
    Pointers p = *first;
    Spot one, other;
    for (int k = 0; k < bit / 4; ++k)
      if (y + k + 1 < a->held_y1) next_row(&p, a);
    read_spot(&p, a, px, &one);
    if (down && y + bit / 4 + 1 < a->held_y1) next_row(&p, a);
    read_spot(&p, a, down ? px : bit & 2 ? third : next, &other);
    edges |= (uint)spots_differ(&one, &other, a) << bit;
  }
  return edges;
}

// No other group writes these words.
DEVICE void put_word(GLOBAL uint* at, uint word) { *at = ADDS ? *at | word : word; }

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_marks(GEOMETRY_PARAMETERS LOCAL_PARAM(uint, words)) {
  LOCAL_BODY(uint, words)
  const SelvageGeometry* a = &args;
  LOCAL uint *right = words, *down = words + 64, *hole = words + 128;  // [32][2], [64], [64]
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  WAIT_FOR_LAST(in);
  WAIT_FOR_LAST(normals);
  WAIT_FOR_LAST(depth);
  WAIT_FOR_LAST(scratch);
  LET_NEXT_BEGIN();  // not earlier: the rows start with the image
  if (item < 192) words[item] = 0u;
  BARRIER();
  const int left = item % PAIRS * 2, top = item / PAIRS * EACH;
  const int x0 = a->x0 + GROUP_X * 64, y0 = a->y0 + GROUP_Y * 32;
  const int x = x0 + left, y = y0 + top;
  if (x < a->x1 && y < a->y1) {
    const Pointers first = pointers_of(in, normals, depth, a, x, y);
    const int next = x + 1 < a->held_x1 ? 1 : 0, third = x + 2 < a->held_x1 ? 2 : next;
    uint edges, holes = 0u, doubts = 0u;
    if (!PROCESSOR && third == 2)  // again with columns that are constants
      edges = find_edges(&first, a, y, 1, 2, &holes, &doubts);
    else
      edges = find_edges(&first, a, y, next, third, &holes, &doubts);
    if (doubts) edges |= exact_edges(&first, a, y, next, third, doubts);
    if (x + 1 >= a->held_x1) edges |= 0x1111u;
    if (x + 2 >= a->held_x1) edges |= 0x4444u;
    UNROLL for (int k = 0; k < EACH; ++k) {
      if (y + k + 1 >= a->held_y1) edges |= 0xau << (4 * k);
      const uint both = (edges >> (4 * k) & 1u) | (edges >> (4 * k + 1) & 2u);
      if (both) ATOMIC_ADD(&right[2 * (top + k) + left / 32], both << (left & 31));
    }
    UNROLL for (int i = 0; i < 2; ++i) {
      const uint below = edges >> (2 * i + 1) & 0x1111u, hollow = holes >> (2 * i) & 0x1111u;
      if (below) ATOMIC_ADD(&down[left + i], ((below * 0x1248u) >> 12 & 15u) << top);
      if (hollow) ATOMIC_ADD(&hole[left + i], ((hollow * 0x1248u) >> 12 & 15u) << top);
    }
  }
  BARRIER();
  const int column = x0 - a->held_x0, row = y0 - a->held_y0, k = item % 64;
  if (item < 64 && y0 + k / 2 < a->y1)
    put_word(words_at(scratch, &a->right, column / 32 + k % 2, row + k / 2), right[k]);
  else if (item >= 64 && item < 128)
    put_word(words_at(scratch, &a->down, column + k, row / 32), down[k]);
  else if (item >= 128 && item < 192)
    put_word(words_at(scratch, &a->holes, column + k, row / 32), hole[k]);
}
