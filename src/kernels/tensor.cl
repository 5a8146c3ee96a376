// SPDX-License-Identifier: Apache-2.0
// Candidate "tensor": means of bytes whose weights are products of a row and a column, as products of
// byte matrices (products.h); numbers as core/byte_lines.hpp says. For all strides and borders but
// SHRINK and COPY.
//   STEPS_X, STEPS_Y   products of which a row's and a column's sum consist
//   RADIUS_X, RADIUS_Y taps to each side
//   TILES              16 samples side by side, of a team
//   one team   -> TILES x 16 samples x `rows` rows: 32 items march down, 16 rows at a time
//   one group  -> GROUP_HEIGHT teams side by side
//   weights    the matrices as items hold them (backends/gpu/tensor_code.hpp)
//   local      of each team: i64 places[WINDOW]; after those of all, uint shared[PRODUCT_WORDS]
//
// A block of 16 rows is summed along its rows first: weights (16 samples x WINDOW) by image (WINDOW x
// 8 rows), twice. Item 4 g + t then holds, of samples g and g + 8, rows 2 t, 2 t + 1 and 8 further
// down, which is what the second product asks of it as B's column: weights (16 rows x 32) by sums
// (32 rows of two blocks x 8 samples). That the rows stand in another order there, and samples in
// another below, is the weights' affair. Where the device multiplies, neither samples nor sums go
// through local memory.
//
// For each sample, with one step each way: 1/4 load of 8 bytes, 5/4 products, 8 other instructions,
// at any radius. A copy of 2.9 TB/s leaves an H100 22. What binds is latency: registers hold the
// weights, so that a unit has 20 teams at once (docs/journal/0024).

#define BLOCK 16
#define ACROSS (BLOCK * TILES)  // samples of a team
#define WINDOW (32 * STEPS_X + BLOCK * (TILES - 1))
#define PAD_X (16 * STEPS_X - 8)  // samples of the window before the first
#define PAD_Y (16 * STEPS_Y - 8)
#define BLOCKS (2 * STEPS_Y)  // that a column's sum reads
#define AHEAD 2               // blocks that are on their way
#define NOWHERE ((i64)1 << 62)
#if PROCESSOR  // there it only takes longer to compile
#define UNROLL_STEPS NO_UNROLL
#else
#define UNROLL_STEPS UNROLL
#endif

// Of a block that is on its way: samples 8 t and the next seven of the window's steps, in rows g and
// g + 8.
typedef struct {
  uint2 samples[2][TILES][STEPS_X];
} Coming;

// Upper and lower bytes of a block's rows' sums, of samples g and g + 8.
typedef struct {
  uint upper[TILES][2], lower[TILES][2];
} Sums;

typedef struct {
  uint upper[4], lower[4];
} Weights;

typedef struct {
  int sample;          // the team's first, of the whole image's row
  int first, end;      // the rows that it writes
  int rows;            // that its group goes through: items of a group multiply together
  int gathers;         // its samples are not all in the image, or not in whole words
  const LOCAL i64* places;  // of the window's samples: bytes from the row's start, or NOWHERE
  uint outside;             // four samples outside the image
} Team;

// Teams at the image's sides, whose windows leave what can be read, gather their samples and wait
// for them. Each of their groups is one such column, a quarter of the rows to a team, and comes
// first: else the others would wait for them at the end.
#define LEFT_SIDES ((PAD_X + ACROSS - 1) / ACROSS)
#define RIGHT_SIDES (LEFT_SIDES + 1)
#define ALL_SIDES (LEFT_SIDES + RIGHT_SIDES)

DEVICE Team team_of(const GLOBAL uchar* in, const SelvageStrip* a) {
  const int teams = ((a->x1 - a->x0) * CHANNELS + ACROSS - 1) / ACROSS;
  const int side = GROUP_X < ALL_SIDES, top = a->y0 + GROUP_Y * a->rows;
  Team m;
  int team, idle = 0;
  if (side) {
    team = GROUP_X < LEFT_SIDES || teams <= ALL_SIDES ? GROUP_X : teams - ALL_SIDES + GROUP_X;
    m.rows = (a->rows / BLOCK + GROUP_HEIGHT - 1) / GROUP_HEIGHT * BLOCK;
    m.first = top + LOCAL_Y * m.rows;
  } else {
    team = LEFT_SIDES + (GROUP_X - ALL_SIDES) * GROUP_HEIGHT + LOCAL_Y;
    idle = team >= teams - RIGHT_SIDES;
    if (idle) team = teams - RIGHT_SIDES - 1;  // reads what can be read
    m.rows = a->rows;
    m.first = top;
  }
  m.end = idle ? m.first : MIN_INT(MIN_INT(m.first + m.rows, top + a->rows), a->y1);
  m.sample = a->x0 * CHANNELS + team * ACROSS;
  m.gathers = side || !DENSE || (((i64)(in + a->x0 * CHANNELS) | a->in.row) & 7) != 0;
  m.outside = (uint)a->outside_value * 0x1010101u;
  return m;
}

