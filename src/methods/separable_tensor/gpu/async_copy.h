// SPDX-License-Identifier: Apache-2.0
// The blocks of WINDOW samples x 16 rows that a warp of 32 items multiplies (separable_tensor.cl): how they come
// into local memory. Two are on their way. They go there without registers, in 8 bytes side by side
// from a few rows at a time, since each row that a load touches costs a clock of its unit.
//   whole words of the image   they are copied as they lie; samples beside the image are mended from
//                              others of the block when it has come, where the border has them there
//   rows that are none         the words that hold them are copied, and shifted when they have come
//   else                       each sample is gathered, and waited for

#define BLOCK 16
#define ACROSS (BLOCK * TILES)  // samples of a warp
#define WINDOW (32 * STEPS_X + BLOCK * (TILES - 1))
#define PAD_X (16 * STEPS_X - 8)  // samples of the window before the first
#define PAD_Y (16 * STEPS_Y - 8)
#define BLOCKS (2 * STEPS_Y)         // that a column's sum reads
#define AHEAD 2                      // blocks that are on their way
#define PIECES (WINDOW / 8)          // of a row of a block, of 8 bytes
#define COPIES (WINDOW / BLOCK)      // of a block, by each item
#define ROW_WORDS (WINDOW / 4)       // of a row of a block
#define RAW_WORDS (ROW_WORDS + 2)    // and of one that is to be shifted
#define HALF (ROW_WORDS / 2)
#define BLOCK_WORDS (BLOCK * RAW_WORDS)
#define WARP_WORDS (AHEAD * BLOCK_WORDS + BLOCK * ROW_WORDS)
#define NOWHERE ((i64)1 << 62)
#if PROCESSOR  // there it only takes longer to compile
#define UNROLL_STEPS NO_UNROLL
#else
#define UNROLL_STEPS UNROLL
#endif

typedef struct {
  int sample;              // the warp's first, of the whole image's row
  int first, end;          // the rows that it writes
  int until;               // where it ends: with its group, where items multiply through local memory
  int low, high;           // the row's samples that may be read
  int whole;               // the image is read in whole words
  int mended, mended_end;  // words of a row of a block that mend writes
  int low_row, last_row;   // the first rows of blocks that are copied as they lie
  int last_shifted;        // and of those that are shifted
  int last_written;        // and of those whose results are written in whole words
  LOCAL i64* places;       // of the window's samples: bytes from the row's start, or NOWHERE
  LOCAL uchar* sources;    // of mended samples: of the window's; in the same memory
  LOCAL uint* blocks;      // that are on their way
  LOCAL uint* shifted;     // the one that was shifted
  LOCAL uint* shared;      // for products
} Team;

// The row that the m-th of a block in local memory is, and the sample or row that the m-th of a
// product is.
DEVICE int place_of(int m) { return (m & 6) * 2 + (m >> 3) * 2 + (m & 1); }

DEVICE int is_inside(const Team* m, int first, int samples) {
  return first >= m->low && first + samples <= m->high;
}

// Samples beside the image are copied from others of the window when these have come, if the border
// has them there and no eight samples are on the image's side in part.
DEVICE void find_mended(const SelvageLinear* a, Team* m) {
  const int corner = m->sample - PAD_X, low = m->low - corner, high = m->high - corner;
  m->mended = m->mended_end = 0;
  if (!m->whole || a->border == WRAP || a->width <= RADIUS_X || (low & 7) != 0 || (high & 7) != 0)
    return;
  if (low > 0 && high >= WINDOW) {
    m->mended_end = low / 4;
  } else if (low <= 0 && high > 0 && high < WINDOW) {
    m->mended = high / 4;
    m->mended_end = MIN_INT(((a->x1 + RADIUS_X) * CHANNELS - corner + 3) / 4, WINDOW / 4);
  }
}

DEVICE int mends(const Team* m) { return m->mended < m->mended_end; }

