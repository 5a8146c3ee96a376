// SPDX-License-Identifier: Apache-2.0
// Candidate "skeleton": the mean over a small square, straight from the image.
//   one group -> GROUP_WIDTH x GROUP_HEIGHT output pixels
//   local     -> none
//   one item  -> one pixel; the border rule is applied at every tap
// Each sample is read (2 radius + 1)^2 times, from caches. Bound by issue.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void skeleton(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
              ARGUMENTS(SelvageSkeleton, args)) {
  const SelvageSkeleton* a = &args;
  const int r = a->radius;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  in += origin(&a->in);
  out += origin(&a->out);
  float mean[AVERAGED];
  UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = 0.0f;
  int taps = 0;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx) {
      const int tx = border_index(x + dx, a->width, a->border);
      const int ty = border_index(y + dy, a->height, a->border);
      float value[AVERAGED];
      if (!read_pixel(in, 0, a, tx, ty, 0, value)) continue;  // outside, with border shrink
      UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] += value[c];
      ++taps;
    }
  UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] /= (float)taps;
  const int leaves =
      x < r || y < r || x >= a->width - r || y >= a->height - r;
  write_pixel(in, out, a, x, y, a->border == COPY && leaves, mean);
}
