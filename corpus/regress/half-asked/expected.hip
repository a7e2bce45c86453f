#include <hip/hip_runtime.h>
#include "hipify_warp32.h"
#if __CUDACC_VER_MAJOR__ < 9 && !defined(__HIPCC__)
#include <no/header/of/cuda8.h>
#define COUNT(p) (int)__popc(hipify_warp32::ballot(p))
#else
#define COUNT(p) (int)__popc(hipify_warp32::ballot_sync(0xffffffff, p))
#endif

// Libraries that ask for the number of older compilers.
#if __CUDACC_VER_MAJOR__ >= 9
#undef __CUDACC_VER__
#define __CUDACC_VER__ (__CUDACC_VER_MAJOR__ * 10000)
#endif

#if (defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)) || defined(__clang__) && (defined(__CUDA__) || defined(__HIP__))
#define QUALIFIERS static __forceinline__ __device__
#else
#define QUALIFIERS inline
#endif

QUALIFIERS unsigned mixed(unsigned a)
{
#if __CUDA_ARCH__ > 0 || defined(__HIP_DEVICE_COMPILE__)
    return __umulhi(a, 0xD2511F53u);
#else
    return a * 3u;
#endif
}

#if (defined(__CUDACC__) || defined(__HIPCC__)) && (CUDART_VERSION >= 9000 || defined(__HIP_PLATFORM_AMD__))
__global__ void k(unsigned *out) { out[threadIdx.x] = mixed(threadIdx.x) + COUNT(threadIdx.x & 1); }
#endif

int main()
{
    unsigned *out;
    hipMalloc(&out, 32 * sizeof *out);
    k<<<1, 32>>>(out);
    return hipDeviceSynchronize();
}
