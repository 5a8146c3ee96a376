// SPDX-License-Identifier: Apache-2.0
// The common subset of CUDA C++ and OpenCL C 1.2 that the kernels are written in. Host code never
// reads this file. docs/kernels.md explains what looks odd.
#ifdef __OPENCL_VERSION__

#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef long i64;
typedef ulong u64;
#define KERNEL(width, height) __kernel __attribute__((reqd_work_group_size(width, height, 1)))
#define DEVICE static
#define GLOBAL __global
#define LOCAL __local
#define RESTRICT restrict
#define ARGUMENTS(T, name) const T name
#define LOCAL_PARAM(T, name) , __local T* name
#define LOCAL_BODY(T, name)
#define LOCAL_X ((int)get_local_id(0))
#define LOCAL_Y ((int)get_local_id(1))
#define GROUP_X ((int)get_group_id(0))
#define GROUP_Y ((int)get_group_id(1))
#define GROUP_Z ((int)get_group_id(2))
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define BARRIER_ALL() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define ROW_BARRIER() BARRIER()
#define LET_NEXT_BEGIN()
#define WAIT_FOR_LAST(p)
#define ATOMIC_ADD(p, v) atomic_add(p, v)
#define ATOMIC_OR(p, v) atomic_or(p, v)
#define ATOMIC_MIN(p, v) atomic_min(p, v)
#define ATOMIC_MAX(p, v) atomic_max(p, v)
#define COUNT_BITS(i) ((int)popcount(i))
#define COUNT_LEADING_ZEROS(i) ((int)clz(i))  // of 0: 32
#define AS_UINT(x) as_uint(x)
#define AS_FLOAT(x) as_float(x)
#define FMA(a, b, c) fma(a, b, c)
#define FMA_REAL(a, b, c) fma(a, b, c)  // of doubles
#define BITS_OF_REAL(x) as_ulong(x)
#define ABS(x) fabs(x)
#define SUM_ABS_DIFF(a, b, c) (abs_diff(a, b) + (c))  // of unsigned numbers
#define ABS_INT(i) ((int)abs(i))  // a conditional becomes an intrinsic that simulators lack
#define MIN(a, b) fmin(a, b)
#define MAX(a, b) fmax(a, b)
#define ROUND(x) rint(x)
#define SQRT(x) sqrt(x)
#define STORE_FOUR(p, v) (*(GLOBAL float4*)(p) = (v))
#define LOAD_HALF(p) vload_half(0, (const GLOBAL half*)(p))
#define STORE_HALF(p, v) vstore_half_rte(v, 0, (GLOBAL half*)(p))
DEVICE float half_to_float(uint bits) {
  const ushort h = (ushort)bits;
  return vload_half(0, (const half*)&h);
}
DEVICE uint float_to_half(float v) {
  ushort h;
  vstore_half_rte(v, 0, (half*)&h);
  return h;
}
#if BYTE_SIMD
#define HAS_PTX 1
#else  // at most 3 ulp, 2.5 ulp; native functions promise nothing
#define EXP2(x) exp2(x)
#define RECIPROCAL(x) (1.0f / (x))
#define BYTE_TO_FLOAT(word, c) ((float)(((word) >> (8 * (c))) & 255u))
#endif

#else  // CUDA

