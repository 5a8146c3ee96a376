// SPDX-License-Identifier: Apache-2.0
// A geometry-guided mean of a small RADIUS, a constant: along rows from a tile in local memory, along
// columns straight from what the rows made.
//   one item  -> ROWS neighbours along the walk; a value that is loaded serves all of them
//   reach     -> a word of bits, one for each tap: those between the discontinuities on both sides
//   tables    -> 1 / (sum of the weights), by taps reached back and forth: [RADIUS + 1][RADIUS + 1]
//                of the row, then of the column
// Flat sums: the planner has bounded what they err by.

#define TAPS (2 * RADIUS + 1)
#define SPAN (ROWS + 2 * RADIUS)  // values that an item loads
#define REACHES (RADIUS + 1)
#define LOW_TAPS ((1u << RADIUS) - 1u)  // those back

// Bits first .. first + 31 of two words; first <= 31.
DEVICE uint bits_from(uint low, uint high, int first) {
  return (low >> first) | ((high << 1) << (31 - first));
}

// From discontinuities (bit i: between taps i and i + 1) to the taps that are reached, and the
// reciprocal of their weights.
DEVICE uint reached(uint edges, const GLOBAL float* table, float* reciprocal) {
  const uint ahead = (edges >> RADIUS) | (1u << RADIUS);
  const uint forth = ahead ^ (ahead - 1u);  // up to the first discontinuity
  const int skipped = 32 - COUNT_LEADING_ZEROS(edges & LOW_TAPS);
  *reciprocal = table[(RADIUS - skipped) * REACHES + COUNT_BITS(forth) - 1];
  return (forth << RADIUS) | (LOW_TAPS & ~((1u << skipped) - 1u));
}

// Adds value i of a span to the sums of its ROWS centres.
DEVICE void add_value(int i, const float* value, const uint* taps, const float* weights,
                      float sum[ROWS][AVERAGED]) {
  UNROLL for (int j = 0; j < ROWS; ++j) {
    const int k = i - j;
    if (k < 0 || k >= TAPS) continue;
    if (taps[j] >> k & 1u)
      UNROLL for (int c = 0; c < AVERAGED; ++c) sum[j][c] = FMA(weights[k], value[c], sum[j][c]);
  }
}

DEVICE void clear(float sum[ROWS][AVERAGED]) {
  UNROLL for (int j = 0; j < ROWS; ++j)
    UNROLL for (int c = 0; c < AVERAGED; ++c) sum[j][c] = 0.0f;
}

#define TILE_ROWS (GROUP_HEIGHT * ROWS)
#define TILE_PIXELS (GROUP_WIDTH + 2 * RADIUS)    // of a row
#define PITCH ((TILE_PIXELS * AVERAGED) | 1)      // odd: rows are in different banks
#define WORDS ((TILE_PIXELS + 31) / 32 + 1)       // discontinuities of a row, bit i: right of pixel i

DEVICE void load_tile(const GLOBAL uchar* in, GLOBAL uchar* scratch, const SelvageGeometry* a, int x0,
                      int y0, LOCAL float* tile, LOCAL uint* words) {
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  for (int at = item; at < TILE_ROWS * TILE_PIXELS; at += GROUP_WIDTH * GROUP_HEIGHT) {
    const int row = at / TILE_PIXELS, i = at % TILE_PIXELS;
    const int x = x0 - RADIUS + i, y = y0 + row;
    const int mark = held(a, x, y) ? *mark_at(scratch, a, x, y) : NOTHING;
    if (mark & MARK_RIGHT) ATOMIC_ADD(&words[row * WORDS + (i >> 5)], 1u << (i & 31));
    const GLOBAL uchar* p = input_pixel(in, a, x, y);
    UNROLL for (int c = 0; c < AVERAGED; ++c)
      tile[row * PITCH + i * AVERAGED + c] =
          mark & MARK_HOLE ? 0.0f : read_sample(p + c * CHANNEL_STEP(a));
  }
}

