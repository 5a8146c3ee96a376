// SPDX-License-Identifier: Apache-2.0
// What all kernels of gradients share: places and windows, sums over items and over places that read
// one pixel, the valid pixels of all channels, the derivatives of the sigmas. Read after samples.h
// and numbers.h.
//   DISC       1: the window is a disc
//   RADIUS     of the window, if the program is for this one alone
//   ROWS       places below one another that an item computes
//   IN_BLOCKS  1: the program computes channels of an image that has more

#ifdef RADIUS
#define FIXED 1
#define WINDOW_RADIUS(a) RADIUS
#define UNROLL_TAPS UNROLL
#else
#define FIXED 0
#define WINDOW_RADIUS(a) ((a)->radius)
#define UNROLL_TAPS UNROLL_4
#endif

#define NO_WEIGHT (-1e30f)  // the exponent of an invalid pixel

DEVICE int item_x(const SelvageGradient* a) { return a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X; }
DEVICE int item_y(const SelvageGradient* a) {
  return a->y0 + (GROUP_Y * GROUP_HEIGHT + LOCAL_Y) * ROWS;
}

// Floats from one image to the next, whose records have two rows more than taps read.
DEVICE i64 image_records(const SelvageGradient* a, int floats) {
  const int around = 2 * WINDOW_RADIUS(a);
  return GROUP_Z * ((i64)(a->width + around) * (a->height + around + 2)) * floats;
}
DEVICE i64 plane_places(const SelvageGradient* a) {
  return ((i64)a->width + 2 * a->margin) * (a->height + 2 * a->margin);
}

// Whether the result of a pixel is a mean, and no copy.
DEVICE int is_mean(const SelvageGradient* a, int valid, int x, int y) {
  const int r = WINDOW_RADIUS(a);
  const int leaves = x < r || y < r || x >= a->width - r || y >= a->height - r;
  return valid && !(a->border == COPY && leaves);
}
DEVICE int is_inside(const SelvageGradient* a, int x, int y) {
  return 0 <= x && x < a->width && 0 <= y && y < a->height;
}

// Returns the record of the place (x, y). A row of records begins `radius` places left of the image
// and ends as far right of it. Places still further out, up to twice the radius, have the record of
// another row's place, which is outside the image as well: neither end of such a pair sends.
DEVICE i64 record_at(const SelvageGradient* a, int x, int y) {
  const int r = WINDOW_RADIUS(a);
  return (i64)(y + r + 1) * (a->width + 2 * r) + x + r;
}
// Returns the row itself, or one outside the image that has records if this one has none.
DEVICE int row_with_records(const SelvageGradient* a, int y) {
  return MAX_INT(-WINDOW_RADIUS(a), MIN_INT(y, a->height + WINDOW_RADIUS(a) - 1));
}

DEVICE float d_output_at(const GLOBAL uchar* d_output, const SelvageGradient* a, int x, int y,
                         int c) {
  return *(const GLOBAL float*)(d_output + origin(&a->d_output) +
                                place(&a->d_output, x, y, a->d_output.pixel) +
                                c * a->d_output.channel);
}

DEVICE void write_float(GLOBAL uchar* to, const SelvageLayout* l, int x, int y, int c, float v) {
  *(GLOBAL float*)(to + origin(l) + place(l, x, y, l->pixel) + c * l->channel) = v;
}

// Returns the largest |dx| of the window's row dy, or -1.
DEVICE int gradient_extent(const SelvageGradient* a, int dy) {
  const int r = WINDOW_RADIUS(a), square = r * r - dy * dy;
  if (square < 0 || !DISC) return square < 0 ? -1 : r;
  int extent = (int)SQRT((float)square);
  if (extent * extent > square) --extent;
  if ((extent + 1) * (extent + 1) <= square) ++extent;
  return extent;
}

