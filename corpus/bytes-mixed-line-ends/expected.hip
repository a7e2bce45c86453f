#include <hip/hip_runtime.h>
// half of this file was edited on another system
__global__ void invert(unsigned char *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = ~p[i];
}

hipError_t invertAll(unsigned char *p, int n)
{
    invert<<<(n + 255) / 256,
             256>>>(p, n);
    hipError_t err = hipGetLastError();
    return err == hipSuccess
               ? hipDeviceSynchronize()
               : err;
}