// A group: TILE_ROWS rows of GROUP_WIDTH pixels. Along the walk neighbouring items are of neighbouring
// rows, whose values lie in different banks.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_rows(GEOMETRY_PARAMETERS LOCAL_PARAM(float, tile)) {
  LOCAL_BODY(float, tile)
  const SelvageGeometry* a = &args;
  const int x0 = a->x0 + GROUP_X * GROUP_WIDTH, y0 = a->y0 + GROUP_Y * TILE_ROWS;
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  LOCAL uint* words = (LOCAL uint*)(tile + TILE_ROWS * PITCH);
  for (int i = item; i < TILE_ROWS * WORDS; i += GROUP_WIDTH * GROUP_HEIGHT) words[i] = 0u;
  BARRIER();
  load_tile(in + origin(&a->in), scratch, a, x0, y0, tile, words);
  BARRIER();

  const int row = item % TILE_ROWS, first = item / TILE_ROWS * ROWS;
  LOCAL float* from = tile + row * PITCH + first * AVERAGED;
  const uint low = words[row * WORDS + (first >> 5)], high = words[row * WORDS + (first >> 5) + 1];
  uint taps[ROWS];
  float reciprocal[ROWS], sum[ROWS][AVERAGED];
  UNROLL for (int j = 0; j < ROWS; ++j)
    taps[j] = reached(bits_from(low, high, (first & 31) + j), tables, &reciprocal[j]);
  clear(sum);
  UNROLL for (int i = 0; i < SPAN; ++i) {
    float value[AVERAGED];
    UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = from[i * AVERAGED + c];
    add_value(i, value, taps, a->row, sum);
  }
  BARRIER();
  UNROLL for (int j = 0; j < ROWS; ++j)
    UNROLL for (int c = 0; c < AVERAGED; ++c) from[j * AVERAGED + c] = sum[j][c] * reciprocal[j];
  BARRIER();
  for (int k = LOCAL_Y; k < TILE_ROWS; k += GROUP_HEIGHT) {
    const int x = x0 + LOCAL_X, y = y0 + k;
    if (x >= a->x1 || y >= a->y1) continue;
    GLOBAL float* p = mean_at(scratch, a, x, y);
    UNROLL for (int c = 0; c < AVERAGED; ++c)
      p[c * MEAN_PLANE(a)] = tile[k * PITCH + LOCAL_X * AVERAGED + c];
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_columns(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y0 = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS;
  if (x >= a->x1 || y0 >= a->y1) return;
  const int above = a->held_y0 - (y0 - RADIUS), below = a->held_y1 - (y0 - RADIUS);
  const GLOBAL uchar* mark = mark_at(scratch, a, x, y0 - RADIUS);
  uint low = 0u, high = 0u, holes = 0u;  // discontinuities below value i; holes of the centres
  UNROLL for (int i = 0; i < SPAN; ++i) {
    const uint marks = i >= above && i < below ? *mark : NOTHING;
    mark += a->marks.row;
    const uint edge = (marks / MARK_DOWN) & 1u, hole = marks / MARK_HOLE;
    if (i < 32) low |= edge << (i & 31);
    if (i >= 32) high |= edge << (i & 31);
    if (i >= RADIUS && i < RADIUS + ROWS) holes |= hole << ((i - RADIUS) & 31);
  }
  uint taps[ROWS];
  float reciprocal[ROWS], sum[ROWS][AVERAGED];
  UNROLL for (int j = 0; j < ROWS; ++j)
    taps[j] = reached(bits_from(low, high, j), tables + REACHES * REACHES, &reciprocal[j]);
  clear(sum);
  const GLOBAL float* from = mean_at(scratch, a, x, y0 - RADIUS);
  UNROLL for (int i = 0; i < SPAN; ++i) {
    const int inside = i >= above && i < below;
    float value[AVERAGED];
    UNROLL for (int c = 0; c < AVERAGED; ++c) value[c] = inside ? from[c * MEAN_PLANE(a)] : 0.0f;
    from += a->means.row / 4;
    add_value(i, value, taps, a->column, sum);
  }
  in += origin(&a->in);
  out += origin(&a->out);
  UNROLL for (int j = 0; j < ROWS; ++j) {
    if (y0 + j >= a->y1) continue;
    float mean[AVERAGED];
    UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = sum[j][c] * reciprocal[j];
    write_pixel(in, out, a, x, y0 + j, holes >> j & 1u, mean);
  }
}
