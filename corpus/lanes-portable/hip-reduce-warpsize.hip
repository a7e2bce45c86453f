// HIP code that goes by warpSize.
#include <hip/hip_runtime.h>

__device__ float waveSum(float v)
{
    for (int d = warpSize / 2; d > 0; d /= 2)
        v += __shfl_down(v, d);
    return v;
}

__global__ void sum(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = waveSum(i < n ? in[i] : 0.0f);
    if (threadIdx.x % warpSize == 0)
        atomicAdd(out, v);
}
