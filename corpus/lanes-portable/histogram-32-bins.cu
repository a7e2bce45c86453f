// A histogram with 32 bins, chosen by & 31.
#include <cuda_runtime.h>

#define BINS 32

__global__ void histogram(const int *in, int n, int *bins)
{
    __shared__ int s[BINS];
    if (threadIdx.x < BINS)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i] & (BINS - 1)], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
