#include "hipify_compat.h"
#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

__global__ void countInBlock(const int *values, unsigned *out, int n)
{
    __shared__ unsigned found;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    if (blockIdx.x * blockDim.x + threadIdx.x < n && values[blockIdx.x * blockDim.x + threadIdx.x] > 0)
        hipify_compat::atomicAdd_block(&found, 1u);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax_system(out, found);
}

__global__ void pairs(const float *in, __hip_bfloat162 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __float22bfloat162_rn(make_float2(in[2 * i], in[2 * i + 1]));
}

__global__ void bytes(const unsigned *a, const unsigned *b, unsigned *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const unsigned sum = hipify_compat::vaddus4(a[i], b[i]);
    const unsigned difference = hipify_compat::vabsdiffu4(a[i], b[i]);
    const int dot = hipify_compat::dp4a(static_cast<int>(a[i]), static_cast<int>(b[i]), 0);
    hipify_compat::stcs(out + i, hipify_compat::vmaxu4(sum, difference) + dot);
}

__global__ void interval(const float *a, const float *b, float *low, float *high, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        low[i] = hipify_compat::fadd_rd(a[i], b[i]);
        high[i] = hipify_compat::fadd_ru(a[i], b[i]);
    } else {
        __builtin_trap();
    }
}

__global__ void waitFor(volatile int *flag)
{
    while (*flag == 0)
        hipify_compat::nanosleep(100);
}
