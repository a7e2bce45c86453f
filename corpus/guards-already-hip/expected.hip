#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)
#define TL_DEVICE __device__ __forceinline__
#define TL_GPU 1
#else
#define TL_DEVICE inline
#endif

#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#elif defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

#ifdef __HIP_PLATFORM_AMD__
using tlStream = hipStream_t;
#elif defined(__CUDACC__)
using tlStream = cudaStream_t;
#endif

#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define TL_ON_DEVICE 1
#else
#define TL_ON_DEVICE 0
#endif

#if !defined(__HIPCC__) && defined(__NVCC__)
#pragma nv_diag_suppress 177
#endif

#if (defined(__NVCC__) || defined(__HIP__)) && !defined(TL_NO_LDG)
#define TL_LOAD(p) __ldg(p)
#else
#define TL_LOAD(p) (*(p))
#endif

#ifdef TL_GPU
TL_DEVICE float tlLoad(const float *p, int i)
{
#if TL_ON_DEVICE
    return TL_LOAD(p + i);
#else
    return p[i];
#endif
}
#endif
