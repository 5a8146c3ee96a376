// SPDX-License-Identifier: Apache-2.0
// A geometry-guided mean of a small RADIUS, a constant: along rows from a tile in local memory,
// along columns straight from the row means.
//   one item -> ROWS neighbours along the filtered direction, from SPAN values in registers
//   FINDS_HOLES 1: the rows find the holes of the image, and pass them to the columns
//   reach    -> a word with one bit per tap: set between the discontinuities on both sides
//   tables   -> 1 / (sum of the weights), by taps reached back and forth: [RADIUS + 1][RADIUS + 1]
//               for the row, then for the column
// Flat sums; the planner has bounded their error.

#define OUT_CHANNEL(a) (DENSE ? SAMPLE_BYTES(WRITES) : (a)->out.channel)
#define TAPS (2 * RADIUS + 1)
#define SPAN (ROWS + 2 * RADIUS)
#define REACHES (RADIUS + 1)
#define LOW_TAPS ((1u << RADIUS) - 1u)  // the taps back

// Converts discontinuities (bit i: between taps i and i + 1) to the taps that are reached, and
// returns the reciprocal of their weight.
DEVICE uint reached(uint edges, const GLOBAL float* table, float* reciprocal) {
  const uint ahead = (edges >> RADIUS) | (1u << RADIUS);
  const uint forth = ahead ^ (ahead - 1u);  // to the first discontinuity
  const int skipped = 32 - COUNT_LEADING_ZEROS(edges & LOW_TAPS);
  *reciprocal = table[(RADIUS - skipped) * REACHES + COUNT_BITS(forth) - 1];
  return (forth << RADIUS) | (LOW_TAPS & ~((1u << skipped) - 1u));
}

// Computes the mean of the taps, the first of which is value[0].
DEVICE void mean_of(const float (*value)[AVERAGED], uint taps, const float* weights,
                    float reciprocal, float* mean) {
  float sum[AVERAGED] = {0.0f};
  UNROLL for (int k = 0; k < TAPS; ++k)
    if (taps >> k & 1u)
      UNROLL for (int c = 0; c < AVERAGED; ++c) sum[c] = FMA(weights[k], value[k][c], sum[c]);
  UNROLL for (int c = 0; c < AVERAGED; ++c) mean[c] = sum[c] * reciprocal;
}

// Returns which of an item's values are holes.
DEVICE Span hollow_of(const float (*value)[AVERAGED]) {
  Span hollow = {0u, 0u};
  float sum[AVERAGED] = {0.0f}, all = 0.0f;  // of samples times 0: finite if they are
  UNROLL for (int i = 0; i < SPAN; ++i)
    UNROLL for (int c = 0; c < AVERAGED; ++c) sum[c] = FMA(value[i][c], 0.0f, sum[c]);
  UNROLL for (int c = 0; c < AVERAGED; ++c) all += sum[c];
  if (is_finite(all)) return hollow;
  UNROLL for (int i = 0; i < SPAN; ++i) {
    float here = 0.0f;
    UNROLL for (int c = 0; c < AVERAGED; ++c) here = FMA(value[i][c], 0.0f, here);
    const uint bit = (uint)!is_finite(here) << (i & 31);
    if (i < 32)
      hollow.low |= bit;
    else
      hollow.high |= bit;
  }
  return hollow;
}

// Stores holes for the columns, and for the flags, which need the pixels on both sides. The first
// value is at (x, y).
DEVICE void tell_holes(GLOBAL uchar* scratch, const SelvageGeometry* a, Span hollow, int x, int y) {
  const int row = y - a->held_y0;
  for (int i = RADIUS - 1; i <= RADIUS + ROWS; ++i)
    if (bits_from(hollow.low, hollow.high, i) & 1u)
      ATOMIC_OR(words_at(scratch, &a->holes, x + i - a->held_x0, row / 32), 1u << (row & 31));
}

#define TILE_ROWS (GROUP_HEIGHT * ROWS)
#define ROW_SAMPLES ((GROUP_WIDTH + 2 * RADIUS) * AVERAGED)
#define PITCH (ROW_SAMPLES | 1)  // odd: rows lie in different banks
#define LOADS ((ROW_SAMPLES + GROUP_WIDTH - 1) / GROUP_WIDTH)
#define WORDS 5  // of a row's discontinuities: those of all taps, and one to shift from
#define ITEMS (GROUP_WIDTH * GROUP_HEIGHT)
#define TILE_WORDS (TILE_ROWS * WORDS)
#define WORD_LOADS ((TILE_WORDS + ITEMS - 1) / ITEMS)

