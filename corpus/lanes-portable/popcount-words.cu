// Counts the bits of words: 32 is the number of bits in an int.
#include <cuda_runtime.h>

__global__ void weigh(const unsigned int *words, int *total, int n)
{
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += __popc(words[i]);
    atomicAdd(total, sum);
}

__global__ void leading(const unsigned int *words, int *zeros, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        zeros[i] = words[i] ? 31 - __clz(words[i]) : 32;
}
