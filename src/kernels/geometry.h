// SPDX-License-Identifier: Apache-2.0
// What the kernels of geometry-guided means share. Read after samples.h.
// Marks are a pixel's discontinuities to the right and below, as in the flags that callers see, and
// whether it is a hole: no number, or no end, in a sample of any input. A hole has discontinuities on
// all sides.

#define MARK_RIGHT 2
#define MARK_DOWN 8
#define MARK_HOLE 16
#define NOTHING (MARK_RIGHT | MARK_DOWN | MARK_HOLE)  // of what is not held

// All kernels have these, in this order.
#define GEOMETRY_PARAMETERS                                                                     \
  const GLOBAL uchar *RESTRICT in, const GLOBAL uchar *RESTRICT normals,                        \
      const GLOBAL uchar *RESTRICT depth, const GLOBAL float *RESTRICT tables,                  \
      GLOBAL uchar *RESTRICT scratch, GLOBAL uchar *RESTRICT out, GLOBAL uchar *RESTRICT flags, \
      ARGUMENTS(SelvageGeometry, args)

DEVICE GLOBAL uchar* mark_at(GLOBAL uchar* scratch, const SelvageGeometry* a, int x, int y) {
  return scratch + origin(&a->marks) + (i64)y * a->marks.row + x;
}

DEVICE int held(const SelvageGeometry* a, int x, int y) {
  return x >= a->held_x0 && x < a->held_x1 && y >= a->held_y0 && y < a->held_y1;
}

// The first channel of the mean at (x, y).
DEVICE GLOBAL float* mean_at(GLOBAL uchar* scratch, const SelvageGeometry* a, int x, int y) {
  return (GLOBAL float*)(scratch + origin(&a->means) + (i64)y * a->means.row) + x;
}
#define MEAN_PLANE(a) ((int)((a)->means.channel / 4))  // floats from channel to channel
