#include "solver.h"

__global__ void axpyKernel(float a, const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}

void axpy(float a, const float *x, float *y, int n)
{
    axpyKernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
    cudaDeviceSynchronize();
}
