// SPDX-License-Identifier: Apache-2.0
// Fills an invalid pixel with the mean of its valid taps, weighted by space and, if GUIDED and the
// guide is valid at the pixel, by the guide. Leaves it if no tap lies within 8 sigmas.
//   one item -> one pixel; only invalid pixels are computed
//   weights  -> exp(-d^2 / 2 sigma_space^2) for d = 0..largest radius; of slices, for dz =
//               0..radius_z: exp(-dz^2 / 2 sigma_depth^2), then the largest dx^2 + dy^2 of a tap
//               that fills; space_scale, depth_scale and range_scale. All are Real
// Read after filling.h.

#define GROUPS (GUIDED ? WEIGHTS : 1)

#if GUIDED
// Returns D^2 between the planes of a tap and of the centre, for the weights of group i.
DEVICE Real distance2(const float* q, const float* p, int i) {
  Real d[GUIDES], sum = 0;
  UNROLL for (int k = 0; k < GUIDES; ++k) {
    d[k] = (Real)q[k] - (Real)p[k];
    if (SPLIT) d[k] += (Real)q[k + SPLIT * GUIDES] - (Real)p[k + SPLIT * GUIDES];
    if (NORM == L1)
      sum += d[k] < 0 ? -d[k] : d[k];
    else
      sum += d[k] * d[k];
  }
  if (NORM == PER_CHANNEL) return d[i] * d[i];
  return NORM == L1 ? sum * sum : sum;
}
#endif

typedef struct {
  Real sum[AVERAGED + GROUPS], lost[AVERAGED + GROUPS];  // the sums of the weights come last
  Real least[GROUPS];    // exponents of the heaviest taps; weights are relative to them
  float first[AVERAGED];  // the first valid tap; sums add differences from it
  int any;
} Filled;

// Returns the weight of a tap with this exponent in group i. A smaller exponent rescales the sums.
DEVICE Real weight_of(Real exponent, int i, Filled* f) {
  Real shrink;
  const Real weight = relative_weight(exponent, f->any, &f->least[i], &shrink);
  if (shrink == (Real)1) return weight;
  UNROLL for (int s = 0; s < AVERAGED + GROUPS; ++s) {
    const int group = GROUPS == 1 ? 0 : s % AVERAGED;
    f->sum[s] *= group == i ? shrink : (Real)1;
    f->lost[s] *= group == i ? shrink : (Real)1;
  }
  return weight;
}

DEVICE void add_valid(const float* value, const Real* w, Filled* f) {
#if WEIGHS
  const Real alpha = value[ALPHA] > 0.0f ? (Real)value[ALPHA] : (Real)0;
#endif
  UNROLL for (int c = 0; c < AVERAGED; ++c) {
#if WEIGHS
    const Real term = c < ALPHA ? alpha * (Real)value[c] : alpha;
#else
    if (!f->any) f->first[c] = value[c];
    const Real term = (Real)value[c] - (Real)f->first[c];
#endif
    add_to(w[GROUPS == 1 ? 0 : c] * term, &f->sum[c], &f->lost[c]);
  }
  UNROLL for (int i = 0; i < GROUPS; ++i)
    add_to(w[i], &f->sum[AVERAGED + i], &f->lost[AVERAGED + i]);
  f->any = 1;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fill(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
          const GLOBAL uchar* RESTRICT guide, const GLOBAL Real* RESTRICT weights,
          GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  guide += origin(&a->guide);
  out += origin(&a->out);
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  float value[AVERAGED];
  const Slice own = slice_of(in, mask, guide, a, 0);
  int valid = read_pixel(own.in, own.mask, a, x, y, 1, value);
  const GLOBAL Real* of_slice = weights + MAX_INT(a->radius_x, a->radius_y) + 1;
  const GLOBAL Real* most_squared = of_slice + a->radius_z + 1;
#if GUIDED
  float centre[GUIDE_PLANES], plane[GUIDE_PLANES];
  const int ranged = read_guide(own.guide, a, x, y, 1, centre);
  const GLOBAL Real* scales = most_squared + a->radius_z + 1;
  valid &= ranged;
#endif
  if (valid || leaves_image(a, x, y)) return;

  Filled f = {{0}, {0}, {0}, {0}, 0};
  int near = 0;
  for (int dz = first_slice(a); dz <= last_slice(a); ++dz) {
    const Slice slice = slice_of(in, mask, guide, a, dz);
    for (int dy = -a->radius_y; dy <= a->radius_y; ++dy) {
      const int extent = slice_extent(a, dz, dy, a->radius_x);
      const int row = border_index(y + dy, a->height, a->border);
      const int ty = slice.outside ? OUTSIDE : row;
      for (int dx = -extent; dx <= extent; ++dx) {
        const int tx = border_index(x + dx, a->width, a->border);
        if (!read_pixel(slice.in, slice.mask, a, tx, ty, 0, value)) continue;
        const int squared = dx * dx + dy * dy;
        Real w[GROUPS];
#if GUIDED
        if (!read_guide(slice.guide, a, tx, ty, 0, plane)) continue;
        const Real space = scales[0] * (Real)squared + scales[1] * (Real)(dz * dz);
        UNROLL for (int i = 0; i < GROUPS; ++i) {
          const Real range = ranged ? scales[2] * distance2(plane, centre, i) : (Real)0;
          w[i] = weight_of(space + range, i, &f);
        }
#else
        w[0] = weights[ABS_INT(dx)] * weights[ABS_INT(dy)] * of_slice[ABS_INT(dz)];
#endif
        near |= (Real)squared <= most_squared[ABS_INT(dz)];
        add_valid(value, w, &f);
      }
    }
  }
  if (!near) return;
  GLOBAL uchar* q = output_pixel(out, a, x, y);
#if WEIGHS
  const Real alpha = f.sum[ALPHA] / f.sum[AVERAGED];
  const int visible = alpha >= (Real)LEAST_ALPHA;
  write_mean(q + ALPHA * a->out.channel, visible ? alpha : (Real)0);
  if (!visible) return;
  UNROLL for (int c = 0; c < ALPHA; ++c)
    write_mean(q + c * a->out.channel, f.sum[c] / f.sum[ALPHA]);
#else
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    write_mean(q + c * a->out.channel,
               (Real)f.first[c] + f.sum[c] / f.sum[AVERAGED + (GROUPS == 1 ? 0 : c)]);
#endif
  keep_valid(q, a);
}