// Where the samples of the team's window lie.
DEVICE void find_places(const SelvageStrip* a, const Team* m, LOCAL i64* places) {
  for (int i = LOCAL_X; i < WINDOW; i += GROUP_WIDTH) {
    const int far = m->sample + i - PAD_X + PAD_X * CHANNELS;  // not below 0: a quotient rounds down
    const int near =
        MIN_INT(MAX_INT(far / CHANNELS - PAD_X, a->x0 - RADIUS_X), a->x1 + RADIUS_X - 1);
    const int x = border_index(near, a->width, a->border);
    places[i] = x == OUTSIDE ? NOWHERE
                             : (i64)x * PIXEL_STEP(a) + far % CHANNELS * (i64)CHANNEL_STEP(a);
  }
}

// Four samples from place i of the window on, of the row at `from`.
DEVICE uint gathered(const GLOBAL uchar* from, const Team* m, int i) {
  uint word = 0;
  UNROLL for (int j = 0; j < 4; ++j) {
    const i64 place = m->places[i + j];
    const uint sample = place == NOWHERE ? m->outside & 255u : from[place];
    word |= sample << 8 * j;
  }
  return word;
}

// Eight samples side by side from p on; the whole words that hold them are the image's.
DEVICE uint2 eight_at(const GLOBAL uchar* p) {
  const int ahead = (int)((i64)p & 3);
  const GLOBAL uint* const word = (const GLOBAL uint*)(p - ahead);
  uint2 v;
  v.x = word[0];
  v.y = word[1];
  if (ahead > 0) {
    v.x = v.x >> 8 * ahead | v.y << (32 - 8 * ahead);
    v.y = v.y >> 8 * ahead | word[2] << (32 - 8 * ahead);
  }
  return v;
}

// Reads the item's samples of the row at `from`, wherever they lie.
DEVICE void gather(const GLOBAL uchar* from, const SelvageStrip* a, const Team* m,
                   uint2 (*samples)[STEPS_X]) {
  const int low = MAX_INT(0, a->x0 - RADIUS_X) * CHANNELS;
  const int high = MIN_INT(a->width, a->x1 + RADIUS_X) * CHANNELS;
  UNROLL_STEPS for (int j = 0; j < TILES; ++j)
  UNROLL_STEPS for (int s = 0; s < STEPS_X; ++s) {
    const int i = BLOCK * j + 32 * s + LOCAL_X % 4 * 8, first = m->sample - PAD_X + i;
    if (DENSE && first >= low + 3 && first + 8 <= high - 3) {
      samples[j][s] = eight_at(from + first);
    } else {
      samples[j][s].x = gathered(from, m, i);
      samples[j][s].y = gathered(from, m, i + 4);
    }
  }
}

// Begins to read the item's samples of the row at `from`. `gathers`: the team's, as a constant.
DEVICE void begin_row(const GLOBAL uchar* from, const SelvageStrip* a, const Team* m, int gathers,
                      uint2 (*samples)[STEPS_X]) {
  const GLOBAL uchar* const own = from + m->sample - PAD_X + LOCAL_X % 4 * 8;
  if (gathers)
    gather(from, a, m, samples);
  else
    UNROLL_STEPS for (int j = 0; j < TILES; ++j)
    UNROLL_STEPS for (int s = 0; s < STEPS_X; ++s)
      samples[j][s] = *(const GLOBAL uint2*)(own + BLOCK * j + 32 * s);
}

