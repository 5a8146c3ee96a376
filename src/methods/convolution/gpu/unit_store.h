// SPDX-License-Identifier: Apache-2.0
// Stores a unit: UNIT neighbouring samples of a row, at an aligned address, all at once. Read after
// pixel_load.h.
//   UNIT     4, or 8 bytes

// The integer nearest to v, the even one of two. 0 <= v <= full scale
DEVICE uint nearest(float v) {
  return AS_UINT(v + 8388608.0f) & (WRITES == U8 ? 0xffu : 0xffffu);
}

DEVICE float clamped(float v) {
  const float full = WRITES == U8 ? 255.0f : 65535.0f;
  return MEAN ? v : MIN(MAX(v, 0.0f), full);  // a mean stays within its samples
}

DEVICE uint four_bytes(const float* v) {
  return nearest(clamped(v[0])) | nearest(clamped(v[1])) << 8 | nearest(clamped(v[2])) << 16 |
         nearest(clamped(v[3])) << 24;
}

DEVICE void store_unit(GLOBAL uchar* to, const float* v) {
#if WRITES == F32
  *(GLOBAL float4*)to = vector_of(v[0], v[1], v[2], v[3]);
#elif WRITES == U8 && UNIT == 4
  *(GLOBAL uint*)to = four_bytes(v);
#elif WRITES == U8
  uint2 word;
  word.x = four_bytes(v);
  word.y = four_bytes(v + 4);
  *(GLOBAL uint2*)to = word;
#elif WRITES == U16
  uint2 word;
  word.x = nearest(clamped(v[0])) | nearest(clamped(v[1])) << 16;
  word.y = nearest(clamped(v[2])) | nearest(clamped(v[3])) << 16;
  *(GLOBAL uint2*)to = word;
#else
  uint2 word;
  word.x = float_to_half(v[0]) | float_to_half(v[1]) << 16;
  word.y = float_to_half(v[2]) | float_to_half(v[3]) << 16;
  *(GLOBAL uint2*)to = word;
#endif
}