// Loads an item's rows first..end-1 from pixel (x, y) of the whole image. Outside the held
// rectangle they are 0, and its edge is read instead, so that no load waits for a branch.
DEVICE void load_tile(const GLOBAL uchar* in, const SelvageGeometry* a, int x, int y, int first,
                      int end, LOCAL float* tile) {
  i64 offset[LOADS];
  int inside[LOADS];
  UNROLL for (int m = 0; m < LOADS; ++m) {
    const int i = LOCAL_X + m * GROUP_WIDTH, px = x + i / AVERAGED;
    inside[m] = px >= a->held_x0 && px < a->held_x1;
    offset[m] = (i64)MAX_INT(a->held_x0, MIN_INT(px, a->held_x1 - 1)) * PIXEL_STEP(a) +
                i % AVERAGED * CHANNEL_STEP(a);
  }
  LOCAL float* to = tile + (LOCAL_Y + first * GROUP_HEIGHT) * PITCH + LOCAL_X;
  UNROLL_4 for (int k = first; k < end; ++k) {
    const int py = y + LOCAL_Y + k * GROUP_HEIGHT, held_row = py < a->held_y1;
    const GLOBAL uchar* from = in + (i64)(held_row ? py : a->held_y1 - 1) * a->in.row;
    UNROLL for (int m = 0; m < LOADS; ++m) {
      const float value = read_sample(from + offset[m]);
      if (LOCAL_X + m * GROUP_WIDTH < ROW_SAMPLES)
        to[m * GROUP_WIDTH] = held_row && inside[m] ? value : 0.0f;
    }
    to += GROUP_HEIGHT * PITCH;
  }
}

// A group: TILE_ROWS rows of GROUP_WIDTH pixels. Neighbouring items work on neighbouring rows,
// whose values lie in different banks.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_rows(GEOMETRY_PARAMETERS LOCAL_PARAM(float, tile)) {
  LOCAL_BODY(float, tile)
  const SelvageGeometry* a = &args;
  const int x0 = a->x0 + GROUP_X * GROUP_WIDTH, y0 = a->y0 + GROUP_Y * TILE_ROWS;
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  LOCAL uint* words = (LOCAL uint*)(tile + TILE_ROWS * PITCH);
  const int first_bit = x0 - RADIUS - a->held_x0, first_word = word_index(first_bit);
  LET_NEXT_BEGIN();
  load_tile(in + origin(&a->in), a, x0 - RADIUS, y0, 0, ROWS / 2, tile);
  WAIT_FOR_LAST(scratch);
  uint loaded[WORD_LOADS];  // in flight together with the rest of the tile
  UNROLL for (int m = 0; m < WORD_LOADS; ++m) {
    const int i = item + m * ITEMS, y = y0 + i / WORDS;
    const Bits right = right_of_row(scratch, a, y);
    loaded[m] = i < TILE_WORDS && y < a->held_y1 ? word_of(&right, first_word + i % WORDS) : 0u;
  }
  load_tile(in + origin(&a->in), a, x0 - RADIUS, y0, ROWS / 2, ROWS, tile);
  UNROLL for (int m = 0; m < WORD_LOADS; ++m)
    if (item + m * ITEMS < TILE_WORDS) words[item + m * ITEMS] = loaded[m];
  BARRIER();

  const int row = item % TILE_ROWS, first = item / TILE_ROWS * ROWS;
  const int bit = first_bit - 32 * first_word + first;
  const LOCAL uint* word = words + row * WORDS + bit / 32;
  Span edges = {bits_from(word[0], word[1], bit % 32), bits_from(word[1], word[2], bit % 32)};
  LOCAL float* own = tile + row * PITCH + first * AVERAGED;
  float value[SPAN][AVERAGED];
  UNROLL for (int i = 0; i < SPAN; ++i)
    UNROLL for (int c = 0; c < AVERAGED; ++c) value[i][c] = own[i * AVERAGED + c];
