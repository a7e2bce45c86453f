#include <hip/hip_runtime.h>
#include "hipify_compat.h"
#include "hipify_half.h"
#include <hip/hip_runtime_api.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

__global__ void words(const unsigned *from, unsigned *to, int *sums)
{
    unsigned a = hipify_compat::ldlu(from), b = hipify_compat::ldca(from + 1);
    hipify_compat::stwt(to, hipify_compat::vmaxs4(a, b) + hipify_compat::vsads2(a, b));
    hipify_compat::stwb(to + 1, hipify_compat::dp2a_hi(a, b, 1u));
    sums[0] = hipify_compat::dp2a_lo(sums[1], sums[2], sums[3]) + hipify_compat::vimax3_s32(sums[1], sums[2], sums[3]);
    sums[4] = __ffsll((unsigned long long)a << 32) + __ffsll((long long)((uint64_t)b));
}

__global__ void halves(__half *h, __hip_bfloat162 *wide, const float *f)
{
    if (!__hisnan(h[0]) && !__hisinf(h[1]))
        wide[0] = hipify_half::float2bfloat162_rn(f[0]);
    hipify_half::atomicAdd(wide + 1, wide[0]);
    hipify_half::atomicAdd((__half2 *)h, __float2half2_rn(f[1]));
}

__global__ void bounds(long long *least, unsigned long long *most, long long value)
{
    atomicMin(least, value);
    atomicMax(most, (unsigned long long)value);
}

int occupied(int *blocks)
{
    int size = 0;
    hipOccupancyMaxPotentialBlockSize(NULL, &size, words);
    return hipOccupancyMaxPotentialBlockSize(blocks, &size, halves, 0, 0) == hipSuccess ? size : 0;
}

bool on_cpu(hipDevice_t device, unsigned flags)
{
    hipProfilerStart();
    bool blocking = (flags & hipDeviceScheduleMask) == hipDeviceScheduleBlockingSync;
    hipProfilerStop();
    return blocking && (device == hipCpuDeviceId || device == hipInvalidDeviceId);
}
