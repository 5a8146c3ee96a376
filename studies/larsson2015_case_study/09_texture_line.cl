// SPDX-License-Identifier: Apache-2.0
// His texture trial, one-dimensional: version 2 with the image in a line of texels.
//   changes   pixels come through the texture cache (float texels of four channels, for bytes)
//   expected  a gain where neighbours are read together
//   he saw    no benefit; dropped early, no numbers
//   we see    as he says: 0.99x to 1.00x version 2 on an H200

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void texture_line(TEXTURE_1D in, GLOBAL uchar* out, ARGUMENTS(LarssonArguments, args)) {
  const int radius = RADIUS(args);
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X + radius;
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y + radius;
  if (x >= args.width - radius || y >= args.height - radius) return;
  const Colour centre = colour_of_texel(TEXEL4_1D(in, y * args.width + x));
  Sums sums;
  clear(&sums);
  for (int dy = -radius; dy <= radius; ++dy)
    TAPS for (int dx = -radius; dx <= radius; ++dx) {
      const Colour tap = colour_of_texel(TEXEL4_1D(in, (y + dy) * args.width + x + dx));
      add_tap(&sums, SPACE_AT(dx, dy), &centre, &tap, args.sigma_range);
    }
  write_mean(out, args.width, x, y, &sums);
}
