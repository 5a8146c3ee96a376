// SPDX-License-Identifier: Apache-2.0
// Rung 5: the bilateral as if it were separable (listing 10.5).
//   one group -> a row's 640 pixels, or a column's 480; more groups where the row is longer
//   local     -> these pixels and RADIUS at each end (see rows.h)
//   one item  -> one pixel of a pass: 1 read, 7 taps from group memory, 28 exponentials
// What changes:    rung 2's passes with rung 4's weights; the second pass takes its differences from
//                  what the first one made. It is another filter: the bilateral is not separable.
// They expected:   a picture that is not the same and looks much the same, and a great gain.
// They saw:        significantly faster, no objectionable artefacts (figure 10.13); no figures.
// What we see:     an H200 is 3.9 times as fast (operations: 3.5), PoCL 6.7. On a photo 50 dB from
//                  the true one, at most 11 of 255, whichever pass is first. With noise it comes
//                  closer to the clean image than the true one does: two passes are a stronger
//                  filter (table `errors`).
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void bilateral_separable(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterPlane, args)
                         LOCAL_PARAM(float4, points)) {
  LOCAL_BODY(float4, points)
  const int i = ROW_ITEM;
  const float4 centre = pixel_at(in, &args, PIXEL_X, PIXEL_Y);
  points[i + RADIUS] = centre;
  if (i < 2 * RADIUS) points[END_SLOT(i)] = pixel_of_slot(in, &args, END_SLOT(i));
  BARRIER();
  if (!is_inside(&args, PIXEL_X, PIXEL_Y)) return;

  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  float4 weight = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int k = 0; k < TAPS; ++k) {
    const float4 sample = points[i + k];
    const float4 range = range_weights(centre, sample);
    colour = added(colour, scaled(multiplied(sample, range), ROW_WEIGHTS[k]));
    weight = added(weight, scaled(range, ROW_WEIGHTS[k]));
  }
  out[PIXEL_Y * args.width + PIXEL_X] = divided(colour, weight);
}
