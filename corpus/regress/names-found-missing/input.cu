#include <cuda.h>
#include <cudaProfiler.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void words(const unsigned *from, unsigned *to, int *sums)
{
    unsigned a = __ldlu(from), b = __ldca(from + 1);
    __stwt(to, __vmaxs4(a, b) + __vsads2(a, b));
    __stwb(to + 1, __dp2a_hi(a, b, 1u));
    sums[0] = __dp2a_lo(sums[1], sums[2], sums[3]) + __vimax3_s32(sums[1], sums[2], sums[3]);
    sums[4] = __ffsll((unsigned long long)a << 32) + __ffsll((uint64_t)b);
}

__global__ void halves(__half *h, __nv_bfloat162 *wide, const float *f)
{
    if (!__hisnan(h[0]) && !__hisinf(h[1]))
        wide[0] = __float2bfloat162_rn(f[0]);
    atomicAdd(wide + 1, wide[0]);
    atomicAdd((__half2 *)h, __float2half2_rn(f[1]));
}

__global__ void bounds(long long *least, unsigned long long *most, long long value)
{
    atomicMin(least, value);
    atomicMax(most, (unsigned long long)value);
}

int occupied(int *blocks)
{
    int size = 0;
    cudaOccupancyMaxPotentialBlockSize(NULL, &size, words);
    return cudaOccupancyMaxPotentialBlockSize(blocks, &size, halves, 0, 0) == cudaSuccess ? size : 0;
}

bool on_cpu(CUdevice device, unsigned flags)
{
    cuProfilerStart();
    bool blocking = (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_BLOCKING_SYNC;
    cuProfilerStop();
    return blocking && (device == CU_DEVICE_CPU || device == CU_DEVICE_INVALID);
}
