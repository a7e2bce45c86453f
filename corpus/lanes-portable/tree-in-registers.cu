// A tree over an array of each thread's own, halved step by step: nobody else reads it.
#include <cuda_runtime.h>

__global__ void norms(const float *x, float *out, int n)
{
    float part[16];
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < 16; j++)
        part[j] = j * n + tid < 16 * n ? x[j * n + tid] * x[j * n + tid] : 0.f;
#pragma unroll
    for (int o = 8; o > 0; o >>= 1)
        for (int j = 0; j < o; j++)
            part[j] += part[j + o];
    volatile float *result = out;
    result[tid] = sqrtf(part[0]);
}
