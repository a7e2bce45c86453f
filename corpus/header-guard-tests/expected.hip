// Error texts for every library whose header came before this one.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>

#ifdef HIP_INCLUDE_HIP_DRIVER_TYPES_H
static const char *errorName(hipError_t error) { return hipGetErrorName(error); }
#endif

#ifdef CUDA_DRIVER_API
static const char *errorName(hipError_t error)
{
    const char *name = "<unknown>";
    hipDrvGetErrorName(error, &name);
    return name;
}
#endif

#ifdef HIPBLAS_H
static const char *errorName(hipblasStatus_t error) { return hipblasStatusToString(error); }
#endif

#if defined(HIP_INCLUDE_HIP_HIP_RUNTIME_API_H) && !defined(HIP_INCLUDE_HIP_HIP_RUNTIME_H)
#error "include cuda_runtime.h, not only cuda_runtime_api.h"
#endif

#ifndef HIP_INCLUDE_HIP_AMD_DETAIL_HIP_VECTOR_TYPES_H
struct float4 {
    float x, y, z, w;
};
#endif

#if defined(HIP_INCLUDE_HIP_HIP_RUNTIME_H) || (defined(__CUDACC__) || defined(__HIPCC__))
template <typename T> void check(T result, const char *text, const char *file, int line)
{
    if (result) {
        std::fprintf(stderr, "%s:%d: %s (%d) in \"%s\"\n", file, line, errorName(result), static_cast<int>(result), text);
        std::exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)
#endif

float4 *allocate(size_t n)
{
    float4 *p = nullptr;
    checkCudaErrors(hipMalloc(&p, n * sizeof(float4)));
    checkCudaErrors(hipMemset(p, 0, n * sizeof(float4)));
    return p;
}
