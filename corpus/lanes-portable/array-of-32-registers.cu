// Keeps 32 values in registers.
#include <cuda_runtime.h>

__global__ void moments(const float *in, float *out, int n)
{
    float v[32];
    int base = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
    if (base + 32 > n)
        return;
#pragma unroll
    for (int k = 0; k < 32; ++k)
        v[k] = in[base + k];
    float mean = 0;
#pragma unroll
    for (int k = 0; k < 32; ++k)
        mean += v[k] / 32;
    float spread = 0;
#pragma unroll
    for (int k = 0; k < 32; ++k)
        spread += (v[k] - mean) * (v[k] - mean);
    out[base / 32] = spread / 32;
}
