// SPDX-License-Identifier: Apache-2.0
// Rung 2: two passes, rows and columns, with group memory (listing 10.2).
//   one group -> a row's 640 pixels, or a column's 480; more groups where the row is longer
//   local     -> these pixels and RADIUS at each end (see rows.h)
//   one item  -> one pixel of a pass: 1 read, 7 taps from group memory
// What changes:    49 taps become 7 + 7, and 7 + 7 reads become 1 + 1; one more image between.
// They expected:   much faster, although a barrier and the group memory's own accesses are added.
// They saw:        a significant advantage; no figures.
// What we see:     an H200 saves a factor of 2.6 where operations fall by 3.5; over brute force
//                  from a buffer nothing (0.93). The columns' pass takes 2.2 times as long as the
//                  rows'.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gaussian_separable(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterPlane, args)
                        LOCAL_PARAM(float4, points)) {
  LOCAL_BODY(float4, points)
  const int i = ROW_ITEM;
  points[i + RADIUS] = pixel_at(in, &args, PIXEL_X, PIXEL_Y);
  if (i < 2 * RADIUS) points[END_SLOT(i)] = pixel_of_slot(in, &args, END_SLOT(i));
  BARRIER();
  if (!is_inside(&args, PIXEL_X, PIXEL_Y)) return;

  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int k = 0; k < TAPS; ++k)
    colour = added(colour, scaled(points[i + k], ROW_WEIGHTS[k]));
  out[PIXEL_Y * args.width + PIXEL_X] = colour;
}
