#include <hip/hip_runtime.h>

__global__ void zero(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 0.0f;
}

void zeroAll(float *x, int n) { zero<<<(n + 255) / 256, 256>>>(x, n); }
