// SPDX-License-Identifier: Apache-2.0
// Converts a pixel to luma or Lab, in which the norms luma and lab measure distances. Double
// precision, because differences of float samples as small as 1e-7 count.
//   GUIDE_KIND  1 luma, 2 lab (L*, a*, b* over 100; IEC 61966-2-1, CIE 15, white D65)

DEVICE double srgb_to_linear(double v) {
  if (!(v > 0.0)) return 0.0;
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

// f of CIE 15: the cube root, with a line near black.
DEVICE double lab_curve(double t) {
  const double delta = 6.0 / 29.0;
  return t > delta * delta * delta ? cbrt(t) : t / (3.0 * delta * delta) + 4.0 / 29.0;
}

// Converts linear R, G, B.
DEVICE void lab_of_linear(double r, double g, double b, double* lab) {
  const double fx = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const double fy = lab_curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
  const double fz = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  lab[0] = 1.16 * fy - 0.16;
  lab[1] = 5.0 * (fx - fy);
  lab[2] = 2.0 * (fy - fz);
}

// Converts R, G, B in stored units; `full` is the stored value of 1.
DEVICE void make_guide(const float* value, double full, double* guide) {
#if GUIDE_KIND == 1
  guide[0] = 0.299 * value[0] + 0.587 * value[1] + 0.114 * value[2];
#else
  lab_of_linear(srgb_to_linear(value[0] / full), srgb_to_linear(value[1] / full),
                srgb_to_linear(value[2] / full), guide);
#endif
}
