// Blocks of 32 threads that work each for itself.
#include <cuda_runtime.h>

__global__ void fill(int *p, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n)
        p[i] = i;
}

void run(int *p, int n)
{
    fill<<<(n + 31) / 32, 32>>>(p, n);
}
