#include <cuda_runtime.h>
// half of this file was edited on another system
__global__ void invert(unsigned char *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = ~p[i];
}

cudaError_t invertAll(unsigned char *p, int n)
{
    invert<<<(n + 255) / 256,
             256>>>(p, n);
    cudaError_t err = cudaGetLastError();
    return err == cudaSuccess
               ? cudaDeviceSynchronize()
               : err;
}
