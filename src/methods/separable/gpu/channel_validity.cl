// SPDX-License-Identifier: Apache-2.0
// Candidate "separable" with more than four channels: writes 1 for each pixel that is valid in all
// PLANES channels, else 0. The output is that mask.
//   one group -> GROUP_WIDTH x HEIGHT pixels; with flags (channel_blocks.h), skipped unless a tile
//                that reads these pixels has a flag
//   local     -> [2][HEIGHT][GROUP_WIDTH] marks, and another
//   one item  -> samples of any of the pixels, in the order in which they lie in memory
// Reads all samples once; with flags, only those near flags. Bound by memory.

#define ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define PIXELS (GROUP_WIDTH * HEIGHT)

// Marks the group's pixels that have a sample which is not finite, and those with a colour other
// than `invalid`.
DEVICE void mark_samples(const GLOBAL uchar* in, const SelvageLinear* a, int left, int top,
                         LOCAL int* broken, LOCAL int* coloured) {
  const int by_pixels = a->in.pixel >= a->in.channel;  // a pixel's channels lie side by side
  NO_UNROLL for (int i = LOCAL_Y * GROUP_WIDTH + LOCAL_X; i < PIXELS * PLANES; i += ITEMS) {
    const int c = by_pixels ? i % PLANES : i / PIXELS, k = by_pixels ? i / PLANES : i % PIXELS;
    const int x = left + k % GROUP_WIDTH, y = top + k / GROUP_WIDTH;
    if (x >= a->x1 || y >= a->y1) continue;
    const float v = read_sample(input_pixel(in, a, x, y) + c * CHANNEL_STEP(a));
    if (READS >= F16 && !is_finite(v)) broken[k] = 1;
    if (v != a->invalid && c < a->colours) coloured[k] = 1;
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_validity(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                      const GLOBAL uchar* flags, const GLOBAL float* RESTRICT weights,
                      GLOBAL uchar* out, ARGUMENTS(SelvageLinear, args) LOCAL_PARAM(int, marks)) {
  LOCAL_BODY(int, marks)
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  out += origin(&a->out);
  const int left = a->x0 + GROUP_X * GROUP_WIDTH, top = a->y0 + GROUP_Y * HEIGHT;
  LOCAL int *broken = marks, *coloured = marks + PIXELS;
  int needed = 1;
  if (a->rows > 0) {
    const int across = a->radius_x + TILE_WIDTH, down = a->radius_y + TILE_HEIGHT;
    needed = has_flag(flags + origin(&a->between), a, left - across, top - down,
                      left + GROUP_WIDTH + across, top + HEIGHT + down, marks + 2 * PIXELS);
  }
  for (int k = LOCAL_Y * GROUP_WIDTH + LOCAL_X; k < PIXELS; k += ITEMS)
    broken[k] = coloured[k] = 0;
  BARRIER();
  if (needed) mark_samples(in, a, left, top, broken, coloured);
  BARRIER();
  for (int k = LOCAL_Y * GROUP_WIDTH + LOCAL_X; needed && k < PIXELS; k += ITEMS) {
    const int x = left + k % GROUP_WIDTH, y = top + k / GROUP_WIDTH;
    if (x >= a->x1 || y >= a->y1) continue;
    int valid = !broken[k] && (coloured[k] || !a->has_invalid);
    if (a->has_mask) valid &= mask[place(&a->mask, x, y, a->mask.pixel)] != 0;
    out[place(&a->out, x, y, a->out.pixel)] = (uchar)valid;
  }
}
