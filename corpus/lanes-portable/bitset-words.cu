// A set of bits in words of 32: & 31 and >> 5 speak of the word.
#include <cuda_runtime.h>

__global__ void mark(unsigned int *bits, const int *items, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicOr(&bits[items[i] >> 5], 1u << (items[i] & 31));
}

__global__ void test(const unsigned int *bits, const int *items, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        found[i] = (bits[items[i] / 32] >> (items[i] % 32)) & 1;
}
