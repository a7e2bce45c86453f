// A barrier under a condition that is the same for the whole block.
#include <cuda_runtime.h>

__global__ void phases(float *p, int n, int rounds)
{
    __shared__ float s[128];
    for (int r = 0; r < rounds; ++r) {
        if (n > r * 128) {
            s[threadIdx.x] = p[r * 128 + threadIdx.x];
            __syncthreads();
            p[r * 128 + threadIdx.x] = s[127 - threadIdx.x];
            __syncthreads();
        }
        if (blockIdx.x == 0 && gridDim.x > 1) {
            __syncthreads();
            p[0] += 1;
        }
    }
}
