// SPDX-License-Identifier: Apache-2.0
// The levels of the columns of a group of fourier_columns.cl, which it loads once for all of its
// terms, whatever the border. Read after fourier.h.

#define GROUP_COLUMNS LINES
#define GROUP_ROWS (TEAM_SUMS * TEAMS)
#define ROW_BLOCKS(a) ((a)->blocks_y + 2 * (TEAMS - 1))  // of 32 rows that a group reads
// An item reads ITEM_WORDS of levels at a time, 16 rows. SPARE_WORDS after a line's rows put
// neighbouring lines into different banks.
#define ITEM_WORDS (16 / WORD_ROWS)
#define SPARE_WORDS 4
#define LEVEL_WORDS(a) (32 / WORD_ROWS * ROW_BLOCKS(a) + SPARE_WORDS)
#define WORDS_LOADED (2 * WORD_ROWS)  // by an item at a time
#define PART_BYTES(a) (4 * ROW_BLOCKS(a))
#if FLOATS
#define MARK_WORDS(a) ROW_BLOCKS(a)  // of a column
#else
#define MARK_WORDS(a) 0
#endif

// Returns the line of a column of the group: eight neighbouring columns are an item's.
DEVICE int line_of(int column) { return 8 * (column / 2 % 4) + 2 * (column / 8) + column % 2; }

// Finds the rows of the image that the group's rows show, from `top` on, which may be OUTSIDE. What
// lies beyond the window of every computed pixel has weight 0 and may be anything, but the input
// may end there. `held`: the same, with a row that the input has instead of OUTSIDE.
DEVICE void find_rows(const SelvageFourier* a, int top, LOCAL int* rows, LOCAL int* held) {
  const int low = a->y0 - a->radius_y, high = a->y1 + a->radius_y - 1;
  NO_UNROLL for (int i = ITEM; i < 32 * ROW_BLOCKS(a); i += ITEMS) {
    rows[i] = border_index(clamped(top + i, low, high), a->height, a->border);
    held[i] = rows[i] == OUTSIDE ? a->y0 : rows[i];
  }
}

// The same for the item's column.
DEVICE int find_column(const SelvageFourier* a, int left) {
  const int low = a->x0 - a->radius_x, high = a->x1 + a->radius_x - 1;
  return border_index(clamped(left + ITEM % GROUP_COLUMNS, low, high), a->width, a->border);
}

#if JOINT
// The images of a joint filter, and the set whose planes are computed.
typedef struct {
  const GLOBAL uchar *in, *guide, *mask;
  int set;
} JointImages;

// Returns the word of a level and a value.
DEVICE uint joint_word(const JointImages* from, uint level, uint value) {
  return level | (from->set > 0 ? value * (READS == U8 ? 257u : 1u) : 65535u) << 16;
}

