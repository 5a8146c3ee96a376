// SPDX-License-Identifier: Apache-2.0
// The rival: a bilateral with the structure of OpenCV's CUDA module, in our words.
//   one group   -> 32 x 8 output pixels
//   local       -> none
//   one item    -> one pixel; every tap of the square around it is tried and left out when it lies
//                  beyond the disc; pixels near the edge apply the border rule at every tap
// Norm l1, border reflect101.
//   SAMPLE, CHANNELS  the image's samples; BYTES: they are rounded and clamped when written
//   EXP               the exponential function, in full precision as in OpenCV's default build

DEVICE int reflect101(int i, int n) {
  if (i < 0) return -i;
  return i < n ? i : 2 * n - 2 - i;
}

// sum: of the channels, then of the weights.
DEVICE void add_window(const GLOBAL SAMPLE* RESTRICT in, const OpencvStructure* a, int x, int y,
                       int bordered, const float* centre, float* sum) {
  const int r = a->radius;
  for (int ty = y - r; ty <= y + r; ++ty)
    for (int tx = x - r; tx <= x + r; ++tx) {
      const float space2 = (float)((x - tx) * (x - tx) + (y - ty) * (y - ty));
      if (space2 > a->farthest2) continue;
      const int column = bordered ? reflect101(tx, a->width) : tx;
      const int row = bordered ? reflect101(ty, a->height) : ty;
      const GLOBAL SAMPLE* q = in + ((i64)row * a->width + column) * CHANNELS;
      float value[CHANNELS];
      float distance = 0.0f;
      UNROLL for (int c = 0; c < CHANNELS; ++c) {
        value[c] = (float)q[c];
        distance += ABS(value[c] - centre[c]);
      }
      const float w = EXP(space2 * a->space + distance * distance * a->range);
      UNROLL for (int c = 0; c < CHANNELS; ++c) sum[c] += w * value[c];
      sum[CHANNELS] += w;
    }
}

KERNEL(32, 8)
void opencv_structure(const GLOBAL SAMPLE* RESTRICT in, GLOBAL SAMPLE* RESTRICT out,
                      ARGUMENTS(OpencvStructure, args)) {
  const OpencvStructure* a = &args;
  const int r = a->radius;
  const int x = GROUP_X * 32 + LOCAL_X, y = GROUP_Y * 8 + LOCAL_Y;
  if (x >= a->width || y >= a->height) return;

  const i64 first = ((i64)y * a->width + x) * CHANNELS;
  float centre[CHANNELS], sum[CHANNELS + 1];
  UNROLL for (int c = 0; c < CHANNELS; ++c) {
    centre[c] = (float)in[first + c];
    sum[c] = 0.0f;
  }
  sum[CHANNELS] = 0.0f;
  if (x >= r && y >= r && x + r < a->width && y + r < a->height)
    add_window(in, a, x, y, 0, centre, sum);
  else
    add_window(in, a, x, y, 1, centre, sum);
  UNROLL for (int c = 0; c < CHANNELS; ++c) {
    const float mean = sum[c] / sum[CHANNELS];
    out[first + c] = (SAMPLE)(BYTES ? ROUND(MIN(MAX(mean, 0.0f), 255.0f)) : mean);
  }
}
