// SPDX-License-Identifier: Apache-2.0
// A start for task `histogram_local` in the sheet's own words (section 6.3).

__kernel void compute_histogram_local_memory(__global uint* histogram, __global const float* img,
                                             int width, int height, int pitch, int num_hist_bins,
                                             __local uint* local_hist) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int first = get_local_id(0) == 0 && get_local_id(1) == 0;
  if (first)
    for (int bin = 0; bin < num_hist_bins; ++bin) local_hist[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < width && y < height) {
    const int bin = (int)(img[y * pitch + x] * num_hist_bins);
    atomic_add(&local_hist[clamp(bin, 0, num_hist_bins - 1)], 1u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first)
    for (int bin = 0; bin < num_hist_bins; ++bin) atomic_add(&histogram[bin], local_hist[bin]);
}
