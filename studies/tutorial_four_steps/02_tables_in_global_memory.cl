// SPDX-License-Identifier: Apache-2.0
// Step 2: both factors of a weight are looked up. Distances are whole numbers (r^2 of the window's places, d of
// 0..765), so the host computes all values once; the tables lie in global memory.
// Expected: two loads in place of two exponentials; the author feared that global memory is slow.
// Seen by the author: 6144 us, six times slower than step 1, more than feared.
// Seen here: 70 us on an H200, 1.25 times as fast as step 1: two full exponentials cost more than two loads that a
// cache serves (a guess: nobody counted its hits). PoCL: three times as fast.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void tables_in_global_memory(const GLOBAL uchar* RESTRICT in, GLOBAL uchar* RESTRICT out,
                             const GLOBAL float* RESTRICT space, const GLOBAL float* RESTRICT colour,
                             ARGUMENTS(FourSteps, a)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a.width || y >= a.height) return;

  const int side = 2 * a.radius + 1;
  const Pixel centre = pixel_at(in, x, y, a.width);
  Sums sums = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int ky = -a.radius; ky <= a.radius; ++ky)
    for (int kx = -a.radius; kx <= a.radius; ++kx) {
      if (kx * kx + ky * ky > a.radius * a.radius) continue;
      const Pixel tap = pixel_at(in, clamped(x + kx, a.width), clamped(y + ky, a.height), a.width);
      const float near = space[(ky + a.radius) * side + kx + a.radius];
      add_tap(&sums, tap, near * colour[distance_of(centre, tap)]);
    }
  store_mean(out, x, y, a.width, sums);
}
