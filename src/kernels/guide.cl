// SPDX-License-Identifier: Apache-2.0
// Makes what distances of the norms luma and lab are between, once for each pixel, of the image
// itself or of its guide.
//   one item -> one pixel: GUIDES planes (and SPLIT: what their precision lost) as floats, side by
//               side; NaN in the first where the pixel is invalid
// GUIDE_KIND: 1 luma, 2 lab (L*, a*, b* over 100; IEC 61966-2-1, CIE 15, white D65). Double
// precision: differences of float samples as close as 1e-7 count.

DEVICE double srgb_to_linear(double v) {
  if (!(v > 0.0)) return 0.0;
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

// f of CIE 15: the cube root, with a line near black.
DEVICE double lab_curve(double t) {
  const double delta = 6.0 / 29.0;
  return t > delta * delta * delta ? cbrt(t) : t / (3.0 * delta * delta) + 4.0 / 29.0;
}

DEVICE void make_guide(const float* value, double* guide) {
#if GUIDE_KIND == 1
  guide[0] = 0.299 * value[0] + 0.587 * value[1] + 0.114 * value[2];
#else
  const double full = READS == U8 ? 255.0 : READS == U16 ? 65535.0 : 1.0;
  const double r = srgb_to_linear(value[0] / full), g = srgb_to_linear(value[1] / full),
               b = srgb_to_linear(value[2] / full);
  const double fx = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const double fy = lab_curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
  const double fz = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  guide[0] = 1.16 * fy - 0.16;
  guide[1] = 5.0 * (fx - fy);
  guide[2] = 2.0 * (fy - fz);
#endif
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void guide(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
           const GLOBAL uchar* RESTRICT unused, const GLOBAL float* RESTRICT weights,
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
  make_guide(value, planes);
  GLOBAL float* g = (GLOBAL float*)output_pixel(out, a, x, y);
  UNROLL for (int k = 0; k < GUIDES; ++k) {
    const float near = (float)planes[k];
    g[k] = near;
    if (SPLIT) g[k + SPLIT * GUIDES] = (float)(planes[k] - (double)near);
  }
  if (!valid) g[0] = AS_FLOAT(0x7fc00000u);
}
