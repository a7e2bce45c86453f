// bfloat16, for <cuda_bf16.h> and <hip/hip_bf16.h>: the side has made the types
// SIMT_BFLOAT and SIMT_BFLOAT2 by SIMT_SMALL_FLOAT.
#pragma once

SIMT_INLINE SIMT_BFLOAT __float2bfloat16(float x) { return SIMT_BFLOAT(x); }
SIMT_INLINE SIMT_BFLOAT __float2bfloat16_rn(float x) { return SIMT_BFLOAT(x); }
SIMT_INLINE float __bfloat162float(SIMT_BFLOAT x) { return x; }
SIMT_INLINE unsigned short __bfloat16_as_ushort(SIMT_BFLOAT x) { return x.bits; }
SIMT_INLINE SIMT_BFLOAT __ushort_as_bfloat16(unsigned short x) { return simt_bits<SIMT_BFLOAT>(x); }
SIMT_INLINE SIMT_BFLOAT2 __halves2bfloat162(SIMT_BFLOAT x, SIMT_BFLOAT y) { return {x, y}; }
SIMT_INLINE SIMT_BFLOAT __low2bfloat16(SIMT_BFLOAT2 x) { return x.x; }
SIMT_INLINE SIMT_BFLOAT __high2bfloat16(SIMT_BFLOAT2 x) { return x.y; }
SIMT_SHUFFLES(SIMT_BFLOAT)
SIMT_SHUFFLES(SIMT_BFLOAT2)
