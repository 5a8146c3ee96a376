// SPDX-License-Identifier: Apache-2.0
// Of each pixel its right lower neighbour in a texture: outside of it there are zeros.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void plane(TEXTURE_2D texels, GLOBAL float* RESTRICT out, ARGUMENTS(Amount, a)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a.width || y >= a.height) return;
#if CHANNELS == 1
  out[y * a.width + x] = a.factor * TEXEL_2D(texels, x + 1, y + 1);
#else
  const float4 texel = TEXEL4_2D(texels, x + 1, y + 1);
  out[y * a.width + x] = a.factor * (texel.x + texel.y + texel.z + texel.w);
#endif
}