typedef long long i64;
typedef unsigned long long u64;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
#define KERNEL(width, height) \
  extern "C" __global__ __launch_bounds__((width) * (height), MIN_BLOCKS)
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define LOCAL
#define RESTRICT __restrict__
#define ARGUMENTS(T, name) const __grid_constant__ T name
#define LOCAL_PARAM(T, name) , int name##_unused
#define LOCAL_BODY(T, name) extern __shared__ T name[];
#define LOCAL_X ((int)threadIdx.x)
#define LOCAL_Y ((int)threadIdx.y)
#define GROUP_X ((int)blockIdx.x)
#define GROUP_Y ((int)blockIdx.y)
#define GROUP_Z ((int)blockIdx.z)
#define BARRIER() __syncthreads()
#define BARRIER_ALL() __syncthreads()  // covers all memory
#define ROW_BARRIER() __syncwarp()  // 32 items with one LOCAL_Y; all items of a group reach it
// Programmatic dependent launch (gpu::Launch): a kernel begins once every group of the previous one
// has called LET_NEXT_BEGIN or ended. WAIT_FOR_LAST(p) returns when the previous kernel has ended.
// The kernel calls it before it writes anything, and before it reads what the previous one wrote,
// which it does through p only.
#if __CUDA_ARCH__ >= 900
#define LET_NEXT_BEGIN() asm volatile("griddepcontrol.launch_dependents;")
#define WAIT_FOR_LAST(p) (p) = after_the_last(p)
DEVICE uchar* after_the_last(const uchar* p) {  // a new pointer keeps loads behind the wait
  size_t address = __cvta_generic_to_global(p);
  asm volatile("griddepcontrol.wait;" : "+l"(address) : : "memory");
  return (uchar*)__cvta_global_to_generic(address);
}
#else
#define LET_NEXT_BEGIN()
#define WAIT_FOR_LAST(p)
#endif
#define ATOMIC_ADD(p, v) atomicAdd(p, v)
#define ATOMIC_OR(p, v) atomicOr(p, v)
#define ATOMIC_MIN(p, v) atomicMin(p, v)
#define ATOMIC_MAX(p, v) atomicMax(p, v)
#define COUNT_BITS(i) __popc(i)
#define COUNT_LEADING_ZEROS(i) __clz(i)
#define AS_UINT(x) __float_as_uint(x)
#define AS_FLOAT(x) __uint_as_float(x)
#define FMA(a, b, c) fmaf(a, b, c)
#define FMA_REAL(a, b, c) fma(a, b, c)  // of doubles
#define BITS_OF_REAL(x) ((u64)__double_as_longlong(x))
#define ABS(x) fabsf(x)
#define SUM_ABS_DIFF(a, b, c) __usad(a, b, c)  // one instruction
#define ABS_INT(i) abs(i)
#define MIN(a, b) fminf(a, b)
#define MAX(a, b) fmaxf(a, b)
#define ROUND(x) rintf(x)
#define SQRT(x) sqrtf(x)
DEVICE float load_half(const ushort* p) {
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(*p));
  return f;
}
DEVICE void store_half(ushort* p, float v) {
  ushort h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(v));
  *p = h;
}
#define LOAD_HALF(p) load_half((const ushort*)(p))
#define STORE_HALF(p, v) store_half((ushort*)(p), v)
DEVICE float half_to_float(uint bits) {
  const ushort h = (ushort)bits;
  return load_half(&h);
}
DEVICE uint float_to_half(float v) {
  ushort h;
  store_half(&h, v);
  return h;
}
// Stores four floats at once; the compiler may split the store of a float4, which is a struct.
#define STORE_FOUR(p, v) store_vector(p, v)
DEVICE void store_vector(float* p, float4 v) {
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};"
               :
               : "l"(__cvta_generic_to_global(p)), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
               : "memory");
}
#define HAS_PTX 1

#endif

#if HAS_PTX  // CUDA, and NVIDIA's OpenCL
DEVICE float exp2_approx(float x) {  // relative error below 2^-22; results below 2^-126 are 0
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
#define EXP2(x) exp2_approx(x)
DEVICE float reciprocal_approx(float x) {  // at most 1 ulp; x and 1/x are normal
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
#define RECIPROCAL(x) reciprocal_approx(x)
// Returns bytes picked from a and b: digit i of `order` selects byte i, 0..3 from a, 4..7 from b.
DEVICE uint bytes_of(uint a, uint b, uint order) {
  uint d;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(order));
  return d;
}
// Makes 2^23 + byte by one byte permutation; a conversion would occupy the unit that computes exp2.
#define BYTE_TO_FLOAT(word, c) \
  (AS_FLOAT(bytes_of(word, 0x4b000000u, 0x7440u + (uint)(c))) - 8388608.0f)
#else
DEVICE uint bytes_of(uint a, uint b, uint order) {
  uint d = 0;
  for (int i = 0; i < 4; ++i) {
    const uint place = order >> 4 * i & 7u;
    d |= ((place < 4 ? a : b) >> 8 * (place & 3u) & 255u) << 8 * i;
  }
  return d;
}
#endif

#define UNROLL _Pragma("unroll")
#define NO_UNROLL _Pragma("unroll 1")
#if PROCESSOR  // a CPU: unrolling only makes compilation slower
#define UNROLL_2 NO_UNROLL
#define UNROLL_4 NO_UNROLL
#else
#define UNROLL_2 _Pragma("unroll 2")
#define UNROLL_4 _Pragma("unroll 4")
#endif
#define MIN_INT(a, b) ((a) < (b) ? (a) : (b))
#define MAX_INT(a, b) ((a) > (b) ? (a) : (b))

#if BYTE_SIMD
// Returns the sum of |a - b| over four bytes, plus c.
DEVICE uint byte_distance(uint a, uint b, uint c) {
  uint d;
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
// Returns the sum of (a - b)^2 over four bytes, plus c.
DEVICE uint byte_distance2(uint a, uint b, uint c) {
  uint d;
  asm("{ .reg .u32 t; vabsdiff4.u32.u32.u32 t, %1, %2, %3; dp4a.u32.u32 %0, t, t, %4; }"
      : "=r"(d)
      : "r"(a), "r"(b), "r"(0), "r"(c));
  return d;
}
// Returns the sum of a x b over four bytes, plus c.
DEVICE uint byte_product(uint a, uint b, uint c) {
  uint d;
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
#else
DEVICE uint byte_product(uint a, uint b, uint c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 255u) * (b >> i & 255u);
  return c;
}
#endif
