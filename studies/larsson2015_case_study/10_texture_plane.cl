// SPDX-License-Identifier: Apache-2.0
// The texture trial that he names but did not make: version 2 with the image in a plane of texels.
//   changes   the cache keeps neighbours of both directions together
//   expected  greater effect than of a line, where images are two-dimensional arrays
//   he saw    not tried
//   we see    an H200: 0.98x to 1.00x version 2

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void texture_plane(TEXTURE_2D in, GLOBAL uchar* out, ARGUMENTS(LarssonArguments, args)) {
  const int radius = RADIUS(args);
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X + radius;
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y + radius;
  if (x >= args.width - radius || y >= args.height - radius) return;
  const Colour centre = colour_of_texel(TEXEL4_2D(in, x, y));
  Sums sums;
  clear(&sums);
  for (int dy = -radius; dy <= radius; ++dy)
    TAPS for (int dx = -radius; dx <= radius; ++dx) {
      const Colour tap = colour_of_texel(TEXEL4_2D(in, x + dx, y + dy));
      add_tap(&sums, SPACE_AT(dx, dy), &centre, &tap, args.sigma_range);
    }
  write_mean(out, args.width, x, y, &sums);
}