#if FINDS_HOLES
  const Span hollow = hollow_of(value);
  if (hollow.low | hollow.high) {
    edges = with_holes(edges, hollow);
    tell_holes(scratch, a, hollow, x0 - RADIUS + first, y0 + row);
  }
#endif
  BARRIER();
  UNROLL for (int j = 0; j < ROWS; ++j) {
    float mean[AVERAGED], reciprocal;
    const uint taps = reached(bits_from(edges.low, edges.high, j), tables, &reciprocal);
    mean_of(value + j, taps, a->row, reciprocal, mean);
    UNROLL for (int c = 0; c < AVERAGED; ++c) own[j * AVERAGED + c] = mean[c];
  }
  BARRIER();
  const int x = x0 + LOCAL_X;
  if (x >= a->x1) return;
  GLOBAL float* to = mean_at(scratch, a, x, y0 + LOCAL_Y);
  for (int k = LOCAL_Y; k < TILE_ROWS && y0 + k < a->y1; k += GROUP_HEIGHT) {
    UNROLL for (int c = 0; c < AVERAGED; ++c)
      to[c * MEAN_PLANE] = tile[k * PITCH + LOCAL_X * AVERAGED + c];
    to += GROUP_HEIGHT * (a->means.row / 4);
  }
}

// Loads the row means of (x, y) and the pixels below; 0 outside the held rectangle.
DEVICE void load_column(GLOBAL uchar* scratch, const SelvageGeometry* a, int x, int y,
                        float value[SPAN][AVERAGED]) {
  const GLOBAL float* from = mean_at(scratch, a, x, y);
  const int row = a->means.row / 4;
  if (y >= a->held_y0 && y + SPAN <= a->held_y1) {  // the same branch for all items of a row
    UNROLL for (int i = 0; i < SPAN; ++i) {
      UNROLL for (int c = 0; c < AVERAGED; ++c) value[i][c] = from[c * MEAN_PLANE];
      from += row;
    }
  } else {
    UNROLL for (int i = 0; i < SPAN; ++i) {
      const int inside = y + i >= a->held_y0 && y + i < a->held_y1;
      UNROLL for (int c = 0; c < AVERAGED; ++c)
        value[i][c] = inside ? from[c * MEAN_PLANE] : 0.0f;
      from += row;
    }
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void geometry_columns(GEOMETRY_PARAMETERS) {
  const SelvageGeometry* a = &args;
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y0 = a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS;
  if (x >= a->x1 || y0 >= a->y1) return;
  const int rows = MIN_INT(ROWS, a->y1 - y0);
  LET_NEXT_BEGIN();
  WAIT_FOR_LAST(scratch);
  const int first_bit = y0 - RADIUS - a->held_y0;
  const Bits down = below_column(scratch, a, &a->down, x);
  const Bits below = below_column(scratch, a, &a->holes, x);
  const Span hollow = span_of(&below, first_bit);
  const Span edges = with_holes(span_of(&down, first_bit), hollow);
  float value[SPAN][AVERAGED];
  load_column(scratch, a, x, y0 - RADIUS, value);
  const GLOBAL uchar* p = input_pixel(in + origin(&a->in), a, x, y0);
  GLOBAL uchar* q = output_pixel(out + origin(&a->out), a, x, y0);
  GLOBAL uchar* to = q;
  UNROLL for (int j = 0; j < ROWS; ++j) {
    float mean[AVERAGED], reciprocal;
    const uint taps =
        reached(bits_from(edges.low, edges.high, j), tables + REACHES * REACHES, &reciprocal);
    mean_of(value + j, taps, a->column, reciprocal, mean);
    if (j < rows)
      UNROLL for (int c = 0; c < AVERAGED; ++c) write_sample(to + c * OUT_CHANNEL(a), mean[c]);
    to += a->out.row;
  }

  // Copied samples: alpha that is kept, and holes.
  const uint holes = bits_from(hollow.low, hollow.high, RADIUS) & ((1u << rows) - 1u);
  if (AVERAGED == CHANNELS && holes == 0u) return;
  for (int j = 0; j < rows; ++j) {
    for (int c = holes >> j & 1u ? 0 : AVERAGED; c < CHANNELS; ++c)
      copy_sample(p + c * CHANNEL_STEP(a), q + c * OUT_CHANNEL(a));
    p += a->in.row;
    q += a->out.row;
  }
}
