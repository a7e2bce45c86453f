// Waiting that holds nobody up: one thread of each block for the other blocks, and all of them for the clock.
#include <cuda_runtime.h>

__device__ volatile int arrived;

__global__ void phases(float *x, int n, long long cycles)
{
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
    x[blockIdx.x * blockDim.x + threadIdx.x] += n;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd((int *)&arrived, 1);
        int seen;
        do {
            seen = arrived;
        } while (seen < gridDim.x);
    }
    __syncthreads();
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
