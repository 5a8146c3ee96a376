// SPDX-License-Identifier: Apache-2.0
// Candidate "separable" with more than four channels, before the blocks of channels: writes 1 for
// each pixel that is valid in all PLANES channels, else 0. The output is that mask.
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels
//   local     -> none
//   one item  -> one pixel
// Reads all samples once. Bound by memory.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_validity(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                      const GLOBAL uchar* RESTRICT unused, const GLOBAL float* RESTRICT weights,
                      GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageLinear, args)) {
  const SelvageLinear* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  const GLOBAL uchar* pixel = input_pixel(in + origin(&a->in), a, x, y);
  out[origin(&a->out) + place(&a->out, x, y, a->out.pixel)] =
      channels_are_valid(pixel, mask + origin(&a->mask), a, x, y, PLANES);
}
