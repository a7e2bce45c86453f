#include <hip/hip_runtime.h>
#include <cstdio>

#define ARCH_NAME(x) #x
#define ARCH_TEXT(x) ARCH_NAME(x)
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ 0
#endif

template <int Arch> struct TilePolicy {
    static constexpr int rows = Arch >= 800 ? 128 : 64;
};

__global__ void which(int *arch, int *tile)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
    *arch = 0;
    *tile = TilePolicy<0>::rows;
    if (threadIdx.x == 0 && 0 / 10 < 70)
        printf("compiled for sm_%d (" ARCH_TEXT(0) ")\n", 0 / 10);
#endif
}

int main()
{
    int *values, host[2];
    hipMalloc(&values, sizeof(host));
    which<<<1, 32>>>(values, values + 1);
    hipMemcpy(host, values, sizeof(host), hipMemcpyDeviceToHost);
    std::printf("%d, tile %d, nvcc %d.%d\n", host[0], host[1], __CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);
    return hipFree(values);
}
