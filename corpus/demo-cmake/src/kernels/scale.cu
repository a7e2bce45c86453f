#include "solver.h"

__global__ void scaleKernel(float a, float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= a;
}

void scale(float a, float *x, int n)
{
    scaleKernel<<<(n + 255) / 256, 256>>>(a, x, n);
}
