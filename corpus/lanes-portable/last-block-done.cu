// The last block to finish adds the partial sums.
#include <cuda_runtime.h>

__device__ unsigned int finished = 0;

__global__ void sum(const float *in, volatile float *partial, float *out, int n)
{
    __shared__ float s[128];
    __shared__ bool last;
    float v = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128)
        v += in[i];
    s[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float total = 0;
        for (int t = 0; t < 128; ++t)
            total += s[t];
        partial[blockIdx.x] = total;
        __threadfence();
        last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float total = 0;
        for (int b = 0; b < gridDim.x; ++b)
            total += partial[b];
        *out = total;
        finished = 0;
    }
}
