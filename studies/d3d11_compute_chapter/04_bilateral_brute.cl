// SPDX-License-Identifier: Apache-2.0
// Rung 4: the bilateral by brute force (listing 10.4).
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels (32x32)
//   one item  -> one pixel: 49 reads, 196 exponentials and divisions
// What changes:    each channel's weight is scaled by a Gaussian of its own difference from the
//                  centre; the sums are divided by the sum of the weights.
// They expected:   four channels for the price of one on GPUs with vector registers (they know that
//                  others were scalar already); memory that dominates.
// They saw:        no figures.
// What we see:     on an H200 4.1 times as long as rung 1, from buffers 12 times: exponentials and
//                  divisions are the cost. Memory does not dominate: texture and buffer differ by 2
//                  %.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_brute(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterPlane, args)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (!is_inside(&args, x, y)) return;
  const float4 centre = pixel_at(in, &args, x, y);
  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  float4 weight = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int i = 0; i < TAPS; ++i)
    for (int j = 0; j < TAPS; ++j) {
      const float4 sample = pixel_at(in, &args, x + i - RADIUS, y + j - RADIUS);
      const float4 range = range_weights(centre, sample);
      const float space = SQUARE_WEIGHTS[i * TAPS + j];
      colour = added(colour, scaled(multiplied(sample, range), space));
      weight = added(weight, scaled(range, space));
    }
  out[y * args.width + x] = divided(colour, weight);
}