// Loads the words of the item's column x. `rows`, `held`: of find_rows; `levels`: of the column.
DEVICE void load_joint(const JointImages* from, const SelvageFourier* a, int x,
                       const LOCAL int* rows, const LOCAL int* held, LOCAL uint* levels) {
  const int column = x == OUTSIDE ? a->x0 : x, end = 32 * ROW_BLOCKS(a);
  const GLOBAL uchar* const guide = from->guide + place(&a->guide, column, 0, a->guide.pixel);
  const GLOBAL uchar* const in =
      input_pixel(from->in, a, column, 0) + MAX_INT(from->set - 1, 0) * a->in.channel;
  UNROLL_4 for (int i = ITEM / GROUP_COLUMNS; i < end; i += ITEMS / GROUP_COLUMNS) {
    const i64 y = (i64)(uint)held[i];
    uint level = level_at(guide + y * a->guide.row), value = 0;
    if (from->set > 0) value = (uint)sample_at(in + y * a->in.row);
    if (a->border == CONSTANT && (x == OUTSIDE || rows[i] == OUTSIDE)) {
      level = (uint)a->guide_outside;
      value = (uint)a->outside_value;
    }
#if HOLES
    if (!takes_part(from->in, from->mask, a, x, rows[i])) level |= MISSING;
#endif
    levels[i] = joint_word(from, level, value);
  }
}
#else
// Loads the levels of the item's column x, and of floats the marks. `rows`, `held`: of find_rows;
// `levels`, `marks`: of the column. Outside the image lies what the input has instead.
DEVICE void load_levels(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                        const SelvageFourier* a, int x, const LOCAL int* rows,
                        const LOCAL int* held, LOCAL uint* levels, LOCAL uint* marks) {
  const GLOBAL uchar* const from = input_pixel(in, a, x == OUTSIDE ? a->x0 : x, 0);
  const int step = ITEMS / GROUP_COLUMNS, end = 32 / WORD_ROWS * ROW_BLOCKS(a);
  // Loads of some words before the first test, behind whose branch they would wait for one another.
  NO_UNROLL for (int first = ITEM / GROUP_COLUMNS; first < end; first += WORDS_LOADED * step) {
    int steps = HOLES || a->channels == 1;  // of floats: else other channels make holes
    Sample v[WORDS_LOADED][WORD_ROWS];
    UNROLL_SUMS for (int i = 0; i < WORDS_LOADED; ++i) {
      const LOCAL int* const y = held + WORD_ROWS * MIN_INT(first + i * step, end - 1);
      // Rows are not negative, which saves half of a product.
      UNROLL_SUMS for (int j = 0; j < WORD_ROWS; ++j)
        v[i][j] = sample_at(from + (i64)(uint)y[j] * a->in.row);
    }
    UNROLL_SUMS for (int i = 0; i < WORDS_LOADED; ++i) {
      uint word = 0;
      UNROLL_SUMS for (int j = 0; j < WORD_ROWS; ++j) {
        word |= level_of_sample(v[i][j]) << 32 / WORD_ROWS * j;
#if FLOATS
        steps &= has_step(v[i][j]);
#endif
      }
      if (first + i * step < end) levels[first + i * step] = word;
    }
#if FLOATS
    if (!steps) NO_UNROLL for (int i = 0; i < 2 * WORDS_LOADED; ++i) {
      const int row = WORD_ROWS * MIN_INT(first + i / 2 * step, end - 1) + i % 2;
      if (is_marked(in, mask, a, x, rows[row])) ATOMIC_OR(&marks[row / 32], 1u << row % 32);
    }
#endif
  }
}
#endif

#if !JOINT
// Writes the level of what lies outside the image, and of floats its marks. An item has the words
// that it loaded, so that no barrier is needed in between.
DEVICE void set_outside(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                        const SelvageFourier* a, int x, const LOCAL int* rows, LOCAL uint* levels,
                        LOCAL uint* marks) {
  const uint level = level_of_sample((Sample)a->outside_value), ones = (1u << 32 / WORD_ROWS) - 1u;
  const int first = ITEM / GROUP_COLUMNS, step = ITEMS / GROUP_COLUMNS;
  NO_UNROLL for (int word = first; word < 32 / WORD_ROWS * ROW_BLOCKS(a); word += step)
    NO_UNROLL for (int j = 0; j < WORD_ROWS; ++j) {
      const int row = WORD_ROWS * word + j, shift = 32 / WORD_ROWS * j;
      if (x != OUTSIDE && rows[row] != OUTSIDE) continue;
      levels[word] = (levels[word] & ~(ones << shift)) | level << shift;
#if FLOATS
      if (is_marked(in, mask, a, x, rows[row])) ATOMIC_OR(&marks[row / 32], 1u << row % 32);
#endif
    }
}
#endif

#if HOLES && !JOINT
// Finds which levels of the item's column x take part. `parts`: of the column.
DEVICE void load_parts(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                       const SelvageFourier* a, int x, const LOCAL int* rows, LOCAL uchar* parts) {
  NO_UNROLL for (int i = ITEM / GROUP_COLUMNS; i < PART_BYTES(a); i += ITEMS / GROUP_COLUMNS) {
    uint bits = 0;
    NO_UNROLL for (int j = 7; j >= 0; --j)
      bits = bits << 1 | (uint)takes_part(in, mask, a, x, rows[8 * i + j]);
    parts[i] = (uchar)bits;
  }
}
#endif
