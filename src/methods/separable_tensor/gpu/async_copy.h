// SPDX-License-Identifier: Apache-2.0
// Copies the blocks of WINDOW samples x 16 rows that a warp multiplies (separable_tensor.cl) into
// local memory. Two blocks are in flight. They bypass registers, in chunks of 8 bytes: side by side
// from a few rows at a time, since each row that a load touches costs a clock of the load unit.
//   aligned rows               copied as they are; samples outside the image are filled in from
//                              others of the block when it has arrived, if the border maps them
//                              there
//   unaligned rows             the words that contain them are copied, and shifted on arrival
//   otherwise                  each sample is gathered, and waited for

#define BLOCK 16
#define ACROSS (BLOCK * TILES)  // per warp and row
#define WINDOW (32 * STEPS_X + BLOCK * (TILES - 1))
#define PAD_X (16 * STEPS_X - 8)  // of the window, before the first sample
#define PAD_Y (16 * STEPS_Y - 8)
#define BLOCKS (2 * STEPS_Y)         // of a column's sum
#define AHEAD 2                      // blocks in flight
#define CHUNKS (WINDOW / 8)          // of 8 bytes, per row of a block
#define COPIES (WINDOW / BLOCK)      // of a block, per item
#define ROW_WORDS (WINDOW / 4)       // per row of a block
#define RAW_WORDS (ROW_WORDS + 2)    // per row of a block that is to be shifted
#define HALF (ROW_WORDS / 2)
#define BLOCK_WORDS (BLOCK * RAW_WORDS)
#define WARP_WORDS (AHEAD * BLOCK_WORDS + BLOCK * ROW_WORDS)
#define MENDED (2 * STEPS_X - 1)  // words of a block's row that an item fills in, at most
#define NOWHERE ((i64)1 << 62)
#if PROCESSOR  // there it only takes longer to compile
#define UNROLL_STEPS NO_UNROLL
#else
#define UNROLL_STEPS UNROLL
#endif

typedef struct {
  int sample;              // the first of the warp, counted in the whole image's row
  int first, end;          // the rows that it writes
  int until;               // its last row; with its group, if items multiply through local memory
  int low, high;           // the readable samples of a row
  int whole;               // the image can be read in aligned words
  int mended, mended_end;  // words of a block's row that `mend` fills in
  int low_row, last_row;   // the first rows of blocks that are copied as they are
  int last_shifted;        // the last first row of blocks that are shifted
  int last_written;        // the last first row of blocks whose results are written in words
  LOCAL i64* places;       // of the window's samples: bytes from the row's start, or NOWHERE
  LOCAL uchar* sources;    // of filled-in samples: index in the window; in the same memory
  uint mended_from[MENDED];  // those of the item's words
  LOCAL uint* blocks;      // in flight
  LOCAL uint* shifted;     // the block that was shifted
  LOCAL uint* shared;      // for products
} Warp;

// The row that the m-th row of a block in local memory is, and the sample or row that the m-th of a
// product is.
DEVICE int place_of(int m) { return (m & 6) * 2 + (m >> 3) * 2 + (m & 1); }

DEVICE int is_inside(const Warp* m, int first, int samples) {
  return first >= m->low && first + samples <= m->high;
}

