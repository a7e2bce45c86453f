#include <cuda.h>
#include <cinttypes>
#include <cstdint>
#include <cstdio>

struct Slab {
    CUdeviceptr base;
    size_t used, size;
};

// Cuts pieces of 256 bytes from a large allocation.
CUdeviceptr take(Slab &slab, size_t bytes)
{
    const size_t aligned = (bytes + 255) & ~size_t(255);
    if (slab.used + aligned > slab.size)
        return 0;
    const CUdeviceptr p = slab.base + slab.used;
    slab.used += aligned;
    return p;
}

bool inside(const Slab &slab, CUdeviceptr p) { return p >= slab.base && p - slab.base < slab.size; }

void print(const Slab &slab)
{
    std::printf("slab 0x%" PRIx64 ": %zu of %zu bytes\n", (uint64_t)slab.base, slab.used, slab.size);
}

CUresult halves(CUdeviceptr p, size_t n)
{
    if (p % 16 != 0)
        return CUDA_ERROR_MISALIGNED_ADDRESS;
    CUresult status = cuMemsetD8(p, 0, n / 2);
    if (status == CUDA_SUCCESS)
        status = cuMemsetD8(p + n / 2, 0xff, n - n / 2);
    return status;
}
