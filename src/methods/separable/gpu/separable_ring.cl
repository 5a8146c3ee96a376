// SPDX-License-Identifier: Apache-2.0
// Candidate "separable", f32 with column radii of 4 to 12: row streaming (row_streaming.h) with the
// sums along rows in a ring in local memory, from which the columns are summed. A group thus sums
// each row once and serves more rows of results than registers could. The bits equal those of
// row_streaming.cl.
//   one group   -> SAMPLES x rows samples; its rows of items share the image's rows
//   local       -> [GROUP_HEIGHT][AHEAD][PARTS][LINE] vectors: lines that have arrived;
//                  [RING][GROUP_WIDTH] vectors: the ring; a mark
//   one item    -> sums along rows of eight neighbouring samples, then along columns of four
//                  neighbouring samples of ROWS rows below one another, whose taps it reads once
// For each sample of one channel, with R = rows:
//   device memory   a read and a write; the first 2r of a group's R rows are read again
//   local memory    (1 + 2r/R)(3 + r/4) + 1 + 2r/ROWS words
//   FMA             (2r + 1)(2 + 2r/R)
// r = 8, R = 128: 36 FMA of 47 instructions and 9 words; r = 12: 55 FMA and 11 words. At 80 % of a
// copy of 3.5 TB/s an H200's multiprocessor has 96 slots and 24 words for each: bound by issue.

#define EIGHTS (GROUP_WIDTH / 2)       // of samples in a line
#define VECTORS (2 * REACH + 2)        // of the window of eight samples
#define TURN (GROUP_HEIGHT * ROWS)     // rows of results between two barriers
#define LOADED (GROUP_HEIGHT * AHEAD)  // rows that are loaded ahead
// Rows that are loaded before the first turn, and rows of the ring.
#define FILL ((2 * RADIUS_Y + LOADED - 1) / LOADED * LOADED)
#define RING (TURN + (2 * RADIUS_Y + ROWS - 1) / ROWS * ROWS)
// The place of vector v in a row of the ring: eight items that write every second vector, or read
// neighbours, use all banks of local memory.
#define RING_PLACE(v) ((v) / 2 ^ (v) % 2 * 20)

// Returns row i + n of the ring, where n <= RING.
DEVICE int further(int i, int n) { return i + n < RING ? i + n : i + n - RING; }

// Sums the rows' windows of eight samples into two vectors of a row of the ring.
DEVICE void sum_eight(const SelvageLinear* a, const LOCAL float4* line, int eight,
                      LOCAL float4* to) {
  float tap[4 * VECTORS], v[8];
  UNROLL for (int i = 0; i < VECTORS; ++i) {
    const float4 w = line[i % 2 * LINE + i / 2 + eight];
    tap[4 * i] = w.x;
    tap[4 * i + 1] = w.y;
    tap[4 * i + 2] = w.z;
    tap[4 * i + 3] = w.w;
  }
  UNROLL for (int p = 0; p < 8; ++p) v[p] = row_sum(a, tap, p);
  to[RING_PLACE(2 * eight)] = vector_of(v[0], v[1], v[2], v[3]);
  to[RING_PLACE(2 * eight + 1)] = vector_of(v[4], v[5], v[6], v[7]);
}

// Sums the columns of the item's samples in ROWS rows. The first window begins at row `from` of the
// ring, a multiple of ROWS.
DEVICE void sum_columns(const SelvageLinear* a, const LOCAL float4* ring, int from,
                        float (*sums)[UNIT]) {
  UNROLL for (int k = 0; k < ROWS + 2 * RADIUS_Y; ++k) {
    if (k > 0 && k % ROWS == 0) from = further(from, ROWS);
    const float4 h = ring[(from + k % ROWS) * GROUP_WIDTH];
    UNROLL for (int j = 0; j < ROWS; ++j) {
      if (k < j || k > j + 2 * RADIUS_Y) continue;
      const float w = COLUMN_WEIGHT(k - j);
      sums[j][0] = k == j ? w * h.x : FMA(w, h.x, sums[j][0]);
      sums[j][1] = k == j ? w * h.y : FMA(w, h.y, sums[j][1]);
      sums[j][2] = k == j ? w * h.z : FMA(w, h.z, sums[j][2]);
      sums[j][3] = k == j ? w * h.w : FMA(w, h.w, sums[j][3]);
    }
  }
}

