#include <hip/hip_runtime.h>
#include <cstdint>
#include <cstdio>

#define OK(call) if (hipError_t e = (call)) { std::fprintf(stderr, "%s\n", hipGetErrorString(e)); return e; }

__global__ void accumulate(float *out, const float *in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += in[i];
}

hipError_t keepMemory(int device)
{
    int supported = 0;
    OK(hipDeviceGetAttribute(&supported, hipDeviceAttributeMemoryPoolsSupported, device));
    if (!supported)
        return hipErrorNotSupported;

    hipMemPool_t pool;
    OK(hipDeviceGetDefaultMemPool(&pool, device));
    std::uint64_t threshold = UINT64_MAX;
    OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
    int reuse = 1;
    OK(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &reuse));
    return hipSuccess;
}

hipError_t makePool(hipMemPool_t *pool, int device, int peer)
{
    hipMemPoolProps props = {};
    props.allocType = hipMemAllocationTypePinned;
    props.handleTypes = hipMemHandleTypeNone;
    props.location.type = hipMemLocationTypeDevice;
    props.location.id = device;
    OK(hipMemPoolCreate(pool, &props));

    hipMemAccessDesc access = {};
    access.location.type = hipMemLocationTypeDevice;
    access.location.id = peer;
    access.flags = hipMemAccessFlagsProtReadWrite;
    OK(hipMemPoolSetAccess(*pool, &access, 1));
    return hipDeviceSetMemPool(device, *pool);
}

hipError_t sum(float *out, const float *host, int n, hipMemPool_t pool, hipStream_t stream)
{
    float *a = nullptr, *b = nullptr;
    const size_t bytes = n * sizeof(float);
    OK(hipMallocAsync(&a, bytes, stream));
    OK(hipMallocFromPoolAsync(&b, bytes, pool, stream));
    OK(hipMemcpyAsync(a, host, bytes, hipMemcpyHostToDevice, stream));
    OK(hipMemcpyAsync(b, a, bytes, hipMemcpyDeviceToDevice, stream));
    accumulate<<<(n + 255) / 256, 256, 0, stream>>>(out, a, n);
    accumulate<<<(n + 255) / 256, 256, 0, stream>>>(out, b, n);
    OK(hipFreeAsync(a, stream));
    OK(hipFreeAsync(b, stream));

    std::uint64_t used = 0;
    OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
    std::printf("%llu bytes in use\n", static_cast<unsigned long long>(used));
    return hipMemPoolTrimTo(pool, 0);
}
