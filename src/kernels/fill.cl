// SPDX-License-Identifier: Apache-2.0
// Fills invalid pixels: the mean of their valid taps by the spatial weight, or nothing when none
// lies within fill_distance2.
//   one item -> one pixel; only invalid ones do anything
// weights: exp(-d^2 / 2 sigma_space^2) for d = 0..radius.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fill(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
          const GLOBAL uchar* RESTRICT guide, const GLOBAL float* RESTRICT weights,
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

  Totals totals;
  clear(&totals);
  float first[AVERAGED] = {0.0f};  // of the valid taps: sums are of differences from it
  int near = 0, any = 0;
  for (int dy = -r; dy <= r; ++dy) {
    const int extent = window_extent(a, dy);
    const int ty = border_index(y + dy, a->height, a->border);
    int taps = 0;
    for (int dx = -extent; dx <= extent; ++dx) {
      const int tx = border_index(x + dx, a->width, a->border);
      if (!read_pixel(in, mask, a, tx, ty, 0, value)) continue;
      const float w = weights[ABS_INT(dx)] * weights[ABS_INT(dy)];
      near |= (float)dx * (float)dx + (float)dy * (float)dy <= a->fill_distance2;
      UNROLL for (int c = 0; c < AVERAGED; ++c) {
        if (!any) first[c] = value[c];
        totals.sum[c] = FMA(w, value[c] - first[c], totals.sum[c]);
      }
      any = 1;
      totals.sum[AVERAGED] += w;
      if (++taps % a->piece == 0) flush(&totals);
    }
    flush(&totals);
  }
  if (!near) return;
  float mean[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    mean[c] = first[c] + totals.total[c] / totals.total[AVERAGED];
  GLOBAL uchar* q = output_pixel(out, a, x, y);
  UNROLL for (int c = 0; c < AVERAGED; ++c)
    write_sample(q + c * a->out.channel, mean[c]);
}
