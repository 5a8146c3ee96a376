// SPDX-License-Identifier: Apache-2.0
// His future work, the fast approximations of his part 4.1 made parallel: piecewise linear
// [durand2002, yang2009]. For each of a few levels the weights of range are those of the level, not
// of the centre; so the sums are plain Gaussian filters, which are separable. A pixel's result is
// interpolated between the two levels beside its value.
//   changes   2 (2r + 1) taps without an exponential for each level, and one weight for each pixel
//             and level
//   expected  near constant time; errors where levels are few
//   he saw    not tried
//   we see    an H200, 8 levels: 0.19x, 2.4x and 5.8x version 4 at radius 1, 7 and 15. The cost
//             goes with the levels, with the radius slowly (0.82, 1.27, 1.99 ms); errors fall with
//             the square of the levels
//
// Shared memory of the rows: weight and weight times value, [side][3][2][side + 2r].

// Sums along the rows for one level: planes [3][2][height][width].
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void piecewise_rows(const GLOBAL uchar* in, GLOBAL float* planes,
                    ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(float, line)) {
  LOCAL_BODY(float, line)
  const int radius = RADIUS(args), length = GROUP_WIDTH + 2 * radius;
  const int left = GROUP_X * GROUP_WIDTH, y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  LOCAL float* own = line + LOCAL_Y * 6 * length;  // of this row
  for (int i = LOCAL_X; i < length && left + i < args.width && y < args.height; i += GROUP_WIDTH) {
    const Colour q = colour_at(in, args.width, left + i, y);
    UNROLL for (int c = 0; c < 3; ++c) {
      const float w = gaussian((float)q.c[c] - args.level, args.sigma_range);
      own[2 * c * length + i] = w;
      own[(2 * c + 1) * length + i] = w * (float)q.c[c];
    }
  }
  BARRIER();
  const int x = left + LOCAL_X + radius, pixels = args.width * args.height;
  if (x >= args.width - radius || y >= args.height) return;
  UNROLL for (int plane = 0; plane < 6; ++plane) {
    float sum = 0.0f;
    for (int dx = -radius; dx <= radius; ++dx)
      sum = FMA(SPACE_AT(dx, 0), own[plane * length + LOCAL_X + radius + dx], sum);
    planes[plane * pixels + y * args.width + x] = sum;
  }
}

// Sums along the columns, the level's result, and its share in the pixels that lie beside it.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void piecewise_columns(const GLOBAL uchar* in, const GLOBAL float* planes, GLOBAL float* shares,
                       GLOBAL uchar* out, ARGUMENTS(LarssonArguments, args)) {
  const int radius = RADIUS(args), pixels = args.width * args.height;
  const int x = GROUP_X * GROUP_WIDTH + LOCAL_X + radius;
  const int y = GROUP_Y * GROUP_HEIGHT + LOCAL_Y + radius;
  if (x >= args.width - radius || y >= args.height - radius) return;
  const int here = y * args.width + x;
  const Colour centre = colour_at(in, args.width, x, y);
  UNROLL for (int c = 0; c < 3; ++c) {
    float total = 0.0f, sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy) {
      const int tap = here + dy * args.width;
      total = FMA(SPACE_AT(0, dy), planes[2 * c * pixels + tap], total);
      sum = FMA(SPACE_AT(0, dy), planes[(2 * c + 1) * pixels + tap], sum);
    }
    // Far from all values of the window the weights vanish: the level says nothing.
    const float mean = total > 0.0f ? sum / total : (float)centre.c[c];
    const float share = 1.0f - ABS((float)centre.c[c] - args.level) / args.level_step;
    const float before = args.first ? 0.0f : shares[3 * here + c];
    const float result = share > 0.0f ? FMA(share, mean, before) : before;
    shares[3 * here + c] = result;
    if (args.last) out[3 * here + c] = (uchar)(int)(result + 0.5f);
  }
}
