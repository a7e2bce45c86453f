// Rotates words of 32 bits.
#include <cuda_runtime.h>

__device__ unsigned int rotate(unsigned int x, int by)
{
    by &= 31;
    return by ? (x << by) | (x >> (32 - by)) : x;
}

__global__ void rotateAll(unsigned int *p, int by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = rotate(p[i], by + i);
}
