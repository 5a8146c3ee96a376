// SPDX-License-Identifier: Apache-2.0
// A pixel of four floats: where it is read, where it is written, and its arithmetic, which HLSL has
// as operators and the dialect has not.
//   RADIUS         of the window: 3 for the chapter's 7x7
//   FROM_TEXTURE   1: the image is read as a texture, 0: from a buffer
#if FROM_TEXTURE
#define SOURCE TEXTURE_2D
#else
#define SOURCE const GLOBAL float4* RESTRICT
#endif
#define TAPS (2 * RADIUS + 1)

DEVICE int is_inside(const ChapterPlane* a, int x, int y) {
  return x >= 0 && y >= 0 && x < a->width && y < a->height;
}

// As Direct3D's Load: outside the image are zeros.
DEVICE float4 pixel_at(SOURCE in, const ChapterPlane* a, int x, int y) {
#if FROM_TEXTURE
  return TEXEL4_2D(in, x, y);
#else
  return is_inside(a, x, y) ? in[y * a->width + x] : MAKE_FLOAT4(0.0f, 0.0f, 0.0f, 0.0f);
#endif
}

DEVICE float4 added(float4 a, float4 b) {
  return MAKE_FLOAT4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
DEVICE float4 multiplied(float4 a, float4 b) {
  return MAKE_FLOAT4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}
DEVICE float4 scaled(float4 a, float factor) {
  return MAKE_FLOAT4(a.x * factor, a.y * factor, a.z * factor, a.w * factor);
}
DEVICE float4 divided(float4 a, float4 b) {
  return MAKE_FLOAT4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w);
}