// Begins to read the block from row y on.
DEVICE void begin_block(const GLOBAL uchar* in, const SelvageStrip* a, const Team* m, int y,
                        int gathers, Coming* c) {
  const int low = a->y0 - RADIUS_Y, high = a->y1 + RADIUS_Y;  // rows that are needed
  const int own = y + LOCAL_X / 4;
  if (y >= MAX_INT(low, 0) && y + BLOCK <= MIN_INT(high, a->height)) {
    UNROLL_STEPS for (int i = 0; i < 2; ++i)
      begin_row(in + (i64)(own + 8 * i) * a->in.row, a, m, gathers, c->samples[i]);
    return;
  }
  UNROLL_STEPS for (int i = 0; i < 2; ++i) {
    const int near = MIN_INT(MAX_INT(own + 8 * i, low), high - 1);
    const int row = border_index(near, a->height, a->border);
    // Where there is none, the nearest is read: it was handed in.
    const int read = row == OUTSIDE ? (near < 0 ? 0 : a->height - 1) : row;
    begin_row(in + (i64)read * a->in.row, a, m, gathers, c->samples[i]);
    UNROLL_STEPS for (int j = 0; j < TILES; ++j)
    UNROLL_STEPS for (int s = 0; s < STEPS_X; ++s)
      if (row == OUTSIDE) c->samples[i][j][s].x = c->samples[i][j][s].y = m->outside;
  }
}

// Of eight rows: 256 times the sums of samples g and g + 8 in rows 2 t and 2 t + 1.
DEVICE void sum_eight(const uint2* samples, const Weights* weights, int* sums, LOCAL uint* shared) {
  int lower[4] = {0, 0, 0, 0};
  UNROLL_STEPS for (int s = 0; s < STEPS_X; ++s)
    add_product(weights[s].lower, samples[s].x, samples[s].y, lower, shared);
  UNROLL for (int i = 0; i < 4; ++i) sums[i] = lower[i] >> 8;
  UNROLL_STEPS for (int s = 0; s < STEPS_X; ++s)
    add_product(weights[s].upper, samples[s].x, samples[s].y, sums, shared);
}

DEVICE void sum_rows(const Coming* c, const Weights* weights, Sums* block, LOCAL uint* shared) {
  UNROLL_STEPS for (int j = 0; j < TILES; ++j) {
    int sums[2][4];
    UNROLL_STEPS for (int i = 0; i < 2; ++i)
      sum_eight(c->samples[i][j], weights, sums[i], shared);
    UNROLL for (int k = 0; k < 2; ++k) {  // samples g and g + 8
      const uint first = bytes_of(sums[0][2 * k], sums[0][2 * k + 1], 0x5140);
      const uint second = bytes_of(sums[1][2 * k], sums[1][2 * k + 1], 0x5140);
      block->lower[j][k] = bytes_of(first, second, 0x5410);
      block->upper[j][k] = bytes_of(first, second, 0x7632);
    }
  }
}

// Of samples 2 t and 2 t + 1 of the k-th eight of tile j: their results in rows g and g + 8, in the
// second byte. `newest`: the block that came last.
DEVICE void sum_columns(const Sums* blocks, int newest, int j, int k, const Weights* weights,
                        int made_up, int* results, LOCAL uint* shared) {
  int smaller[4] = {0, 0, 0, 0};
  UNROLL_STEPS for (int s = 0; s < STEPS_Y; ++s) {
    const Sums* const above = &blocks[(newest + 1 + 2 * s) % BLOCKS];
    const Sums* const below = &blocks[(newest + 2 + 2 * s) % BLOCKS];
    add_product(weights[s].upper, above->lower[j][k], below->lower[j][k], smaller, shared);
    add_product(weights[s].lower, above->upper[j][k], below->upper[j][k], smaller, shared);
  }
  UNROLL for (int i = 0; i < 4; ++i) results[i] = (smaller[i] >> 8) + made_up;
  UNROLL_STEPS for (int s = 0; s < STEPS_Y; ++s)
    add_product(weights[s].upper, blocks[(newest + 1 + 2 * s) % BLOCKS].upper[j][k],
                blocks[(newest + 2 + 2 * s) % BLOCKS].upper[j][k], results, shared);
}

// Writes those of four samples of row y, from `sample` on, that are asked for.
DEVICE void write_four(GLOBAL uchar* out, const SelvageStrip* a, const Team* m, int sample, int y,
                       uint four) {
  for (int p = 0; p < 4; ++p, ++sample)
    if (sample < a->x1 * CHANNELS && y < m->end)
      out[(i64)y * a->out.row + (i64)(sample / CHANNELS) * a->out.pixel +
          sample % CHANNELS * a->out.channel] = (uchar)(four >> 8 * p);
}

