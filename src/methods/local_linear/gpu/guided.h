// SPDX-License-Identifier: Apache-2.0
// Shared by the kernels of guided filters: pixels of image and guide, and sums of neighbours. Read
// after samples.h and numbers.h.
//   GUIDES         colours of the guide; GUIDE_READS, GUIDE_CHANNELS: its type and channels
//   OWN            the image guides itself
//   ENLARGES       the image is smaller than the guide and the result (upsampling)
//   COUNTED        pixels may be invalid: the last plane of sums and models counts the valid ones
//   FILL           models also have the mean of the values
// The planes are those of LinearPlanes (methods/local_linear/local_linear_shape.hpp).

#define OWN_VALUES (OWN ? GUIDES : 0)
#define OTHERS (AVERAGED - OWN_VALUES)
#define SQUARES (GUIDES * (GUIDES + 1) / 2)
#define PIXEL_PLANES (GUIDES + OTHERS + SQUARES + OTHERS * GUIDES + COUNTED)
#define MODEL_PLANES (AVERAGED * (GUIDES + 1) + FILL * AVERAGED + COUNTED)
#define ITEMS (GROUP_WIDTH * GROUP_HEIGHT)

// Where fixed point computes the result, sums in order serve the pixels that it does not hold.
// A processor computes them all: there, without optimisation, PoCL is wrong after a return that comes
// before a barrier.
#if PROCESSOR
#define RETURN_IF_NONE_LEFT(a)
#else
#define RETURN_IF_NONE_LEFT(a) \
  if ((a)->any_left >= 0 && *(const GLOBAL int*)(scratch + (a)->any_left) == 0) return
#endif

// The parameters of all kernels, in this order.
#define GUIDED_PARAMETERS                                                          \
  const GLOBAL uchar *RESTRICT in, const GLOBAL uchar *RESTRICT mask,              \
      const GLOBAL uchar *RESTRICT guide, GLOBAL uchar *RESTRICT scratch,          \
      GLOBAL uchar *RESTRICT out, ARGUMENTS(SelvageGuided, args)

// Moves the pointers to this group's images.
#define FIND_IMAGES(a)          \
  in += origin(&(a)->in);       \
  mask += origin(&(a)->mask);   \
  guide += origin(&(a)->guide); \
  out += origin(&(a)->out)

typedef struct {
  Number guide[GUIDES];     // from its centre
  float value[AVERAGED];    //
  int valid, guide_valid;   // the image and the guide are; the guide is finite
} LinearPixel;

// floor((i + 1/2) to / from)
DEVICE int at_centre(int i, int from, int to) {
  return (int)(((2 * (i64)i + 1) * to) / (2 * (i64)from));
}

// Reads pixel (x, y) of the whole image and pixel (guide_x, guide_y) of the guide, which may be
// OUTSIDE.
DEVICE void linear_pixel(const GLOBAL uchar* in, const GLOBAL uchar* mask,
                         const GLOBAL uchar* guide, const SelvageGuided* a, int x, int y,
                         int guide_x, int guide_y, LinearPixel* p) {
  p->valid = read_pixel(in, mask, a, x, y, 0, p->value);
#if OWN
  p->guide_valid = p->valid;
  UNROLL for (int j = 0; j < GUIDES; ++j) p->guide[j] =
      difference_of(number(p->value[j]), number(a->guide_centre));
#else
  p->guide_valid = 1;
  const int is_outside = x == OUTSIDE || y == OUTSIDE;
  const GLOBAL uchar* at = guide + (is_outside ? 0 : place(&a->guide, guide_x, guide_y,
                                                                 a->guide.pixel));
  UNROLL for (int c = 0; c < GUIDE_CHANNELS; ++c) {
    const float v = is_outside ? a->guide_outside : SAMPLE(GUIDE_READS, at + c * a->guide.channel);
    if (GUIDE_READS >= F16) p->guide_valid &= is_finite(v);
    if (c < GUIDES)
      p->guide[c < GUIDES ? c : 0] = difference_of(number(v), number(a->guide_centre));
  }
  p->valid &= p->guide_valid;
#endif
}

// The same for a pixel of the grid, which the border rule extends.
DEVICE void grid_pixel(const GLOBAL uchar* in, const GLOBAL uchar* mask, const GLOBAL uchar* guide,
                       const SelvageGuided* a, int x, int y, LinearPixel* p) {
  const int column = border_index(x, a->grid_width, a->border);
  const int row = border_index(y, a->grid_height, a->border);
  const int x_in = column == OUTSIDE ? OUTSIDE : column * a->step;
  const int y_in = row == OUTSIDE ? OUTSIDE : row * a->step;
#if ENLARGES
  linear_pixel(in, mask, guide, a, x_in, y_in, at_centre(column, a->grid_width, a->width),
               at_centre(row, a->grid_height, a->height), p);
#else
  linear_pixel(in, mask, guide, a, x_in, y_in, x_in, y_in, p);
#endif
}

// Plane `plane` of a valid pixel, 0 of an invalid one.
DEVICE Number plane_of(const LinearPixel* p, int plane) {
  if (COUNTED && !p->valid) return number(0.0f);
  if (plane < GUIDES) return p->guide[plane];
  plane -= GUIDES;
  if (plane < OTHERS) return number(p->value[OWN_VALUES + plane]);
  plane -= OTHERS;
  if (plane < SQUARES) {
    int j = 0;
    while (plane >= GUIDES - j) plane -= GUIDES - j++;
    return product_of(p->guide[j], p->guide[j + plane]);
  }
  plane -= SQUARES;
  if (plane < OTHERS * GUIDES)
    return product_of(number(p->value[OWN_VALUES + plane / GUIDES]), p->guide[plane % GUIDES]);
  return number(1.0f);
}

DEVICE GLOBAL Number* number_at(GLOBAL uchar* scratch, const SelvageLayout* l, int x, int y,
                                int plane) {
  return (GLOBAL Number*)(scratch + origin(l) + place(l, x, y, 8) + plane * l->channel);
}

// Sums `window` numbers of `level`, `apart` numbers from one to the next, from this item's first on,
// in the order of BinarySum. `level` holds `count` numbers; `next` has room for as many. All items
// of the group call it, after a barrier.
DEVICE Number sum_of_neighbours(LOCAL Number* level, LOCAL Number* next, int item, int first,
                                int apart, int window, int count) {
  Number total = level[first + (window - 1) * apart];
  for (int part = 1; 2 * part <= window; part *= 2) {
    for (int i = item; i < count - (2 * part - 1) * apart; i += ITEMS)
      next[i] = sum_of(level[i], level[i + part * apart]);
    BARRIER();
    LOCAL Number* const last = level;
    level = next;
    next = last;
    if (window & (2 * part))
      total = sum_of(total, level[first + (window & ~(4 * part - 1)) * apart]);
  }
  return total;
}
