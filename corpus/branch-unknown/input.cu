#include "config.h"

#include <cuda_runtime.h>
#if HAVE_NVTX + 0 >= TRACE_OFF + 3
#include <nvtx3/nvToolsExt.h>
#define RANGE(name) nvtxRangePushA(name)
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
#define POOL_ALLOC(p, n, s) cudaMallocAsync(p, n, s)
#define POOL_FREE(p, s) cudaFreeAsync(p, s)
#elif POOL_KIND == POOL_MANAGED
#define POOL_ALLOC(p, n, s) cudaMallocManaged(p, n, cudaMemAttachGlobal)
#define POOL_FREE(p, s) cudaFree(p)
#else
#define POOL_ALLOC(p, n, s) cudaMalloc(p, n)
#define POOL_FREE(p, s) cudaFree(p)
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
    cudaStream_t stream = nullptr;
#ifndef USE_DEFAULT_STREAM
    cudaStreamCreate(&stream);
#endif
    if (POOL_ALLOC(&dev, n * sizeof(real_t), stream) != cudaSuccess)
        return cudaErrorMemoryAllocation;
    cudaMemcpyAsync(dev, host, n * sizeof(real_t), cudaMemcpyHostToDevice, stream);
    clampAll<<<(unsigned)((n + 127) / 128), 128, 0, stream>>>((real_t *)dev, low, high, n);
    cudaMemcpyAsync(host, dev, n * sizeof(real_t), cudaMemcpyDeviceToHost, stream);
    POOL_FREE(dev, stream);
#if !defined(USE_DEFAULT_STREAM) || USE_DEFAULT_STREAM + 0 == 0
    cudaStreamSynchronize(stream);
    return cudaStreamDestroy(stream);
#else
    return cudaDeviceSynchronize();
#endif
}
