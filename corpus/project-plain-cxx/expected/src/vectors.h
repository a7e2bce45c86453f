#pragma once
#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#endif
#if !defined(__CUDACC__) && !defined(__HIPCC__)
struct float4 { float x, y, z, w; };
#define __host__
#define __device__
#endif

__host__ __device__ inline float dot(float4 a, float4 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