// Decides whether samples outside the image are filled in from others of the window: the border
// must map them there, and no chunk may lie partly inside the image.
DEVICE void find_mended(const SelvageLinear* a, Warp* m) {
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

DEVICE int mends(const Warp* m) { return m->mended < m->mended_end; }

DEVICE Warp warp_of(const GLOBAL uchar* in, const GLOBAL uchar* out, const SelvageLinear* a) {
  const int far = 1 << 26;  // so that a block's rows are within 2^31 bytes
  const int nowhere = -(1 << 30);
  Warp m;
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
  // An aligned row is copied with the word behind it.
  m.last_shifted =
      kept(DENSE && !m.whole && is_inside(&m, corner - 7, WINDOW + 15) ? last : nowhere);
  m.last_written = kept(DENSE && (((i64)(out + a->x0 * CHANNELS) | a->out.row) & 7) == 0 &&
                                m.sample + ACROSS <= end
                            ? m.end - BLOCK
                            : nowhere);
  return m;
}

// Finds the positions of the window's samples, or the sources of those that are filled in.
DEVICE void find_places(const SelvageLinear* a, const Warp* m) {
  NO_UNROLL for (int i = LOCAL_X; i < WINDOW; i += GROUP_WIDTH) {
    const int far = m->sample + i - PAD_X + PAD_X * CHANNELS;  // >= 0 for the quotient
    const int near =
        MIN_INT(MAX_INT(far / CHANNELS - PAD_X, a->x0 - RADIUS_X), a->x1 + RADIUS_X - 1);
    const int x = border_index(near, a->width, a->border);
    if (mends(m)) {
      // Samples that no result needs are taken from anywhere in the image.
      const int source = MIN_INT(MAX_INT(x * CHANNELS + far % CHANNELS, m->low), m->high - 1);
      m->sources[i] = x == OUTSIDE ? 255 : (uchar)(source - (m->sample - PAD_X));
    } else {
      m->places[i] = x == OUTSIDE ? NOWHERE
                                  : (i64)x * PIXEL_STEP(a) + far % CHANNELS * (i64)CHANNEL_STEP(a);
    }
  }
}

// Returns eight samples from index i of the window on, of the row at `from`.
DEVICE uint2 gathered(const GLOBAL uchar* from, const SelvageLinear* a, const Warp* m, int i) {
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

// Copies, or starts to copy, the block from row y on, with any layout; `mend` writes samples
// outside the image. An item copies every other chunk of a row.
DEVICE void gather(const GLOBAL uchar* in, const SelvageLinear* a, const Warp* m, int y,
                   LOCAL uint* block) {
  const int own = y + place_of(LOCAL_X % BLOCK);
  const int near = MIN_INT(MAX_INT(own, a->y0 - RADIUS_Y), a->y1 + RADIUS_Y - 1);
  const int row = border_index(near, a->height, a->border);
  const GLOBAL uchar* const from = in + (i64)row * a->in.row;
  LOCAL uint* const to = block + LOCAL_X % BLOCK * ROW_WORDS;
  NO_UNROLL for (int p = LOCAL_X / BLOCK; p < CHUNKS; p += 2) {
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

// Starts to copy the words that contain the block from row y on.
DEVICE void begin_raw(const GLOBAL uchar* in, const SelvageLinear* a, const Warp* m, int y,
                      LOCAL uint* block) {
  NO_UNROLL for (int chunk = LOCAL_X; chunk < BLOCK * (CHUNKS + 1); chunk += GROUP_WIDTH) {
    const int row = y + place_of(chunk / (CHUNKS + 1));
    const GLOBAL uchar* const from =
        in + (i64)row * a->in.row + m->sample - PAD_X + chunk % (CHUNKS + 1) * 8;
    begin_copy(LOCAL_ADDRESS(block + 2 * chunk), from - ((i64)from & 7));
  }
}

// The k-th word of a block's row that the item fills in.
DEVICE int mended_word(const Warp* m, int k) { return m->mended + LOCAL_X / BLOCK + 2 * k; }

// Reads the sources of the item's words, which find_places has found.
DEVICE void read_sources(Warp* m) {
  UNROLL_STEPS for (int k = 0; k < MENDED; ++k) {
    const int i = mended_word(m, k);
    m->mended_from[k] = i < m->mended_end ? ((const LOCAL uint*)m->sources)[i] : 0;
  }
}

// Fills in the samples outside the image from those of a block that has arrived. The border maps
// all samples of a word into the image, or none.
DEVICE void mend(const SelvageLinear* a, const Warp* m, LOCAL uint* block) {
  LOCAL uint* const row = block + LOCAL_X % BLOCK * ROW_WORDS;
  const LOCAL uchar* const samples = (const LOCAL uchar*)row;
  UNROLL_STEPS for (int k = 0; k < MENDED; ++k) {
    const uint from = m->mended_from[k];
    const int i = mended_word(m, k);
    if (i >= m->mended_end) continue;
    uint word = (uint)a->outside_value * 0x1010101u;
    if (from != 0xffffffffu)
      word = samples[from & 255u] | (uint)samples[from >> 8 & 255u] << 8 |
             (uint)samples[from >> 16 & 255u] << 16 | (uint)samples[from >> 24] << 24;
    row[i] = word;
  }
}

// Completes the block from row y on when it has arrived, and returns where its rows are. Shifts
// what begin_raw copied; an item shifts half a row.
DEVICE const LOCAL uint* finish_block(const GLOBAL uchar* in, const SelvageLinear* a, const Warp* m,
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

// The chunks of aligned blocks that an item copies.
typedef struct {
  const GLOBAL uchar* from;  // the corner of the next block, on its lowest row
  uint offsets[COPIES];      // of the chunks from there
  LocalAddress to;           // the target in the first block of local memory
} Copies;

DEVICE Copies copies_of(const GLOBAL uchar* in, const SelvageLinear* a, const Warp* m) {
  Copies c;
  const int corner = m->sample - PAD_X, lowest = a->in.row < 0 ? BLOCK - 1 : 0;
  c.from = in + (i64)(m->first - PAD_Y + lowest) * a->in.row + corner;
  UNROLL_STEPS for (int q = 0; q < COPIES; ++q) {
    const int chunk = LOCAL_X + GROUP_WIDTH * q;
    // Samples that are filled in later are copied from anywhere.
    const int near = MAX_INT(MIN_INT(corner + chunk % CHUNKS * 8, m->high - 8), m->low);
    c.offsets[q] =
        (uint)kept((place_of(chunk / CHUNKS) - lowest) * a->in.row + near - corner);
  }
  c.to = kept_address(LOCAL_ADDRESS(m->blocks + 2 * LOCAL_X));
  return c;
}

// Starts to copy the block from row y on, which is the next, to block i of local memory, if the
// warp needs it.
DEVICE void begin_block(const GLOBAL uchar* in, const SelvageLinear* a, const Warp* m, int y, int i,
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