DEVICE void write_block(GLOBAL uchar* out, const SelvageStrip* a, const Team* m, int y,
                        const Sums* blocks, int newest, const Weights* weights,
                        LOCAL uint* shared) {
  const int made_up = a->made_up + 128;  // rounds to a level
  uint four[2][TILES];
  UNROLL_STEPS for (int j = 0; j < TILES; ++j) {
    int results[2][4];
    UNROLL_STEPS for (int k = 0; k < 2; ++k)
      sum_columns(blocks, newest, j, k, weights, made_up, results[k], shared);
    UNROLL for (int i = 0; i < 2; ++i) {
      const uint left = bytes_of(results[0][2 * i], results[0][2 * i + 1], 0x51);
      const uint right = bytes_of(results[1][2 * i], results[1][2 * i + 1], 0x51);
      four[i][j] = bytes_of(left, right, 0x5410);
    }
  }
  const int sample = m->sample + LOCAL_X % 4 * 4, row = y + LOCAL_X / 4;
  GLOBAL uchar* const to = out + sample;
  if (DENSE && (((i64)to | a->out.row) & 3) == 0 && y + BLOCK <= m->end &&
      m->sample + ACROSS <= a->x1 * CHANNELS)
    UNROLL for (int i = 0; i < 2; ++i) UNROLL for (int j = 0; j < TILES; ++j)
      *(GLOBAL uint*)(to + (i64)(row + 8 * i) * a->out.row + BLOCK * j) = four[i][j];
  else
    UNROLL for (int i = 0; i < 2; ++i) UNROLL for (int j = 0; j < TILES; ++j)
      write_four(out, a, m, sample + BLOCK * j, row + 8 * i, four[i][j]);
}

DEVICE void read_four(const GLOBAL uint4* from, uint* words) {
  const uint4 four = from[LOCAL_X];
  words[0] = four.x;
  words[1] = four.y;
  words[2] = four.z;
  words[3] = four.w;
}

DEVICE void read_weights(const GLOBAL uint4* from, int steps, Weights* weights) {
  UNROLL_STEPS for (int s = 0; s < steps; ++s) {
    read_four(from + 2 * s * GROUP_WIDTH, weights[s].upper);
    read_four(from + (2 * s + 1) * GROUP_WIDTH, weights[s].lower);
  }
}

// Computes the team's rows. `gathers`: the team's, as a constant.
DEVICE void march(const GLOBAL uchar* in, GLOBAL uchar* out, const SelvageStrip* a, const Team* m,
                  int gathers, const Weights* row, const Weights* column, LOCAL uint* shared) {
  Coming coming[AHEAD];
  Sums blocks[BLOCKS];
  const int top = m->first - PAD_Y;
  if (!gathers)
    UNROLL_STEPS for (int i = 0; i < AHEAD; ++i)
      begin_block(in, a, m, top + BLOCK * i, 0, &coming[i]);
  const int end = BYTE_PRODUCTS ? m->end : m->first + m->rows;  // there a group goes on together
  NO_UNROLL for (int b = top; b - PAD_Y < end; b += BLOCK * BLOCKS)
  UNROLL_STEPS for (int i = 0; i < BLOCKS; ++i) {
    const int y = b + BLOCK * i - PAD_Y;  // complete when this block has come
    if (y < end) {
      Coming* const own = &coming[gathers ? 0 : i % AHEAD];
      if (gathers) begin_block(in, a, m, b + BLOCK * i, 1, own);
      sum_rows(own, row, &blocks[i], shared);
      if (!gathers) begin_block(in, a, m, b + BLOCK * (i + AHEAD), 0, own);
      if (y >= m->first) write_block(out, a, m, y, blocks, i, column, shared);
    }
  }
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void tensor(const GLOBAL uchar* RESTRICT in, const GLOBAL uint4* RESTRICT weights, GLOBAL uchar* out,
            ARGUMENTS(SelvageStrip, args) LOCAL_PARAM(i64, local_memory)) {
  LOCAL_BODY(i64, local_memory)
  const SelvageStrip* a = &args;
  in += origin(&a->in);
  out += origin(&a->out);
  LOCAL i64* const places = local_memory + LOCAL_Y * WINDOW;
  LOCAL uint* const shared =
      (LOCAL uint*)(local_memory + GROUP_HEIGHT * WINDOW) + LOCAL_Y * PRODUCT_WORDS;
  Team m = team_of(in, a);
  m.places = places;
  if (m.gathers) find_places(a, &m, places);
  Weights row[STEPS_X], column[STEPS_Y];
  read_weights(weights, STEPS_X, row);
  read_weights(weights + 2 * GROUP_WIDTH * STEPS_X, STEPS_Y, column);
  ROW_BARRIER();
  if (m.gathers)
    march(in, out, a, &m, 1, row, column, shared);
  else
    march(in, out, a, &m, 0, row, column, shared);
}