// Returns whether pixel (x, y) is valid in all channels of image and guide.
DEVICE int valid_in_all(const GLOBAL uchar* in, const GLOBAL uchar* guide,
                        const GLOBAL uchar* mask, const SelvageGradient* a, int x, int y) {
  int valid = 1, marked = a->has_invalid;
  const GLOBAL uchar* p = in + origin(&a->in) + place(&a->in, x, y, a->in.pixel);
  NO_UNROLL for (int c = 0; c < a->channels; ++c, p += a->in.channel) {
    const float v = SAMPLE(a->type, p);
    valid &= is_finite(v);
    if (c < a->colours) marked &= v == a->invalid;
  }
  if (a->guide_channels > 0) {
    p = guide + origin(&a->guide) + place(&a->guide, x, y, a->guide.pixel);
    NO_UNROLL for (int c = 0; c < a->guide_channels; ++c, p += a->guide.channel)
      valid &= is_finite(SAMPLE(a->guide_type, p));
  }
  if (a->has_mask) valid &= mask[origin(&a->mask) + place(&a->mask, x, y, a->mask.pixel)] != 0;
  return valid && !marked;
}

#if IN_BLOCKS
// Writes a mask of the pixels that are valid in all channels.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gradient_valid(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                    const GLOBAL uchar* RESTRICT mask, GLOBAL uchar* RESTRICT to,
                    ARGUMENTS(SelvageGradient, args)) {
  const SelvageGradient* a = &args;
  const int x = item_x(a);
  for (int k = 0; k < ROWS; ++k) {
    const int y = item_y(a) + k;
    if (x >= a->x1 || y >= a->y1) return;
    to[origin(&a->out) + place(&a->out, x, y, a->out.pixel)] =
        (uchar)valid_in_all(in, guide, mask, a, x, y);
  }
}
#endif

// Adds the items' sums in a fixed order: item i and item i + apart, for ever smaller distances.
DEVICE void add_items(LOCAL float* sums, Number space, Number range, int item) {
  LOCAL float* own = sums + 4 * item;
  own[0] = space.near;
  own[1] = space.rest;
  own[2] = range.near;
  own[3] = range.rest;
  for (int apart = GROUP_WIDTH * GROUP_HEIGHT / 2; apart > 0; apart /= 2) {
    BARRIER();
    if (item < apart)
      for (int i = 0; i < 4; i += 2) {
        Number mine, other;
        mine.near = own[i];
        mine.rest = own[i + 1];
        other.near = own[4 * apart + i];
        other.rest = own[4 * apart + i + 1];
        mine = sum_of(mine, other);
        own[i] = mine.near;
        own[i + 1] = mine.rest;
      }
  }
}

// Returns the least i + k period above `after`.
DEVICE i64 next_of(i64 i, int period, int after) {
  while (i - period > after) i -= period;
  while (i <= after) i += period;
  return i;
}

// Returns the next place after `i` that reads pixel `at`, or n + margin.
DEVICE int next_place(const SelvageGradient* a, int i, int n, int at) {
  const int m = a->margin, border = a->border;
  int next = at;
  if (m == 0 || (at > m && at < n - 1 - m)) {
    if (i >= at) next = n + m;
  } else if (border == CLAMP || n == 1) {
    const int last = at == n - 1 ? n + m - 1 : at;
    next = MAX_INT(i + 1, at == 0 ? -m : at);
    if (next > last) next = n + m;
  } else {
    const int period = border == WRAP ? n : border == REFLECT ? 2 * n : 2 * n - 2;
    const int mirrored = border == WRAP ? at : border == REFLECT ? -1 - at : -at;
    const i64 first = MIN_INT(next_of(at, period, i), next_of(mirrored, period, i));
    next = (int)MIN_INT(first, (i64)n + m);
  }
  return MIN_INT(next, n + m);
}

// One group.
KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void gradient_sigmas(const GLOBAL float* RESTRICT partials, GLOBAL float* RESTRICT sigmas,
                     ARGUMENTS(SelvageGradient, args) LOCAL_PARAM(float, sums)) {
  LOCAL_BODY(float, sums)
  const SelvageGradient* a = &args;
  const int item = LOCAL_Y * GROUP_WIDTH + LOCAL_X;
  Number space = number(0.0f), range = number(0.0f), part;
  for (i64 i = item; i < a->partials; i += GROUP_WIDTH * GROUP_HEIGHT) {
    const GLOBAL float* from = partials + a->partials_at + 4 * i;
    part.near = from[0];
    part.rest = from[1];
    space = sum_of(space, part);
    part.near = from[2];
    part.rest = from[3];
    range = sum_of(range, part);
  }
  add_items(sums, space, range, item);
  if (item == 0) {
    sigmas[a->sigmas_at] = sums[0] * a->space_factor;
    sigmas[a->sigmas_at + 1] = sums[2] * a->range_factor;
  }
}
