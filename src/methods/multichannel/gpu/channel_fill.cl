// SPDX-License-Identifier: Apache-2.0
// Candidate "multichannel", third kernel: fills invalid pixels as fill.cl does, for any number of
// channels. Read after filling.h and multichannel.cl.
//   one item -> one pixel; only invalid pixels are computed. It visits all taps for VALUES channels
//               that share a weight, then for the next ones
//   weights  -> as in fill.cl
//   GUIDED   -> 1: a guide's distances weight the taps, if it is valid at the pixel

#define VALUES 4

typedef struct {
  Real sum[VALUES], lost[VALUES], weight, lost_weight;
  Real least;           // the exponent of the heaviest tap, to which weights are relative
  float first[VALUES];  // the first valid tap; sums add differences from it
  int any, near;
} ChannelsFilled;

// Returns D^2 between the guide's pixels q and p; PER_CHANNEL: of this channel. `outside`: q lies
// outside the image, whatever it points to.
DEVICE Real guide_distance2(const GLOBAL uchar* q, int outside, const GLOBAL uchar* p,
                            const SelvageBilateral* a, int channel) {
  const int first = NORM == PER_CHANNEL ? channel : 0;
  Real sum = 0, lost = 0;
  NO_UNROLL for (int k = first; k < first + a->compared; ++k) {
    const i64 plane = k * a->guide.channel;
    const float tap = outside ? a->guide_constant[0] : SAMPLE(GUIDE_READS, q + plane);
    const Real d = (Real)tap - (Real)SAMPLE(GUIDE_READS, p + plane);
    add_to(NORM != L1 ? d * d : d < 0 ? -d : d, &sum, &lost);
  }
  return NORM == L1 ? sum * sum : sum;
}

// Returns the weight of a tap with this exponent. A smaller exponent rescales the sums.
DEVICE Real weight_of(Real exponent, ChannelsFilled* f) {
  Real shrink;
  const Real weight = relative_weight(exponent, f->any, &f->least, &shrink);
  if (shrink == (Real)1) return weight;
  UNROLL for (int i = 0; i < VALUES; ++i) {
    f->sum[i] *= shrink;
    f->lost[i] *= shrink;
  }
  f->weight *= shrink;
  f->lost_weight *= shrink;
  return weight;
}

// Returns the sums for channels `channel`..`last`, fewer than VALUES of which repeat the last one.
DEVICE ChannelsFilled sum_valid(const GLOBAL uchar* in, const GLOBAL uchar* mask,
                                const GLOBAL uchar* guide, const GLOBAL Real* weights,
                                const SelvageBilateral* a, int x, int y, int channel, int last) {
  const GLOBAL Real* of_slice = weights + MAX_INT(a->radius_x, a->radius_y) + 1;
  const GLOBAL Real* most_squared = of_slice + a->radius_z + 1;
#if GUIDED
  const GLOBAL Real* scales = most_squared + a->radius_z + 1;
  const GLOBAL uchar* own =
      slice_of(in, mask, guide, a, 0).guide + place(&a->guide, x, y, a->guide.pixel);
  int ranged = 1;
  if (GUIDE_READS >= F16)
    for (int k = 0; k < a->guide_channels; ++k)
      ranged &= is_finite(SAMPLE(GUIDE_READS, own + k * a->guide.channel));
#endif
  ChannelsFilled f = {{0}, {0}, 0, 0, 0, {0}, 0, 0};
  for (int dz = first_slice(a); dz <= last_slice(a); ++dz) {
    const Slice slice = slice_of(in, mask, guide, a, dz);
    for (int dy = -a->radius_y; dy <= a->radius_y; ++dy) {
      const int extent = slice_extent(a, dz, dy, a->radius_x);
      const int ty = border_index(y + dy, a->height, a->border);
      for (int dx = -extent; dx <= extent; ++dx) {
        const int tx = border_index(x + dx, a->width, a->border);
        const int outside = slice.outside || tx == OUTSIDE || ty == OUTSIDE;
        const GLOBAL uchar* pixel = input_pixel(slice.in, a, outside ? x : tx, outside ? y : ty);
        const GLOBAL uchar* beside =
            slice.guide + place(&a->guide, outside ? x : tx, outside ? y : ty, a->guide.pixel);
        if (!(outside ? outside_is_valid(a) : is_valid(pixel, slice.mask, beside, a, tx, ty)))
          continue;
        const int squared = dx * dx + dy * dy;
#if GUIDED
        Real exponent = scales[0] * (Real)squared + scales[1] * (Real)(dz * dz);
        if (ranged) exponent += scales[2] * guide_distance2(beside, outside, own, a, channel);
        const Real w = weight_of(exponent, &f);
#else
        const Real w = weights[ABS_INT(dx)] * weights[ABS_INT(dy)] * of_slice[ABS_INT(dz)];
#endif
        f.near |= (Real)squared <= most_squared[ABS_INT(dz)];
        UNROLL for (int i = 0; i < VALUES; ++i) {
          const int c = MIN_INT(channel + i, last);
          const float v = outside ? a->outside_value : read_sample(pixel + c * CHANNEL_STEP(a));
          if (!f.any) f.first[i] = v;
          add_to(w * ((Real)v - (Real)f.first[i]), &f.sum[i], &f.lost[i]);
        }
        add_to(w, &f.weight, &f.lost_weight);
        f.any = 1;
      }
    }
  }
  return f;
}

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void channel_fill(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT mask,
                  const GLOBAL uchar* RESTRICT guide, const GLOBAL Real* RESTRICT weights,
                  GLOBAL uchar* RESTRICT out, ARGUMENTS(SelvageBilateral, args)) {
  const SelvageBilateral* a = &args;
  in += origin(&a->in);
  mask += origin(&a->mask);
  guide += origin(&a->guide);
  const int x = a->x0 + GROUP_X * GROUP_WIDTH + LOCAL_X;
  const int y = a->y0 + GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  if (x >= a->x1 || y >= a->y1 || leaves_image(a, x, y)) return;
  const Slice own = slice_of(in, mask, guide, a, 0);
  if (is_valid(input_pixel(own.in, a, x, y), own.mask,
               own.guide + place(&a->guide, x, y, a->guide.pixel), a, x, y))
    return;
  GLOBAL uchar* to = output_pixel(out + origin(&a->out), a, x, y);
  NO_UNROLL for (int c = 0; c < a->averaged; c += NORM == PER_CHANNEL ? 1 : VALUES) {
    const int last = NORM == PER_CHANNEL ? c : MIN_INT(c + VALUES, a->averaged) - 1;
    const ChannelsFilled f = sum_valid(in, mask, guide, weights, a, x, y, c, last);
    if (!f.near) return;
    UNROLL for (int i = 0; i < VALUES; ++i)
      if (c + i <= last)
        write_mean(to + (c + i) * a->out.channel, (Real)f.first[i] + f.sum[i] / f.weight);
  }
}
