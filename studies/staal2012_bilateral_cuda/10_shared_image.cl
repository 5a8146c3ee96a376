// SPDX-License-Identifier: Apache-2.0
// Rung 10 (his future work), the image in shared memory: rung 8 whose group first copies its pixels
// and a halo of the radius into local memory.
//   changes   local -> (GROUP_HEIGHT + 2r) rows of (GROUP_WIDTH + 2r) pixels of three samples; the
//             border rule is applied there alone, once for each pixel of the tile
//   expected  less traffic; he found no scheme without divergence. All work-items walk the tile in
//             strides of the group here, whatever its size: only the last stride diverges.
//   he saw    he did not try it
//   we see    an H200: 1.04 (radius 4) to 1.05 times (10) as fast as rung 8: the loads were not the
//             cost. PoCL, whose local memory is the CPU's own cache: 2.2 to 1.7 times, since the
//             border rule leaves the taps.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void shared_image(const GLOBAL float* in, const GLOBAL float* map, GLOBAL float* out,
                  ARGUMENTS(StaalArguments, args) LOCAL_PARAM(float, tile)) {
  LOCAL_BODY(float, tile)
  const StaalArguments* a = &args;
  const int left = GROUP_X * GROUP_WIDTH - a->radius, top = GROUP_Y * GROUP_HEIGHT - a->radius;
  const int columns = GROUP_WIDTH + 2 * a->radius, rows = GROUP_HEIGHT + 2 * a->radius;
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  for (int t = item; t < columns * rows; t += GROUP_WIDTH * GROUP_HEIGHT) {
    // Right and below of a group that leaves the image, nobody reads what lies beyond the halo.
    const int x = MIN_INT(left + t % columns, a->width - 1 + a->radius);
    const int y = MIN_INT(top + t / columns, a->height - 1 + a->radius);
    const int from = 3 * tap_index(a, x, y);
    UNROLL
    for (int c = 0; c < 3; ++c) tile[3 * t + c] = in[from + c];
  }
  BARRIER();
  const int x = left + a->radius + LOCAL_X, y = top + a->radius + LOCAL_Y;
  if (x >= a->width || y >= a->height) return;
  const LOCAL float* place = tile + 3 * ((LOCAL_Y + a->radius) * columns + LOCAL_X + a->radius);
  const float centre[3] = {place[0], place[1], place[2]};
  Sums sums;
  no_taps(&sums);
  for (int i = -a->radius; i <= a->radius; ++i)
    for (int j = -a->radius; j <= a->radius; ++j) {
      const LOCAL float* at = place + 3 * (j * columns + i);
      const float tap[3] = {at[0], at[1], at[2]};
      add_tap_lean(centre, tap, map[map_index(a, i, j)], a, &sums);
    }
  write_mean(&sums, out, y * a->width + x);
}
