// SPDX-License-Identifier: Apache-2.0
// A line's texels, of one channel or the sum of four.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void line(TEXTURE_1D texels, GLOBAL float* RESTRICT out, ARGUMENTS(Amount, a)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X;
  if (x >= a.width || LOCAL_Y > 0 || GROUP_Y > 0) return;
#if CHANNELS == 1
  out[x] = a.factor * TEXEL_1D(texels, x);
#else
  const float4 texel = TEXEL4_1D(texels, x);
  out[x] = a.factor * (texel.x + texel.y + texel.z + texel.w);
#endif
}
