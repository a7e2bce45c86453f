#include "hipify_warp32.h"
#include <hip/hip_runtime.h>

__device__ __forceinline__ unsigned laneMaskLess()
{
    return (1u << (threadIdx.x & 31)) - 1u;
}

__global__ void compact(const int *in, int *out, int *count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool keep = i < n && in[i] != 0;
    const unsigned votes = hipify_warp32::ballot_sync(0xffffffff, keep);
    const int leader = __ffs(votes) - 1;
    if (!keep)
        return;
    const unsigned active = hipify_warp32::activemask();
    int base = 0;
    if ((threadIdx.x & 31) == leader)
        base = atomicAdd(count, __popc(votes));
    base = __shfl(base, leader, 32);
    out[base + __popc(votes & laneMaskLess())] = in[i];
}

__global__ void allPositive(const float *x, int *yes, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int all = hipify_warp32::all_sync(0xffffffff, i >= n || x[i] > 0.0f);
    const int any = hipify_warp32::any_sync(~0u, i < n && x[i] > 1.0e6f);
    if ((threadIdx.x & 31) == 0 && (!all || any))
        *yes = 0;
    hipify_warp32::syncwarp();
}

__global__ void countEqual(const int *keys, int *counts, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned same = hipify_warp32::match_any_sync(hipify_warp32::activemask(), keys[i]);
    if (__ffs(same) - 1 == static_cast<int>(threadIdx.x % 32))
        atomicAdd(&counts[keys[i]], __popc(same));
}

void run(const int *in, int *out, int *count, const float *x, int *yes, int n, hipStream_t stream)
{
    compact<<<(n + 255) / 256, 256, 0, stream>>>(in, out, count, n);
    allPositive<<<(n + 255) / 256, 256, 0, stream>>>(x, yes, n);
    countEqual<<<(n + 255) / 256, 256, 0, stream>>>(in, count, n);
}
