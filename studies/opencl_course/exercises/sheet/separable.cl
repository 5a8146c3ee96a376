// SPDX-License-Identifier: Apache-2.0
// A start for task `separable` with the sheet's names (section 4.3): right, and straight from global
// memory.

__kernel __attribute__((reqd_work_group_size(H_GROUPSIZE_X, H_GROUPSIZE_Y, 1)))
void ConvHorizontal(__global float* d_Dst, __global const float* d_Src,
                    __constant float* c_Kernel, int Width, int Height, int Pitch) {
  const int y = get_global_id(1);
  for (int step = 0; step < H_RESULT_STEPS; ++step) {
    const int x = (get_group_id(0) * H_RESULT_STEPS + step) * H_GROUPSIZE_X + get_local_id(0);
    if (x >= Width || y >= Height) continue;
    float sum = 0.0f;
    for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; ++k)
      if (x + k >= 0 && x + k < Width) sum += c_Kernel[KERNEL_RADIUS + k] * d_Src[y * Pitch + x + k];
    d_Dst[y * Pitch + x] = sum;
  }
}

__kernel __attribute__((reqd_work_group_size(V_GROUPSIZE_X, V_GROUPSIZE_Y, 1)))
void ConvVertical(__global float* d_Dst, __global const float* d_Src,
                  __constant float* c_Kernel, int Width, int Height, int Pitch) {
  const int x = get_global_id(0);
  for (int step = 0; step < V_RESULT_STEPS; ++step) {
    const int y = (get_group_id(1) * V_RESULT_STEPS + step) * V_GROUPSIZE_Y + get_local_id(1);
    if (x >= Width || y >= Height) continue;
    float sum = 0.0f;
    for (int k = -KERNEL_RADIUS; k <= KERNEL_RADIUS; ++k)
      if (y + k >= 0 && y + k < Height)
        sum += c_Kernel[KERNEL_RADIUS + k] * d_Src[(y + k) * Pitch + x];
    d_Dst[y * Pitch + x] = sum;
  }
}
