// A maximum of floats by compare and swap.
#include <cuda_runtime.h>

__device__ float atomicMaxFloat(float *at, float value)
{
    int *p = (int *)at, old = *p, was;
    do {
        was = old;
        old = atomicCAS(p, was, __float_as_int(fmaxf(value, __int_as_float(was))));
    } while (was != old);
    return __int_as_float(old);
}

__global__ void largest(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMaxFloat(out, in[i]);
}
