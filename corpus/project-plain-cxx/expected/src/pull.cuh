#ifndef PULL_CUH
#define PULL_CUH

#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#endif

__host__ __device__ inline float pull(float distance, float softening)
{
    float squared = distance * distance + softening;
    return 1.0f / (squared * squared * squared);
}

#endif
