// SPDX-License-Identifier: Apache-2.0
// Finds the discontinuities of a geometry-guided mean.
//   one item -> ROWS pixels below one another, each of which is read once for itself and once as a
//               neighbour
// Single precision decides where its rounding cannot matter, double precision elsewhere.

typedef struct {
  float normal[3], depth, value[AVERAGED];
} Spot;

// An integer normal v stands for 2 v - 1: stored, 2 v - full scale.
DEVICE float normal_of(const GLOBAL uchar* p) {
  const float v = SAMPLE(NORMALS, p);
  return NORMALS == U8 ? 2.0f * v - 255.0f : NORMALS == U16 ? 2.0f * v - 65535.0f : v;
}

DEVICE const GLOBAL uchar* pixel_of(const GLOBAL uchar* image, const SelvageLayout* l, int x, int y) {
  return image + origin(l) + place(l, x, y, l->pixel);
}

// What neighbours are compared by.
DEVICE void read_spot(const GLOBAL uchar* in, const GLOBAL uchar* normals, const GLOBAL uchar* depth,
                      const SelvageGeometry* a, int x, int y, Spot* spot) {
#if HAS_NORMALS
  const GLOBAL uchar* n = pixel_of(normals, &a->normals, x, y);
  UNROLL for (int c = 0; c < 3; ++c) spot->normal[c] = normal_of(n + c * a->normals.channel);
#endif
#if HAS_DEPTH
  spot->depth = SAMPLE(DEPTH, pixel_of(depth, &a->depth, x, y));
#endif
#if !HAS_NORMALS && !HAS_DEPTH
  const GLOBAL uchar* p = input_pixel(in + origin(&a->in), a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c) spot->value[c] = read_sample(p + c * CHANNEL_STEP(a));
#endif
}

DEVICE int is_hole(const GLOBAL uchar* in, const GLOBAL uchar* normals, const GLOBAL uchar* depth,
                   const SelvageGeometry* a, int x, int y) {
  int finite = 1;
#if READS >= F16
  const GLOBAL uchar* p = input_pixel(in + origin(&a->in), a, x, y);
  UNROLL for (int c = 0; c < CHANNELS; ++c) finite &= is_finite(read_sample(p + c * CHANNEL_STEP(a)));
#endif
#if HAS_NORMALS && NORMALS >= F16
  const GLOBAL uchar* n = pixel_of(normals, &a->normals, x, y);
  UNROLL for (int c = 0; c < NORMAL_CHANNELS; ++c)
    finite &= is_finite(SAMPLE(NORMALS, n + c * a->normals.channel));
#endif
#if HAS_DEPTH && DEPTH >= F16
  const GLOBAL uchar* d = pixel_of(depth, &a->depth, x, y);
  UNROLL for (int c = 0; c < DEPTH_CHANNELS; ++c)
    finite &= is_finite(SAMPLE(DEPTH, d + c * a->depth.channel));
#endif
  return !finite;
}

// Whether the angle is above the threshold: the product by its magnitude is below the signed square
// of the cosine times both squared lengths. Those are right to 10 roundings each; where squares may
// leave the range of floats, or the two are close, double precision decides.
DEVICE int normals_differ(const float* p, const float* q, const SelvageGeometry* a) {
  const float product = FMA(p[0], q[0], FMA(p[1], q[1], p[2] * q[2]));
  const float pp = FMA(p[0], p[0], FMA(p[1], p[1], p[2] * p[2]));
  const float qq = FMA(q[0], q[0], FMA(q[1], q[1], q[2] * q[2]));
  const float near = product * ABS(product), lengths = pp * qq, far = a->cosine * lengths;
  if (MIN(pp, qq) > 1e-15f && MAX(pp, qq) < 1e15f && ABS(near - far) > 0x1p-19f * lengths)
    return near < far;
  const double px = p[0], py = p[1], pz = p[2], qx = q[0], qy = q[1], qz = q[2];
  const double exact = px * qx + py * qy + pz * qz;
  const double squares = (px * px + py * py + pz * pz) * (qx * qx + qy * qy + qz * qz);
  const double least = ((double)a->cosine + (double)a->cosine_rest) * squares;
  return !(exact * fabs(exact) >= least && squares > 0.0);
}

