#include <cstdio>
#ifdef __NVCC__
#include <cuda_runtime.h>
#endif
#ifdef __HIP__
#include <hip/hip_runtime.h>
#endif

#ifdef __NVCC__
static bool failed(cudaError_t status) { return status != cudaSuccess; }
#endif

// The same for AMD.
#ifdef __HIP__
static bool failed(hipError_t status) { return status != hipSuccess; }
#endif

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

BOTH int twice(int x) { return 2 * x; }

__global__ void k(int *out) { *out = twice(21); }

int main()
{
    int *out;
    if (failed(cudaMalloc(&out, sizeof *out)))
        return 1;
    k<<<1, 1>>>(out);
    std::printf("%d\n", failed(cudaDeviceSynchronize()));
}