DEVICE Team warp_of(const GLOBAL uchar* in, const GLOBAL uchar* out, const SelvageLinear* a) {
  const int far = 1 << 26;  // so that a block's rows are within 2^31 bytes
  const int nowhere = -(1 << 30);
  Team m;
  const int end = a->x1 * CHANNELS;
  m.sample = a->x0 * CHANNELS + (GROUP_X * GROUP_HEIGHT + WARP) * ACROSS;
  m.first = a->y0 + GROUP_Y * a->rows;
  m.end = m.sample < end ? MIN_INT(m.first + a->rows, a->y1) : nowhere;  // none
  m.until = BYTE_PRODUCTS ? m.end : m.first + a->rows;
  m.low = MAX_INT(0, a->x0 - RADIUS_X) * CHANNELS;
  m.high = MIN_INT(a->width, a->x1 + RADIUS_X) * CHANNELS;
  m.whole = DENSE && (((i64)(in + a->x0 * CHANNELS) | a->in.row) & 7) == 0 &&
            ABS_INT(a->in.row) < far;
  find_mended(a, &m);
  const int corner = m.sample - PAD_X;
  const int last = MIN_INT(MIN_INT(a->y1 + RADIUS_Y, a->height) - BLOCK, m.until + PAD_Y - 1);
  m.low_row = MAX_INT(a->y0 - RADIUS_Y, 0);
  m.last_row = kept(m.whole && (mends(&m) || is_inside(&m, corner, WINDOW)) ? last : nowhere);
  // A row that begins at a whole word is copied with the word behind it.
  m.last_shifted = kept(DENSE && !m.whole && is_inside(&m, corner - 7, WINDOW + 15) ? last : nowhere);
  m.last_written = kept(DENSE && (((i64)(out + a->x0 * CHANNELS) | a->out.row) & 7) == 0 &&
                                m.sample + ACROSS <= end
                            ? m.end - BLOCK
                            : nowhere);
  return m;
}

// Where the samples of the warp's window lie, or those that are mended in the window.
DEVICE void find_places(const SelvageLinear* a, const Team* m) {
  NO_UNROLL for (int i = LOCAL_X; i < WINDOW; i += GROUP_WIDTH) {
    const int far = m->sample + i - PAD_X + PAD_X * CHANNELS;  // not below 0: a quotient rounds down
    const int near =
        MIN_INT(MAX_INT(far / CHANNELS - PAD_X, a->x0 - RADIUS_X), a->x1 + RADIUS_X - 1);
    const int x = border_index(near, a->width, a->border);
    if (mends(m)) {
      // What no result needs may lie elsewhere, and is taken from somewhere in the image.
      const int source = MIN_INT(MAX_INT(x * CHANNELS + far % CHANNELS, m->low), m->high - 1);
      m->sources[i] = x == OUTSIDE ? 255 : (uchar)(source - (m->sample - PAD_X));
    } else {
      m->places[i] = x == OUTSIDE ? NOWHERE
                                  : (i64)x * PIXEL_STEP(a) + far % CHANNELS * (i64)CHANNEL_STEP(a);
    }
  }
}

// Eight samples from place i of the window on, of the row at `from`.
DEVICE uint2 gathered(const GLOBAL uchar* from, const SelvageLinear* a, const Team* m, int i) {
  uint words[2] = {0, 0};
  UNROLL_STEPS for (int j = 0; j < 8; ++j) {
    const i64 place = m->places[i + j];
    const uint sample = place == NOWHERE ? (uint)a->outside_value : from[place];
    words[j / 4] |= sample << 8 * (j % 4);
  }
  uint2 v;
  v.x = words[0];
  v.y = words[1];
  return v;
}

// Copies, or begins to copy, the block from row y on, wherever its samples lie; mend writes those beside
// the image. Of one row, an item has every other piece.
DEVICE void gather(const GLOBAL uchar* in, const SelvageLinear* a, const Team* m, int y,
                   LOCAL uint* block) {
  const int own = y + place_of(LOCAL_X % BLOCK);
  const int near = MIN_INT(MAX_INT(own, a->y0 - RADIUS_Y), a->y1 + RADIUS_Y - 1);
  const int row = border_index(near, a->height, a->border);
  const GLOBAL uchar* const from = in + (i64)row * a->in.row;
  LOCAL uint* const to = block + LOCAL_X % BLOCK * ROW_WORDS;
  NO_UNROLL for (int p = LOCAL_X / BLOCK; p < PIECES; p += 2) {
    const int first = m->sample - PAD_X + 8 * p;
    if (row != OUTSIDE && m->whole && is_inside(m, first, 8)) {
      begin_copy(LOCAL_ADDRESS(to + 2 * p), from + first);
    } else {
      uint2 samples;
      samples.x = samples.y = (uint)a->outside_value * 0x1010101u;
      if (row != OUTSIDE && !mends(m)) samples = gathered(from, a, m, 8 * p);
      to[2 * p] = samples.x;
      to[2 * p + 1] = samples.y;
    }
  }
}

