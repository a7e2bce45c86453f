// HIP code with masks of 64 bits.
#include <hip/hip_runtime.h>

__global__ void agree(const int *in, int *out)
{
    unsigned long long all = 0xffffffffffffffffull;
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (__all_sync(0xffffffffffffffffull, v > 0))
        v = __shfl_sync(0xffffffffffffffffull, v, 0);
    out[blockIdx.x * blockDim.x + threadIdx.x] = v + (all != 0);
}
