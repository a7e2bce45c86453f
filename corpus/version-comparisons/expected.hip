#include <hip/hip_runtime_api.h>
#include <hip/hip_runtime.h>
#include <cstdio>

#if !defined(CUDART_VERSION)
#error "the runtime header is missing"
#endif

#if CUDART_VERSION >= 11020 || defined(__HIP_PLATFORM_AMD__)
#define HAVE_ASYNC_POOL 1
#else
#define HAVE_ASYNC_POOL 0
#endif

#if CUDA_VERSION < 8000 && !defined(__HIP_PLATFORM_AMD__)
enum cudaComputePreemption { cudaNoPreemption };
#elif CUDA_VERSION >= 9000 && CUDA_VERSION < 12000
#define COOPERATIVE 1
#elif defined(CUDA_VERSION) && (CUDA_VERSION / 1000 >= 12)
#define COOPERATIVE 2
#endif

#if (defined(__CUDACC_VER_MAJOR__) || defined(__HIPCC__)) && (__CUDACC_VER_MAJOR__ >= 11 || defined(__HIPCC__))
#define MODERN_COMPILER 1
#endif

hipError_t allocate(void **p, size_t bytes, hipStream_t stream)
{
#if HAVE_ASYNC_POOL
    return hipMallocAsync(p, bytes, stream);
#else
    (void)stream;
    return hipMalloc(p, bytes);
#endif
}

bool sameRuntime()
{
    int linked = 0;
    hipRuntimeGetVersion(&linked);
    if (linked / 1000 != CUDART_VERSION / 1000)
        std::printf("built with %d.%d, runs with %d.%d\n", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10, linked / 1000,
                    linked % 1000 / 10);
    static_assert(CUDA_VERSION >= 10000, "too old");
    return linked >= CUDART_VERSION;
}
