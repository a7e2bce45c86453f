#if __CUDACC_VER_MAJOR__ < 9
#include <no/header/of/cuda8.h>
#define COUNT(p) __popc(__ballot(p))
#else
#define COUNT(p) __popc(__ballot_sync(0xffffffff, p))
#endif

// Libraries that ask for the number of older compilers.
#if __CUDACC_VER_MAJOR__ >= 9
#undef __CUDACC_VER__
#define __CUDACC_VER__ (__CUDACC_VER_MAJOR__ * 10000)
#endif

#if defined(__CUDA_ARCH__) || defined(__clang__) && defined(__CUDA__)
#define QUALIFIERS static __forceinline__ __device__
#else
#define QUALIFIERS inline
#endif

QUALIFIERS unsigned mixed(unsigned a)
{
#if __CUDA_ARCH__ > 0
    return __umulhi(a, 0xD2511F53u);
#else
    return a * 3u;
#endif
}

#if defined(__CUDACC__) && CUDART_VERSION >= 9000
__global__ void k(unsigned *out) { out[threadIdx.x] = mixed(threadIdx.x) + COUNT(threadIdx.x & 1); }
#endif

int main()
{
    unsigned *out;
    cudaMalloc(&out, 32 * sizeof *out);
    k<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