DEVICE int depths_differ(float p, float q, const SelvageGeometry* a) {
  const float difference = ABS(p - q), allowed = a->depth_threshold * MIN(p, q);
  if (ABS(difference - allowed) > 0x1p-20f * (difference + ABS(allowed)) + 1e-30f)
    return difference > allowed;
  const double least = MIN(p, q);
  return fabs((double)p - (double)q) > (double)a->depth_threshold * least;
}

// A rounded difference is at least what an exact one is above.
DEVICE int samples_differ(float p, float q, const SelvageGeometry* a) {
  const float difference = ABS(p - q);
  if (READS <= U16 || difference != a->edge_threshold) return difference > a->edge_threshold;
  return fabs((double)p - (double)q) > (double)a->edge_threshold;
}

DEVICE int spots_differ(const Spot* p, const Spot* q, const SelvageGeometry* a) {
  int differ = 0;
#if HAS_NORMALS
  differ |= normals_differ(p->normal, q->normal, a);
#endif
#if HAS_DEPTH
  differ |= depths_differ(p->depth, q->depth, a);
#endif
#if !HAS_NORMALS && !HAS_DEPTH
  UNROLL for (int c = 0; c < AVERAGED; ++c) differ |= samples_differ(p->value[c], q->value[c], a);
#endif
  return differ;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_marks(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int first = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS;
  if (x >= a->x1 || first >= a->y1) return;
  Spot here, right, below;
  read_spot(in, normals, depth, a, x, first, &here);
  for (int k = 0; k < ROWS; ++k) {
    const int y = first + k;
    if (y >= a->y1) break;
    int mark = is_hole(in, normals, depth, a, x, y) ? NOTHING : 0;
    if (x + 1 < a->held_x1) {
      read_spot(in, normals, depth, a, x + 1, y, &right);
      if (spots_differ(&here, &right, a)) mark |= MARK_RIGHT;
    } else {
      mark |= MARK_RIGHT;
    }
    if (y + 1 < a->held_y1) {
      read_spot(in, normals, depth, a, x, y + 1, &below);
      if (spots_differ(&here, &below, a)) mark |= MARK_DOWN;
    } else {
      mark |= MARK_DOWN;
    }
    *mark_at(scratch, a, x, y) = (uchar)mark;
    here = below;
  }
}

// The flags that the caller sees: left 1, right 2, up 4, down 8.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_flags(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int first = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS;
  for (int y = first; y < first + ROWS; ++y) {
    if (x >= a->x1 || y >= a->y1) return;
    const int here = *mark_at(scratch, a, x, y), hole = here & MARK_HOLE;
    const int left = held(a, x - 1, y) ? *mark_at(scratch, a, x - 1, y) : NOTHING;
    const int up = held(a, x, y - 1) ? *mark_at(scratch, a, x, y - 1) : NOTHING;
    const int right = held(a, x + 1, y) ? *mark_at(scratch, a, x + 1, y) : NOTHING;
    const int down = held(a, x, y + 1) ? *mark_at(scratch, a, x, y + 1) : NOTHING;
    const int flag = (hole || (left & MARK_RIGHT) ? 1 : 0) |
                     ((here & MARK_RIGHT) || (right & MARK_HOLE) ? 2 : 0) |
                     (hole || (up & MARK_DOWN) ? 4 : 0) |
                     ((here & MARK_DOWN) || (down & MARK_HOLE) ? 8 : 0);
    flags[origin(&a->flags) + place(&a->flags, x, y, a->flags.pixel)] = (uchar)flag;
  }
}
