// A hash with shifts by 5 and masks of 32 bits.
#include <cuda_runtime.h>

__global__ void hash(const unsigned int *keys, unsigned int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int h = keys[i] ^ 0xffffffffu;
    h ^= h >> 5;
    h *= 0x85ebca6bu;
    h = (h << 5) | (h >> 27);
    out[i] = h & 31;
}
