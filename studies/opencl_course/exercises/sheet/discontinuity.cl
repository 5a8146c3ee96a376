// SPDX-License-Identifier: Apache-2.0
// A start for task `discontinuity` with the sheet's names (section 5.1): right, and straight from
// global memory. DiscontinuityHorizontal runs first; DiscontinuityVertical adds to its flags.

__kernel void DiscontinuityHorizontal(__global uchar* d_Disc, __global const float4* d_NormDepth,
                                      int Width, int Height, int Pitch) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= Width || y >= Height) return;
  const float4 own = d_NormDepth[y * Pitch + x];
  int flag = 0;
  if (x == 0 || IsNormalDiscontinuity(own, d_NormDepth[y * Pitch + x - 1]) ||
      IsDepthDiscontinuity(own, d_NormDepth[y * Pitch + x - 1]))
    flag += 1;
  if (x == Width - 1 || IsNormalDiscontinuity(own, d_NormDepth[y * Pitch + x + 1]) ||
      IsDepthDiscontinuity(own, d_NormDepth[y * Pitch + x + 1]))
    flag += 2;
  d_Disc[y * Pitch + x] = flag;
}

__kernel void DiscontinuityVertical(__global uchar* d_Disc, __global const float4* d_NormDepth,
                                    int Width, int Height, int Pitch) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= Width || y >= Height) return;
  const float4 own = d_NormDepth[y * Pitch + x];
  int flag = d_Disc[y * Pitch + x];
  if (y == 0 || IsNormalDiscontinuity(own, d_NormDepth[(y - 1) * Pitch + x]) ||
      IsDepthDiscontinuity(own, d_NormDepth[(y - 1) * Pitch + x]))
    flag += 4;
  if (y == Height - 1 || IsNormalDiscontinuity(own, d_NormDepth[(y + 1) * Pitch + x]) ||
      IsDepthDiscontinuity(own, d_NormDepth[(y + 1) * Pitch + x]))
    flag += 8;
  d_Disc[y * Pitch + x] = flag;
}
