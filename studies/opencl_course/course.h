// SPDX-License-Identifier: Apache-2.0
// What all kernels of this study are given, a reader's own too.
//   WEIGHTS       constant memory: (2 RADIUS + 1)^2 weights by rows, then a factor, then an offset
//   ROW, COLUMN   constant memory: 2 RADIUS + 1 weights each
//   RADIUS        of the weights; STEPS: pixels of one work-item along its pass
//   BINS          of a histogram
//   LEAST_COSINE  between normals that belong together; DEPTH_SHARE: of the smaller depth

// Memory that a group shares, declared at the top of a kernel.
#ifdef __OPENCL_VERSION__
#define LOCAL_ARRAY __local
#else
#define LOCAL_ARRAY __shared__
#endif

// Loops of known length. On a processor that only takes longer to compile, as with UNROLL_4.
#if PROCESSOR
#define UNROLL_ON_GPU NO_UNROLL
#else
#define UNROLL_ON_GPU UNROLL
#endif

#define SIDE (2 * RADIUS + 1)

// Flags of a pixel: what lies between it and its neighbour is a discontinuity.
#define FLAG_LEFT 1
#define FLAG_RIGHT 2
#define FLAG_UP 4
#define FLAG_DOWN 8

// The sample, or 0 outside the image.
DEVICE float sample_or_zero(const GLOBAL float* from, const CourseImage* image, int x, int y) {
  if (x < 0 || y < 0 || x >= image->width || y >= image->height) return 0.0f;
  return from[y * image->pitch + x];
}

// The sum of the window, times the factor, plus the offset.
DEVICE float finished(float sum) {
  return FMA(sum, WEIGHTS[SIDE * SIDE], WEIGHTS[SIDE * SIDE + 1]);
}

// The window around `centre` in a tile. Rows that do not end at once keep a long window short code.
DEVICE float window_sum(const LOCAL float* centre, int tile_pitch) {
  float sum = 0.0f;
  UNROLL_4 for (int dy = -RADIUS; dy <= RADIUS; ++dy)
    UNROLL_ON_GPU for (int dx = -RADIUS; dx <= RADIUS; ++dx)
      sum = FMA(WEIGHTS[(dy + RADIUS) * SIDE + dx + RADIUS], centre[dy * tile_pitch + dx], sum);
  return finished(sum);
}

// Taps of a pass that lie `step` samples apart.
DEVICE float row_sum(const LOCAL float* centre) {
  float sum = 0.0f;
  UNROLL_ON_GPU for (int k = -RADIUS; k <= RADIUS; ++k) sum = FMA(ROW[k + RADIUS], centre[k], sum);
  return sum;
}
DEVICE float column_sum(const LOCAL float* centre) {
  float sum = 0.0f;
  UNROLL_ON_GPU for (int k = -RADIUS; k <= RADIUS; ++k)
    sum = FMA(COLUMN[k + RADIUS], centre[k * GROUP_WIDTH], sum);
  return sum;
}

// Normal in xyz, of length 1; depth in w, > 0.
DEVICE int is_normal_discontinuity(float4 a, float4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z < LEAST_COSINE;
}
DEVICE int is_depth_discontinuity(float4 a, float4 b) {
  return ABS(a.w - b.w) > DEPTH_SHARE * MIN(a.w, b.w);
}
DEVICE int is_discontinuity(float4 a, float4 b) {
  return is_normal_discontinuity(a, b) || is_depth_discontinuity(a, b);
}

// floor(v BINS), in the range of bins: the first one for what is below 0, the last from 1 on.
DEVICE int bin_of(float v) {
  return (int)MIN(MAX(v * (float)BINS, 0.0f), (float)(BINS - 1));
}
