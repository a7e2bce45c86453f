// HIP code in groups of 32 lanes, by widths.
#include <hip/hip_runtime.h>

__global__ void sum(const float *in, float *out)
{
    int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    float v = in[row * 32 + lane];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor(v, d, 32);
    if (lane == 0)
        out[row] = v;
}
