// SPDX-License-Identifier: Apache-2.0
// Four samples side by side. Read after samples.h.

DEVICE float4 vector_of(float x, float y, float z, float w) {
  float4 v;
  v.x = x;
  v.y = y;
  v.z = z;
  v.w = w;
  return v;
}

// As they lie in an image.
#if READS == U8
typedef uint RawVector;
#elif READS == F32
typedef uint4 RawVector;
#else
typedef uint2 RawVector;
#endif

DEVICE float4 unpack(RawVector raw) {
#if READS == U8
  return vector_of(BYTE_TO_FLOAT(raw, 0), BYTE_TO_FLOAT(raw, 1), BYTE_TO_FLOAT(raw, 2),
                   BYTE_TO_FLOAT(raw, 3));
#elif READS == U16
  return vector_of((float)(raw.x & 0xffffu), (float)(raw.x >> 16), (float)(raw.y & 0xffffu),
                   (float)(raw.y >> 16));
#elif READS == F16
  return vector_of(half_to_float(raw.x & 0xffffu), half_to_float(raw.x >> 16),
                   half_to_float(raw.y & 0xffffu), half_to_float(raw.y >> 16));
#else
  return vector_of(AS_FLOAT(raw.x), AS_FLOAT(raw.y), AS_FLOAT(raw.z), AS_FLOAT(raw.w));
#endif
}
