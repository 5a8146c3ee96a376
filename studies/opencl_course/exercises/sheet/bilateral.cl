// SPDX-License-Identifier: Apache-2.0
// A start for task `bilateral` with the sheet's names (section 5.2): right, and straight from global
// memory. Each walk ends at the pixel that has a flag ahead; the sum is divided by the weights used.

__kernel __attribute__((reqd_work_group_size(H_GROUPSIZE_X, H_GROUPSIZE_Y, 1)))
void ConvHorizontal(__global float* d_Dst, __global const float* d_Src,
                    __global const uchar* d_Disc, __constant float* c_Kernel,
                    int Width, int Height, int Pitch) {
  const int y = get_global_id(1);
  for (int step = 0; step < H_RESULT_STEPS; ++step) {
    const int x = (get_group_id(0) * H_RESULT_STEPS + step) * H_GROUPSIZE_X + get_local_id(0);
    if (x >= Width || y >= Height) continue;
    const int at = y * Pitch + x;
    float weight = c_Kernel[KERNEL_RADIUS], sum = weight * d_Src[at];
    for (int k = 1; k <= KERNEL_RADIUS && !(d_Disc[at - k + 1] & 1); ++k) {
      sum += c_Kernel[KERNEL_RADIUS - k] * d_Src[at - k];
      weight += c_Kernel[KERNEL_RADIUS - k];
    }
    for (int k = 1; k <= KERNEL_RADIUS && !(d_Disc[at + k - 1] & 2); ++k) {
      sum += c_Kernel[KERNEL_RADIUS + k] * d_Src[at + k];
      weight += c_Kernel[KERNEL_RADIUS + k];
    }
    d_Dst[at] = sum / weight;
  }
}

__kernel __attribute__((reqd_work_group_size(V_GROUPSIZE_X, V_GROUPSIZE_Y, 1)))
void ConvVertical(__global float* d_Dst, __global const float* d_Src,
                  __global const uchar* d_Disc, __constant float* c_Kernel,
                  int Width, int Height, int Pitch) {
  const int x = get_global_id(0);
  for (int step = 0; step < V_RESULT_STEPS; ++step) {
    const int y = (get_group_id(1) * V_RESULT_STEPS + step) * V_GROUPSIZE_Y + get_local_id(1);
    if (x >= Width || y >= Height) continue;
    const int at = y * Pitch + x;
    float weight = c_Kernel[KERNEL_RADIUS], sum = weight * d_Src[at];
    for (int k = 1; k <= KERNEL_RADIUS && !(d_Disc[at - (k - 1) * Pitch] & 4); ++k) {
      sum += c_Kernel[KERNEL_RADIUS - k] * d_Src[at - k * Pitch];
      weight += c_Kernel[KERNEL_RADIUS - k];
    }
    for (int k = 1; k <= KERNEL_RADIUS && !(d_Disc[at + (k - 1) * Pitch] & 8); ++k) {
      sum += c_Kernel[KERNEL_RADIUS + k] * d_Src[at + k * Pitch];
      weight += c_Kernel[KERNEL_RADIUS + k];
    }
    d_Dst[at] = sum / weight;
  }
}
