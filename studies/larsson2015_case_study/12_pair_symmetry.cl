// SPDX-License-Identifier: Apache-2.0
// His future work, pair symmetry [agarwal2012]: p weighs q as q weighs p, so that one weight serves
// both. All threads of a block walk one half of the window in step: for each offset a thread adds
// its neighbour's value to its own sums, in registers, and its own value to the neighbour's sums,
// in shared memory. Offsets are the same for all threads, so no two add to the same sums; a barrier
// parts the offsets. What comes from outside of the block is computed on both sides.
//   changes   half of the exponentials inside of a block; six sums a pixel in shared memory
//   expected  a gain, since memory is not what the time goes to
//   he saw    not tried
//   we see    an H200: 1.07x version 4 at radius 1, 0.96x at 7 and 0.95x at 15, each with its best
//             block: a barrier and twelve accesses of shared memory eat what half of the
//             exponentials saves
//
// Shared memory: the tile [side + 2r][row], then the sums, 6 planes of [side][side].

typedef struct {
  int middle;  // of this thread's pixel in the tile
  int row;     // of the tile
  int item;
} Place;

// Whether the offset leads from this thread's pixel to another of the block.
DEVICE int in_block(int dx, int dy) {
  const int x = LOCAL_X + dx, y = LOCAL_Y + dy;
  return x >= 0 && x < GROUP_WIDTH && y >= 0 && y < GROUP_HEIGHT;
}

// One pair: the neighbour's values into `own`, this pixel's into the neighbour's sums.
DEVICE void add_pair(const LOCAL uint* tile, LOCAL float* shared, const Place* p, int dx, int dy,
                     const Colour* centre, float sigma, Sums* own) {
  const Colour tap = colour_of(tile[p->middle + dy * p->row + dx]);
  const float space = SPACE_AT(dx, dy);
  const int theirs = in_block(dx, dy), other = p->item + dy * GROUP_WIDTH + dx;
  UNROLL for (int c = 0; c < 3; ++c) {
    const float w = space * range_weight(centre->c[c] - tap.c[c], sigma);
    own->sum[c] = FMA(w, (float)tap.c[c], own->sum[c]);
    own->total[c] += w;
    if (theirs) {
      LOCAL float* sum = shared + c * GROUP_WIDTH * GROUP_HEIGHT + other;
      LOCAL float* total = sum + 3 * GROUP_WIDTH * GROUP_HEIGHT;
      *sum = FMA(w, (float)centre->c[c], *sum);
      *total += w;
    }
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void pair_symmetry(const GLOBAL uchar* in, GLOBAL uchar* out,
                   ARGUMENTS(LarssonArguments, args) LOCAL_PARAM(uint, tile)) {
  LOCAL_BODY(uint, tile)
  const int radius = RADIUS(args), pixels = GROUP_WIDTH * GROUP_HEIGHT;
  const int left = GROUP_X * GROUP_WIDTH, top = GROUP_Y * GROUP_HEIGHT;
  Place p;
  p.row = padded_row(radius, 1);
  p.middle = (LOCAL_Y + radius) * p.row + LOCAL_X + radius;
  p.item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  LOCAL float* shared = (LOCAL float*)tile + (GROUP_HEIGHT + 2 * radius) * p.row;
  UNROLL for (int i = 0; i < 6; ++i) shared[i * pixels + p.item] = 0.0f;
  // Threads beyond the image take part too: what they compute reaches no pixel that is written.
  for (int i = p.item; i < (GROUP_HEIGHT + 2 * radius) * p.row; i += pixels) tile[i] = 0u;
  BARRIER();
  load_tile(tile, p.row, in, &args, left, top, GROUP_WIDTH + 2 * radius,
            GROUP_HEIGHT + 2 * radius);
  BARRIER();

  const Colour centre = colour_of(tile[p.middle]);
  Sums own;
  clear(&own);
  add_tap(&own, SPACE_AT(0, 0), &centre, &centre, args.sigma_range);
  for (int dy = 0; dy <= radius; ++dy)
    for (int dx = dy == 0 ? 1 : -radius; dx <= radius; ++dx) {
      add_pair(tile, shared, &p, dx, dy, &centre, args.sigma_range, &own);
      if (!in_block(-dx, -dy)) {
        const Colour tap = colour_of(tile[p.middle - dy * p.row - dx]);
        add_tap(&own, SPACE_AT(dx, dy), &centre, &tap, args.sigma_range);
      }
      BARRIER();
    }
  UNROLL for (int c = 0; c < 3; ++c) {
    own.sum[c] += shared[c * pixels + p.item];
    own.total[c] += shared[(3 + c) * pixels + p.item];
  }
  const int x = left + LOCAL_X + radius, y = top + LOCAL_Y + radius;
  if (x < args.width - radius && y < args.height - radius)
    write_mean(out, args.width, x, y, &own);
}
