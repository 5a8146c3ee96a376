// SPDX-License-Identifier: Apache-2.0
// Rung 1: the Gaussian by brute force (listing 10.1).
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels (32x32)
//   one item  -> one pixel: 49 reads, 49 multiplications and additions of four channels
// What changes:    nothing yet. The 49 weights are constants.
// They expected:   a right picture, quickly, but reads that grow with the square of the window.
// They saw:        no figures are given; texture caches may help it, they say.
// What we see:     a buffer is 2.8 times as fast as the texture on an H200 (3840x2160), four times
//                  on a CPU, which has no texture unit. That texels of 16 bytes are slow to fetch
//                  is a guess.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gaussian_brute(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterPlane, args)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (!is_inside(&args, x, y)) return;
  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int i = 0; i < TAPS; ++i)
    for (int j = 0; j < TAPS; ++j) {
      const float4 sample = pixel_at(in, &args, x + i - RADIUS, y + j - RADIUS);
      colour = added(colour, scaled(sample, SQUARE_WEIGHTS[i * TAPS + j]));
    }
  out[y * args.width + x] = colour;
}
