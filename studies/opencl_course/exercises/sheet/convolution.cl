// SPDX-License-Identifier: Apache-2.0
// A start for task `convolution` with the header that the sheet prints (section 3.2): right, and
// straight from global memory.

__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1)))
void Convolution(
    __global float* d_Dst,
    __global const float* d_Src,
    __constant float* c_Kernel,
    uint Width,
    uint Height,
    uint Pitch
    )
{
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= Width || y >= Height) return;
  float sum = 0.0f;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int px = x + dx, py = y + dy;
      if (px < 0 || py < 0 || px >= (int)Width || py >= (int)Height) continue;
      sum += c_Kernel[3 * (dy + 1) + dx + 1] * d_Src[py * Pitch + px];
    }
  d_Dst[y * Pitch + x] = sum * c_Kernel[9] + c_Kernel[10];
}