// Sets a row to the value of samples outside the image.
DEVICE void fill_row(const RowStream* m, Coming* c) {
  c->own.x = c->own.y = c->own.z = c->own.w = AS_UINT(m->outside);
  UNROLL for (int i = 0; i < SIDES; ++i)
#if IN_BLOCKS
    c->side[i] = c->own;
#else
    c->side[i] = AS_UINT(m->outside);
#endif
}

// Starts to load the row `down` bytes below that of `m`.
DEVICE void load_row(const SelvageLinear* a, const RowStream* m, i64 down, Coming* c) {
  c->own = load_own(a, m->own + down);
  UNROLL for (int i = 0; i < SIDES; ++i) c->side[i] = load_side(a, m->side[i] + down);
}

DEVICE void move_down(RowStream* m, i64 bytes) {
  m->own += bytes;
  UNROLL for (int i = 0; i < SIDES; ++i) m->side[i] += bytes;
}

// Starts to load the item's next AHEAD rows, from y on, those of `top` to `bottom`. Almost always
// all of them are, and lie in the image.
DEVICE void load_rows(const SelvageLinear* a, RowStream* m, int y, int top, int bottom,
                      Coming* coming) {
  const i64 step = (i64)GROUP_HEIGHT * a->in.row;
  const int last = y + (AHEAD - 1) * GROUP_HEIGHT;
  if (y >= MAX_INT(top, 0) && last <= MIN_INT(bottom, a->height - 1)) {
    UNROLL for (int i = 0; i < AHEAD; ++i) load_row(a, m, i * step, &coming[i]);
  } else {
    UNROLL for (int i = 0; i < AHEAD; ++i) {
      const int row = y + i * GROUP_HEIGHT, from = near_index(row, a->height, a->border);
      if (row < top || row > bottom) continue;
      if (from == OUTSIDE)
        fill_row(m, &coming[i]);
      else
        load_row(a, m, i * step + (i64)(from - row) * a->in.row, &coming[i]);
    }
  }
  move_down(m, AHEAD * step);
}

// Stores AHEAD rows that have arrived in lines.
DEVICE void store_rows(const RowStream* m, const Coming* coming, LOCAL float4* lines) {
  LOCAL float4* const own = lines + vector_in_line(REACH + LOCAL_X);
  if (m->whole_in)
    UNROLL for (int i = 0; i < AHEAD; ++i) {
      const Raw raw = coming[i].own;
      own[i * PARTS * LINE] =
          vector_of(AS_FLOAT(raw.x), AS_FLOAT(raw.y), AS_FLOAT(raw.z), AS_FLOAT(raw.w));
    }
  UNROLL for (int s = 0; s < SIDES; ++s) {
    if (m->side_place[s] == NOWHERE) continue;
    UNROLL for (int i = 0; i < AHEAD; ++i)
      store_side(m, coming[i].side[s], m->outside_sides >> s & 1, m->side_place[s],
                 lines + i * PARTS * LINE);
  }
}

