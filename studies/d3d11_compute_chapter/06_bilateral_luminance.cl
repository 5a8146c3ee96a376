// SPDX-License-Identifier: Apache-2.0
// Rung 6: the bilateral by luminance (the other way of part 10.3.1, which has no listing).
//   one group -> GROUP_WIDTH x GROUP_HEIGHT pixels (32x32)
//   one item  -> one pixel: 49 reads, 49 luminances, exponentials and divisions
// What changes:    all channels have one weight, by the difference of their luminance.
// They expected:   that the picture is somewhat worse, since one number stands for a colour; in
//                  instructions no gain on a GPU with vector registers.
// They saw:        nothing; they did not try it.
// What we see:     an H200, whose registers are scalars, is 3.6 times as fast as with four weights.
//                  Further from rung 4 than the separable one is (45 dB), since edges between
//                  colours of one luminance are lost. But with noise it comes closer to the clean
//                  image: a luminance has less noise than a channel, and so have its weights.
DEVICE float luminance(float4 p) {
  return 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_luminance(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterPlane, args)) {
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (!is_inside(&args, x, y)) return;
  const float centre = luminance(pixel_at(in, &args, x, y));
  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  float weight = 0.0f;
  for (int i = 0; i < TAPS; ++i)
    for (int j = 0; j < TAPS; ++j) {
      const float4 sample = pixel_at(in, &args, x + i - RADIUS, y + j - RADIUS);
      const float tap = range_weight(centre - luminance(sample)) * SQUARE_WEIGHTS[i * TAPS + j];
      colour = added(colour, scaled(sample, tap));
      weight += tap;
    }
  out[y * args.width + x] = divided(colour, MAKE_FLOAT4(weight, weight, weight, weight));
}
