// SPDX-License-Identifier: Apache-2.0
// Rung 8: rung 2 renormalised at the border.
//   one group -> a row's 640 pixels, or a column's 480; more groups where the row is longer
//   local     -> these pixels and RADIUS at each end (see rows.h)
//   one item  -> one pixel of a pass: 1 read, 7 taps from group memory, 7 tests, one division
// What changes:    taps outside the image are left out, and each pass divides by the sum of the
//                  weights that it used. The sum of the square's weights inside is the product of
//                  the row's and the column's, so two passes divide rightly.
// They expected:   some complexity, and care with the performance; they neglect it (10.1.2).
// They saw:        nothing; they did not try it.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gaussian_border(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterPlane, args)
                     LOCAL_PARAM(float4, points)) {
  LOCAL_BODY(float4, points)
  const int i = ROW_ITEM;
  points[i + RADIUS] = pixel_at(in, &args, PIXEL_X, PIXEL_Y);
  if (i < 2 * RADIUS) points[END_SLOT(i)] = pixel_of_slot(in, &args, END_SLOT(i));
  BARRIER();
  if (!is_inside(&args, PIXEL_X, PIXEL_Y)) return;

  const int along = VERTICAL ? PIXEL_Y : PIXEL_X;
  const int length = VERTICAL ? args.height : args.width;
  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  float weight = 0.0f;
  for (int k = 0; k < TAPS; ++k) {
    const int tap = along + k - RADIUS;
    if (tap < 0 || tap >= length) continue;
    colour = added(colour, scaled(points[i + k], ROW_WEIGHTS[k]));
    weight += ROW_WEIGHTS[k];
  }
  out[PIXEL_Y * args.width + PIXEL_X] = scaled(colour, 1.0f / weight);
}
