// SPDX-License-Identifier: Apache-2.0
// Rung 7: rung 2 with its weights in a constant buffer.
//   one group -> a row's 640 pixels, or a column's 480; more groups where the row is longer
//   local     -> these pixels and RADIUS at each end (see rows.h)
//   one item  -> one pixel of a pass: 1 read, 7 taps from group memory, 7 weights from the arguments
// What changes:    the application gives the weights (section 10.3.1 mentions it): the kernel serves
//                  any sigma, and no compiler can make constants of them. NVRTC does not do so in
//                  rung 2 either: there 7 weights come from constant memory, here from arguments,
//                  which lie in constant memory too.
// They expected:   nothing is said; "just as easily".
// They saw:        nothing; they did not try it.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gaussian_constants(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterConstants, args)
                        LOCAL_PARAM(float4, points)) {
  LOCAL_BODY(float4, points)
  const int i = ROW_ITEM;
  points[i + RADIUS] = pixel_at(in, &args.plane, PIXEL_X, PIXEL_Y);
  if (i < 2 * RADIUS) points[END_SLOT(i)] = pixel_of_slot(in, &args.plane, END_SLOT(i));
  BARRIER();
  if (!is_inside(&args.plane, PIXEL_X, PIXEL_Y)) return;

  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int k = 0; k < TAPS; ++k)
    colour = added(colour, scaled(points[i + k], args.weights[k]));
  out[PIXEL_Y * args.plane.width + PIXEL_X] = colour;
}
