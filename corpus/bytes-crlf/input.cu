// Written on Windows: every line ends with CR LF.
#include <cuda_runtime.h>
#include <stdio.h>

#define CHECK(call) \
    do { \
        cudaError_t e = (call); \
        if (e != cudaSuccess) \
            printf("%s: %s\n", #call, cudaGetErrorString(e)); \
    } while (0)

__constant__ float c_scale;

__global__ void __launch_bounds__(256, 2) scaleKernel(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= c_scale;
}

/* cudaMalloc in a comment
   over two lines */
int main(void)
{
    float *x, s = 2.0f;
    CHECK(cudaMalloc((void **)&x, 1024 * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(c_scale,
                             &s,
                             sizeof(s)));
    scaleKernel<<<dim3(4),
                  dim3(256)>>>(x,
                               1024);
    CHECK(cudaDeviceSynchronize());
#ifdef __CUDACC__
    puts("compiled by nvcc");
#endif
    CHECK(cudaFree(x));
    return 0;
}
