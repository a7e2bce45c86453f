#include "hipify_compat.h"
#include <hip/hip_runtime_api.h>
#include <cinttypes>
#include <cstdint>
#include <cstdio>

struct Slab {
    hipDeviceptr_t base;
    size_t used, size;
};

// Cuts pieces of 256 bytes from a large allocation.
hipDeviceptr_t take(Slab &slab, size_t bytes)
{
    const size_t aligned = (bytes + 255) & ~size_t(255);
    if (slab.used + aligned > slab.size)
        return 0;
    const hipDeviceptr_t p = slab.base + slab.used;
    slab.used += aligned;
    return p;
}

bool inside(const Slab &slab, hipDeviceptr_t p) { return p >= slab.base && p - slab.base < slab.size; }

void print(const Slab &slab)
{
    std::printf("slab 0x%" PRIx64 ": %zu of %zu bytes\n", (uint64_t)slab.base, slab.used, slab.size);
}

hipError_t halves(hipDeviceptr_t p, size_t n)
{
    if (p % 16 != 0)
        return hipify_compat::CUDA_ERROR_MISALIGNED_ADDRESS;
    hipError_t status = hipMemsetD8(p, 0, n / 2);
    if (status == hipSuccess)
        status = hipMemsetD8(p + n / 2, 0xff, n - n / 2);
    return status;
}
