// What each compiler gets has been written down.
#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#else
#include <cuda_runtime.h>
#endif

__device__ float laneSum(float v)
{
#ifdef __HIP_PLATFORM_AMD__
    for (int d = warpSize / 2; d > 0; d /= 2)
        v += __shfl_down(v, d);
#else
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
#endif
    return v;
}

__global__ void sums(float *p)
{
    p[threadIdx.x] = laneSum(p[threadIdx.x]);
}
