#include <hip/hip_runtime.h>

__global__ void add(int *a, const int *b, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += b[i];
}

void addAll(int *a, const int *b, int n)
{
    add<<<(n + 63) / 64, 64>>>(a, b, n);
    hipDeviceSynchronize();
}
#define LAST_ERROR hipGetLastError