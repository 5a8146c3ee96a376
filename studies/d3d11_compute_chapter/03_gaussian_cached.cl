// SPDX-License-Identifier: Apache-2.0
// Rung 3: products are shared in group memory (listing 10.3).
//   local     -> for each pixel of the group and its ends RADIUS products: slot * RADIUS + weight
//   one item  -> multiplies its own pixel by each of the RADIUS + 1 different weights, then adds
//                what its neighbours have multiplied
// What changes:    7 multiplications become 4, since the weights are symmetric; three times the
//                  group memory, 3 stores in place of 1, 6 loads in place of 7.
// They expected:   little: multiplications are cheap and group memory is not free. It would pay for
//                  longer computations.
// They saw:        that it depends on the GPU; no figures.
// What we see:     an H200 gains 1 %, as they expected; PoCL nothing out of the noise.
DEVICE void share(LOCAL float4* products, int slot, float4 pixel) {
  for (int k = 0; k < RADIUS; ++k)
    products[slot * RADIUS + k] = scaled(pixel, ROW_WEIGHTS[k]);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gaussian_cached(SOURCE in, GLOBAL float4* RESTRICT out, ARGUMENTS(ChapterPlane, args)
                     LOCAL_PARAM(float4, products)) {
  LOCAL_BODY(float4, products)
  const int i = ROW_ITEM;
  const float4 own = pixel_at(in, &args, PIXEL_X, PIXEL_Y);
  share(products, i + RADIUS, own);
  if (i < 2 * RADIUS) share(products, END_SLOT(i), pixel_of_slot(in, &args, END_SLOT(i)));
  BARRIER();
  if (!is_inside(&args, PIXEL_X, PIXEL_Y)) return;

  float4 colour = MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int k = 0; k < RADIUS; ++k)
    colour = added(colour, products[(i + k) * RADIUS + k]);
  colour = added(colour, scaled(own, ROW_WEIGHTS[RADIUS]));
  for (int k = RADIUS + 1; k < TAPS; ++k)
    colour = added(colour, products[(i + k) * RADIUS + TAPS - 1 - k]);
  out[PIXEL_Y * args.width + PIXEL_X] = colour;
}
