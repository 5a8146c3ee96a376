// SPDX-License-Identifier: Apache-2.0
// Computes the planes that the norms luma and lab take distances between, once for each pixel of
// the image or of its guide.
//   one item -> one pixel: GUIDES planes (and with SPLIT their rounding errors) as adjacent floats;
//               the first is NaN if the pixel is invalid
//   linear   srgb_to_linear of each byte, for Lab of bytes: three powers would take most of the time
// See colour.h for GUIDE_KIND.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void guide(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
           const GLOBAL uchar* RESTRICT unused, const GLOBAL double* RESTRICT linear,
           GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1) return;
  in += origin(&a->in);
  out += origin(&a->out);
  float value[AVERAGED];
  const int valid = read_pixel(in, mask, a, x, y, 1, value);
  double planes[GUIDES];
#if READS == U8 && GUIDE_KIND == 2
  lab_of_linear(linear[(int)value[0]], linear[(int)value[1]], linear[(int)value[2]], planes);
#else
  make_guide(value, READS == U8 ? 255.0 : READS == U16 ? 65535.0 : 1.0, planes);
#endif
  GLOBAL float* g = (GLOBAL float*)output_pixel(out, a, x, y);
  UNROLL for (int k = 0; k < GUIDES; ++k) {
    const float near = (float)planes[k];
    g[k] = near;
    if (SPLIT) g[k + SPLIT * GUIDES] = (float)(planes[k] - (double)near);
  }
  if (!valid) g[0] = AS_FLOAT(0x7fc00000u);
}
