// SPDX-License-Identifier: Apache-2.0
// What studies' kernels need beside kernels/dialect.h: textures, constant memory, and functions in
// the precision that the documents chose.
//   TEXTURE_1D, TEXTURE_2D     types of kernel parameters
//   TEXEL_1D(t, i)             float of a line of 1 channel; TEXEL4_1D: float4 of 4 channels
//   TEXEL_2D(t, x, y)          float of a plane; TEXEL4_2D
//   CONSTANT                   memory of the tables that are put before the text
//   EXP, POW                   full precision
//   FAST_EXP, FAST_POW         the hardware's
#ifdef __OPENCL_VERSION__

#define TEXTURE_1D __read_only image1d_buffer_t
#define TEXTURE_2D __read_only image2d_t
__constant sampler_t STUDY_SAMPLER =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
#define TEXEL_1D(t, i) read_imagef(t, i).x
#define TEXEL4_1D(t, i) read_imagef(t, i)
#if PROCESSOR  // PoCL 3.1 gives no 0 outside of an image of one channel
DEVICE float texel_or_zero(__read_only image2d_t t, int x, int y) {
  const int inside = x >= 0 && y >= 0 && x < get_image_width(t) && y < get_image_height(t);
  return inside ? read_imagef(t, STUDY_SAMPLER, (int2)(x, y)).x : 0.0f;
}
#define TEXEL_2D(t, x, y) texel_or_zero(t, x, y)
#else
// No parameter is called x: it would also replace the member.
#define TEXEL_2D(t, column, row) read_imagef(t, STUDY_SAMPLER, (int2)(column, row)).x
#endif
#define TEXEL4_2D(t, x, y) read_imagef(t, STUDY_SAMPLER, (int2)(x, y))
#define CONSTANT __constant
#define EXP(x) exp(x)
#define POW(x, y) pow(x, y)
#define FAST_EXP(x) native_exp(x)
#define FAST_POW(x, y) native_powr(x, y)
#define MAKE_FLOAT4(a, b, c, d) (float4)(a, b, c, d)

#else  // CUDA

typedef unsigned long long TextureObject;
#define TEXTURE_1D TextureObject
#define TEXTURE_2D TextureObject
#define TEXEL_1D(t, i) tex1Dfetch<float>(t, i)
#define TEXEL4_1D(t, i) tex1Dfetch<float4>(t, i)
#define TEXEL_2D(t, x, y) tex2D<float>(t, (x) + 0.5f, (y) + 0.5f)
#define TEXEL4_2D(t, x, y) tex2D<float4>(t, (x) + 0.5f, (y) + 0.5f)
#define CONSTANT __constant__
#define EXP(x) expf(x)
#define POW(x, y) powf(x, y)
#define FAST_EXP(x) __expf(x)
#define FAST_POW(x, y) __powf(x, y)
#define MAKE_FLOAT4(a, b, c, d) make_float4(a, b, c, d)

#endif
