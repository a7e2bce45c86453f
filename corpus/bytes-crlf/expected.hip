// Written on Windows: every line ends with CR LF.
#include <hip/hip_runtime.h>
#include <stdio.h>

#define CHECK(call) \
    do { \
        hipError_t e = (call); \
        if (e != hipSuccess) \
            printf("%s: %s\n", #call, hipGetErrorString(e)); \
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
    CHECK(hipMalloc((void **)&x, 1024 * sizeof(float)));
    CHECK(hipMemcpyToSymbol(HIP_SYMBOL(c_scale),
                             &s,
                             sizeof(s)));
    scaleKernel<<<dim3(4),
                  dim3(256)>>>(x,
                               1024);
    CHECK(hipDeviceSynchronize());
#if defined(__CUDACC__) || defined(__HIPCC__)
    puts("compiled by nvcc");
#endif
    CHECK(hipFree(x));
    return 0;
}