// Writes the first `rows` of the item's rows, from `to` on.
DEVICE void write_rows(GLOBAL uchar* to, const SelvageLinear* a, const RowStream* m, int rows,
                       float (*sums)[UNIT]) {
  UNROLL for (int j = 0; j < ROWS; ++j) add_offset(a, sums[j]);
  if (m->whole_out && rows >= ROWS)
    UNROLL for (int j = 0; j < ROWS; ++j) store_own(to + (i64)j * a->out.row, a, sums[j]);
  else
    UNROLL for (int j = 0; j < ROWS; ++j)
      if (j < rows) write_streamed(to + (i64)j * a->out.row, a, m, sums[j]);
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void separable_ring(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                    GLOBAL uchar* between, const GLOBAL float* RESTRICT weights,
                    GLOBAL uchar* out, ARGUMENTS(SelvageLinear, args) LOCAL_PARAM(float4, lines)) {
  LOCAL_BODY(float4, lines)
  const SelvageLinear* a = &args;
  in += origin(&a->in);
  out += origin(&a->out);
#if IN_BLOCKS
  in += FIRST_CHANNEL(a, row_of_items()) * a->in.channel;
  out += FIRST_CHANNEL(a, row_of_items()) * a->out.channel;
#endif
  RowStream m = row_stream_of(in, a);
  const int first = a->y0 + GROUP_Y * a->rows, end = MIN_INT(first + a->rows, a->y1);
  const int top = first - RADIUS_Y, bottom = end + RADIUS_Y - 1;  // the rows that are needed

  LOCAL float4* const own = lines + LOCAL_Y * AHEAD * PARTS * LINE;  // lines of the row of items
  LOCAL float4* const ring = lines + GROUP_HEIGHT * AHEAD * PARTS * LINE;
  // Half of a row of items sums the first line of a pair, the other half the second.
  const int line = LOCAL_X / EIGHTS, below = line * GROUP_HEIGHT;
  // The next row of the row of items, the item's place for its sums (below 0: above `top`), and
  // where the group's windows begin.
  int y = top + 2 * RADIUS_Y - FILL + LOCAL_Y, to = 2 * RADIUS_Y - FILL + LOCAL_Y + below, from = 0;
  Coming coming[AHEAD];
  UNROLL for (int i = 0; i < AHEAD; ++i) fill_row(&m, &coming[i]);
  move_down(&m, (i64)y * a->in.row);
  load_rows(a, &m, y, top, bottom, coming);
  GLOBAL uchar* target = output_unit(out, a, &m, first + LOCAL_Y * ROWS);
  float holes = 0.0f;  // NaN once a sum was
  NO_UNROLL for (int turn = first - TURN; turn < end; turn += TURN) {
    const int rows = turn < first ? FILL / GROUP_HEIGHT : ROWS;
    NO_UNROLL for (int j = 0; j < rows; j += AHEAD) {
      store_rows(&m, coming, own);
      load_rows(a, &m, y + LOADED, top, bottom, coming);
      ROW_BARRIER();
      UNROLL for (int i = 0; i < AHEAD; i += 2) {
        if (to >= 0 && y + below <= bottom)
          sum_eight(a, own + (i + line) * PARTS * LINE, LOCAL_X % EIGHTS, ring + to * GROUP_WIDTH);
        y += 2 * GROUP_HEIGHT;
        to = further(to, 2 * GROUP_HEIGHT);
      }
      ROW_BARRIER();
    }
    BARRIER();
    const int row = turn + LOCAL_Y * ROWS;
    if (turn >= first && row < end) {
      float sums[ROWS][UNIT];
      sum_columns(a, ring + RING_PLACE(LOCAL_X), further(from, LOCAL_Y * ROWS), sums);
#if HOLES
      // Windows share rows: the first or the last one has every row of the others. Rows below the
      // group's were not summed.
      if (end - row >= ROWS) {
        UNROLL for (int p = 0; p < UNIT; ++p)
          holes = FMA(sums[ROWS - 1][p], 0.0f, FMA(sums[0][p], 0.0f, holes));
      } else {
        UNROLL for (int j = 0; j < ROWS; ++j)
          if (j < end - row)
            UNROLL for (int p = 0; p < UNIT; ++p) holes = FMA(sums[j][p], 0.0f, holes);
      }
#endif
      write_rows(target, a, &m, end - row, sums);
    }
    if (turn >= first) {
      from = further(from, TURN);
      target += (i64)TURN * a->out.row;
    }
    BARRIER();
  }

#if HOLES && IN_BLOCKS
  set_flag(between + origin(&a->between), a, row_of_items(), m.whole_out && !is_finite(holes),
           (LOCAL int*)(ring + RING * GROUP_WIDTH));
#elif HOLES
  mend(in, weights, out, a, &m, first, end, holes, (LOCAL int*)(ring + RING * GROUP_WIDTH));
#endif
}
