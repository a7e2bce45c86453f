#include "config.h"

#include <hip/hip_runtime.h>
#if HAVE_NVTX + 0 >= TRACE_OFF + 3
#include <roctracer/roctx.h>
#define RANGE(name) roctxRangePushA(name)
#else
#define RANGE(name) ((void)0)
#endif

#ifdef _MSC_VER
#pragma warning(disable : 4819)
#define EXPORT __declspec(dllexport)
#elif __GNUC__ >= 4
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

#if POOL_KIND == POOL_ASYNC
#define POOL_ALLOC(p, n, s) hipMallocAsync(p, n, s)
#define POOL_FREE(p, s) hipFreeAsync(p, s)
#elif POOL_KIND == POOL_MANAGED
#define POOL_ALLOC(p, n, s) hipMallocManaged(p, n, hipMemAttachGlobal)
#define POOL_FREE(p, s) hipFree(p)
#else
#define POOL_ALLOC(p, n, s) hipMalloc(p, n)
#define POOL_FREE(p, s) hipFree(p)
#endif

__global__ void clampAll(real_t *x, real_t low, real_t high, long n)
{
    long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
#if REAL_IS_DOUBLE
    if (i < n) x[i] = fmin(fmax(x[i], low), high);
#else
    if (i < n) x[i] = fminf(fmaxf(x[i], low), high);
#endif
}

EXPORT int clampOnDevice(real_t *host, real_t low, real_t high, long n)
{
    RANGE("clamp");
    void *dev = nullptr;
    hipStream_t stream = nullptr;
#ifndef USE_DEFAULT_STREAM
    hipStreamCreate(&stream);
#endif
    if (POOL_ALLOC(&dev, n * sizeof(real_t), stream) != hipSuccess)
        return hipErrorMemoryAllocation;
    hipMemcpyAsync(dev, host, n * sizeof(real_t), hipMemcpyHostToDevice, stream);
    clampAll<<<(unsigned)((n + 127) / 128), 128, 0, stream>>>((real_t *)dev, low, high, n);
    hipMemcpyAsync(host, dev, n * sizeof(real_t), hipMemcpyDeviceToHost, stream);
    POOL_FREE(dev, stream);
#if !defined(USE_DEFAULT_STREAM) || USE_DEFAULT_STREAM + 0 == 0
    hipStreamSynchronize(stream);
    return hipStreamDestroy(stream);
#else
    return hipDeviceSynchronize();
#endif
}
