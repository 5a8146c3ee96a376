// SPDX-License-Identifier: Apache-2.0
// Fills invalid pixels: the mean of their valid taps by the spatial weight, or nothing when none
// lies within fill_distance2.
//   one item -> one pixel; only invalid ones do anything
// weights: exp(-d^2 / 2 sigma_space^2) for d = 0..radius, as Real.
// In double precision where there is any: a filled pixel takes part in the next iteration, unless it
// equals the invalid value, so the last bit may count.

#if REAL64
typedef double Real;
#else
typedef float Real;
#endif

// Kahan's sum: its error does not grow with the count.
DEVICE void add_to(Real term, Real* sum, Real* lost) {
  const Real corrected = term - *lost;
  const Real next = *sum + corrected;
  *lost = (next - *sum) - corrected;
  *sum = next;
}

DEVICE void write_mean(GLOBAL uchar* p, Real v) {
#if READS <= U16 && WRITES == F32
  *(GLOBAL float*)p = (float)(v / (READS == U8 ? (Real)255 : (Real)65535));  // one rounding
#else
  write_sample(p, (float)v);
#endif
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fill(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
          const GLOBAL uchar* RESTRICT guide, const GLOBAL Real* RESTRICT weights,
          GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  const int r = a->radius;
  in += origin(&a->in);
  mask += origin(&a->mask);
  out += origin(&a->out);
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  float value[AVERAGED];
  if (read_pixel(in, mask, a, x, y, 1, value) || leaves_image(a, x, y)) return;

  float first[AVERAGED] = {0.0f};  // of the valid taps: sums are of differences from it
  Real sum[AVERAGED + 1] = {0}, lost[AVERAGED + 1] = {0};  // the last is the weights'
  int near = 0, any = 0;
  for (int dy = -r; dy <= r; ++dy) {
    const int extent = window_extent(a, dy);
    const int ty = border_index(y + dy, a->height, a->border);
    for (int dx = -extent; dx <= extent; ++dx) {
      const int tx = border_index(x + dx, a->width, a->border);
      if (!read_pixel(in, mask, a, tx, ty, 0, value)) continue;
      const Real w = weights[ABS_INT(dx)] * weights[ABS_INT(dy)];
      near |= (float)dx * (float)dx + (float)dy * (float)dy <= a->fill_distance2;
      UNROLL for (int c = 0; c < AVERAGED; ++c) {
        if (!any) first[c] = value[c];
        add_to(w * ((Real)value[c] - (Real)first[c]), &sum[c], &lost[c]);
      }
      add_to(w, &sum[AVERAGED], &lost[AVERAGED]);
      any = 1;
    }
  }
  if (!near) return;
  GLOBAL uchar* q = output_pixel(out, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    write_mean(q + c * a->out.channel, (Real)first[c] + sum[c] / sum[AVERAGED]);
}
