// SPDX-License-Identifier: Apache-2.0
// Candidate "plain": the direct mean over a window, straight from the image.
//   one group   -> GROUP_WIDTH x GROUP_HEIGHT output pixels
//   local       -> none, so any radius fits
//   one item    -> one pixel; it visits the window row by row and applies the border rule at every
//                  tap if the window leaves the image
// Each pixel of image and guide is read (2r+1)^2 times, from caches.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_plain(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                     const GLOBAL uchar* RESTRICT guide, const GLOBAL float* RESTRICT weights,
                     GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  const int rx = a->radius_x, ry = a->radius_y;
  in += origin(&a->in);
  mask += origin(&a->mask);
  guide += origin(&a->guide);
  out += origin(&a->out);
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const int inside = !window_leaves(a, x, y);

  uint word[WORDS];
  Pixel centre;
  const Slice own = slice_of(in, mask, guide, a, 0);
  fetch(own.in, own.mask, own.guide, a, x, y, 1, word);
  const int hole = is_hole(word);
  unpack(word, a, &centre);
  Totals totals;
  clear(&totals);
  for (int dz = first_slice(a); dz <= last_slice(a); ++dz) {
    const Slice slice = slice_of(in, mask, guide, a, dz);
    for (int dy = -ry; dy <= ry; ++dy) {
      const int extent = slice_extent(a, dz, dy, rx);
      const int row = inside ? y + dy : border_index(y + dy, a->height, a->border);
      const int ty = slice.outside ? OUTSIDE : row;
      const float space_y = -a->space_scale * (float)(dy * dy) + SPACE_Z(a, dz);
      int dx = -extent;
      while (dx <= extent) {
        const int last = MIN_INT(dx + a->block - 1, extent);
        for (; dx <= last; ++dx) {
          const int tx = inside ? x + dx : border_index(x + dx, a->width, a->border);
          Pixel tap;
          fetch(slice.in, slice.mask, slice.guide, a, tx, ty, 0, word);
          unpack(word, a, &tap);
          const float fx = (float)dx;
          add_tap(&tap, &centre, FMA(-a->space_scale * fx, fx, space_y), a, &totals);
        }
        flush(&totals);
      }
    }
  }
  float mean[AVERAGED];
  finish(&totals, &centre, a, mean);
  write_pixel(own.in, out, a, x, y, hole || leaves_image(a, x, y), mean);
}
