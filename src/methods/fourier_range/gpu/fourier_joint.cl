// SPDX-License-Identifier: Apache-2.0
// Candidate "fourier_range", third kernel of joint filters: quotients of all channels and their
// certificates. Read after fourier.h.
//   one item    -> a pixel
// A pixel is put on the list, for fourier_repair, if a channel's certificate exceeds the limit.
// Bound by memory: 4 bytes for D^ and each N^, written just before.

KERNEL(GROUP_WIDTH, GROUP_HEIGHT)
void fourier_joint(const GLOBAL uchar* RESTRICT in, const GLOBAL uchar* RESTRICT guide,
                   const GLOBAL uchar* RESTRICT mask, const GLOBAL uint* RESTRICT tables,
                   GLOBAL uchar* RESTRICT scratch, GLOBAL uchar* RESTRICT out,
                   ARGUMENTS(SelvageFourier, args)) {
  const SelvageFourier* a = &args;
  const int column = GROUP_X * GROUP_WIDTH + LOCAL_X, row = GROUP_Y * GROUP_HEIGHT + LOCAL_Y;
  const int x = a->x0 + column, y = a->y0 + row;
  if (x >= a->x1 || y >= a->y1) return;
  const GLOBAL uchar* const from = input_pixel(in + a->in.offset, a, x, y);
  GLOBAL uchar* const to = output_pixel(out + a->out.offset, a, x, y);
  NO_UNROLL for (int c = a->first_copied; c <= a->last_copied; ++c)
    copy_sample(from + c * a->in.channel, to + c * a->out.channel);
#if HOLES
  if (is_copied(in + a->in.offset, mask + a->mask.offset, a, x, y)) {
    for (int c = 0; c < VALUES; ++c) copy_sample(from + c * a->in.channel, to + c * a->out.channel);
    return;
  }
#endif
  const GLOBAL uchar* const sums = scratch + a->sums + (i64)row * a->sums_pitch + 4 * column;
  const float weights = *(const GLOBAL float*)sums;
  const float scale = a->value_scale * RECIPROCAL(MAX(weights, 1.0f));
  const float allowed = a->limit * MAX(1.0f, weights - a->of_weights);
  float shifts[VALUES];
  int fails = 0;
  UNROLL for (int c = 0; c < VALUES; ++c) {
    shifts[c] = scale * *(const GLOBAL float*)(sums + (c + 1) * a->sums_plane);
    fails |= FMA(ABS(shifts[c]), a->of_weights, a->of_differences) > allowed;
  }
  if (fails) {
    GLOBAL uint* const list = (GLOBAL uint*)(scratch + a->list);
    list[1 + ATOMIC_ADD(list, 1u)] = (uint)row * (uint)(a->x1 - a->x0) + (uint)column;
    return;
  }
  UNROLL for (int c = 0; c < VALUES; ++c)
    write_sample(to + c * a->out.channel, (a->value_middle + shifts[c]) * LEVEL);
}
