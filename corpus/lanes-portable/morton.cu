// Interleaves the bits of two numbers.
#include <cuda_runtime.h>

__device__ unsigned int spread(unsigned int x)
{
    x &= 0xffff;
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

__global__ void morton(const ushort2 *points, unsigned int *codes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        codes[i] = spread(points[i].x) | spread(points[i].y) << 1;
}
