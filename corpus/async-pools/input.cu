#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>

#define OK(call) if (cudaError_t e = (call)) { std::fprintf(stderr, "%s\n", cudaGetErrorString(e)); return e; }

__global__ void accumulate(float *out, const float *in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += in[i];
}

cudaError_t keepMemory(int device)
{
    int supported = 0;
    OK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, device));
    if (!supported)
        return cudaErrorNotSupported;

    cudaMemPool_t pool;
    OK(cudaDeviceGetDefaultMemPool(&pool, device));
    std::uint64_t threshold = UINT64_MAX;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    int reuse = 1;
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
    return cudaSuccess;
}

cudaError_t makePool(cudaMemPool_t *pool, int device, int peer)
{
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypeNone;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = device;
    OK(cudaMemPoolCreate(pool, &props));

    cudaMemAccessDesc access = {};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = peer;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    OK(cudaMemPoolSetAccess(*pool, &access, 1));
    return cudaDeviceSetMemPool(device, *pool);
}

cudaError_t sum(float *out, const float *host, int n, cudaMemPool_t pool, cudaStream_t stream)
{
    float *a = nullptr, *b = nullptr;
    const size_t bytes = n * sizeof(float);
    OK(cudaMallocAsync(&a, bytes, stream));
    OK(cudaMallocFromPoolAsync(&b, bytes, pool, stream));
    OK(cudaMemcpyAsync(a, host, bytes, cudaMemcpyHostToDevice, stream));
    OK(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, stream));
    accumulate<<<(n + 255) / 256, 256, 0, stream>>>(out, a, n);
    accumulate<<<(n + 255) / 256, 256, 0, stream>>>(out, b, n);
    OK(cudaFreeAsync(a, stream));
    OK(cudaFreeAsync(b, stream));

    std::uint64_t used = 0;
    OK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    std::printf("%llu bytes in use\n", static_cast<unsigned long long>(used));
    return cudaMemPoolTrimTo(pool, 0);
}
