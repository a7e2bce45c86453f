// __half and __half2, for <cuda_fp16.h> and <hip/hip_fp16.h>.
#pragma once
#include "simt/half.h"

SIMT_SMALL_FLOAT(__half, simt::half_to_float, simt::float_to_half)
using __half2 = __half_pair;
using half = __half;
using half2 = __half2;

SIMT_INLINE __half __float2half(float x) { return __half(x); }
SIMT_INLINE __half __float2half_rn(float x) { return __half(x); }
SIMT_INLINE __half __int2half_rn(int x) { return __half(x); }
SIMT_INLINE float __half2float(__half x) { return x; }
SIMT_INLINE unsigned short __half_as_ushort(__half x) { return x.bits; }
SIMT_INLINE __half __ushort_as_half(unsigned short x) { return simt_bits<__half>(x); }
SIMT_INLINE __half2 __halves2half2(__half x, __half y) { return {x, y}; }
SIMT_INLINE __half2 __half2half2(__half x) { return {x, x}; }
SIMT_INLINE __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
SIMT_INLINE __half __low2half(__half2 x) { return x.x; }
SIMT_INLINE __half __high2half(__half2 x) { return x.y; }
SIMT_INLINE float __low2float(__half2 x) { return x.x; }
SIMT_INLINE float __high2float(__half2 x) { return x.y; }
SIMT_SHUFFLES(__half)
SIMT_SHUFFLES(__half2)