// Begins to copy the whole words that hold the block from row y on.
DEVICE void begin_raw(const GLOBAL uchar* in, const SelvageLinear* a, const Team* m, int y,
                      LOCAL uint* block) {
  NO_UNROLL for (int piece = LOCAL_X; piece < BLOCK * (PIECES + 1); piece += GROUP_WIDTH) {
    const int row = y + place_of(piece / (PIECES + 1));
    const GLOBAL uchar* const from =
        in + (i64)row * a->in.row + m->sample - PAD_X + piece % (PIECES + 1) * 8;
    begin_copy(LOCAL_ADDRESS(block + 2 * piece), from - ((i64)from & 7));
  }
}

// Copies the samples beside the image from those of a block that has come.
DEVICE void mend(const SelvageLinear* a, const Team* m, LOCAL uint* block) {
  LOCAL uint* const row = block + LOCAL_X % BLOCK * ROW_WORDS;
  const LOCAL uchar* const samples = (const LOCAL uchar*)row;
  NO_UNROLL for (int i = m->mended + LOCAL_X / BLOCK; i < m->mended_end; i += 2) {
    uint word = 0;
    UNROLL for (int j = 0; j < 4; ++j) {
      const int source = m->sources[4 * i + j];
      word |= (source == 255 ? (uint)a->outside_value : samples[source]) << 8 * j;
    }
    row[i] = word;
  }
}

// What is left to do to the block from row y on when it has come; where its rows are then. What
// begin_raw copied is shifted into place: each item half a row.
DEVICE const LOCAL uint* finish_block(const GLOBAL uchar* in, const SelvageLinear* a, const Team* m,
                                      int y, LOCAL uint* block) {
  if (BYTE_PRODUCTS && !mends(m) && m->last_shifted < 0) return block;
  const int shifted = y >= m->low_row && y <= m->last_shifted;
  if (shifted) {
    const int row = LOCAL_X / 2, begin = LOCAL_X % 2 * HALF;
    const int ahead =
        (int)(((i64)in + (i64)(y + place_of(row)) * a->in.row + m->sample - PAD_X) & 7);
    const LOCAL uint* const from = block + row * RAW_WORDS + begin + ahead / 4;
    uint words[HALF + 1];
    UNROLL_STEPS for (int i = 0; i <= HALF; ++i) words[i] = from[i];
    UNROLL_STEPS for (int i = 0; i < HALF; ++i)
      m->shifted[row * ROW_WORDS + begin + i] =
          (uint)(((i64)words[i + 1] << 32 | words[i]) >> ahead % 4 * 8);
  } else {
    mend(a, m, block);
  }
  WARP_BARRIER();
  return shifted ? m->shifted : block;
}

// What an item copies of a block that lies in the image in whole words.
typedef struct {
  const GLOBAL uchar* from;  // the next block's corner: of its rows, the one that lies first
  uint offsets[COPIES];      // of its pieces from there
  LocalAddress to;           // where it goes in the first block of local memory
} Copies;

DEVICE Copies copies_of(const GLOBAL uchar* in, const SelvageLinear* a, const Team* m) {
  Copies c;
  const int corner = m->sample - PAD_X, lowest = a->in.row < 0 ? BLOCK - 1 : 0;
  c.from = in + (i64)(m->first - PAD_Y + lowest) * a->in.row + corner;
  UNROLL_STEPS for (int q = 0; q < COPIES; ++q) {
    const int piece = LOCAL_X + GROUP_WIDTH * q;
    // What is mended is copied from somewhere.
    const int near = MAX_INT(MIN_INT(corner + piece % PIECES * 8, m->high - 8), m->low);
    c.offsets[q] =
        (uint)kept((place_of(piece / PIECES) - lowest) * a->in.row + near - corner);
  }
  c.to = LOCAL_ADDRESS(m->blocks + 2 * LOCAL_X);
  return c;
}

// Begins to copy the block from row y on, which is the next, to the i-th of local memory, if the warp
// needs it.
DEVICE void begin_block(const GLOBAL uchar* in, const SelvageLinear* a, const Team* m, int y, int i,
                        Copies* c) {
  LOCAL uint* const block = m->blocks + BLOCK_WORDS * i;
  if (y >= m->low_row && y <= m->last_row) {
    UNROLL_STEPS for (int q = 0; q < COPIES; ++q)
      begin_copy(WORDS_ON(c->to, BLOCK_WORDS * i + 2 * GROUP_WIDTH * q), c->from + c->offsets[q]);
  } else if (y < m->until + PAD_Y) {
    if (y >= m->low_row && y <= m->last_shifted)
      begin_raw(in, a, m, y, block);
    else
      gather(in, a, m, y, block);
  }
  c->from += (i64)BLOCK * a->in.row;
  END_COPIES();
}
