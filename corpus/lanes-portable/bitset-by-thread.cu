// Each thread sets the bit of its own index in a bitmap.
#include <cuda_runtime.h>

__global__ void evens(unsigned int *bitmap, const int *values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (values[i] % 2 == 0)
        atomicOr(&bitmap[i / 32], 1u << (i % 32));
}
