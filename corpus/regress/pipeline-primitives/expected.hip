// Two buffers in shared memory: one is filled while the other is read.
#include "hipify_compat.h"
#include <hip/hip_runtime.h>

constexpr int kThreads = 128;

__global__ void smooth(const float4 *in, float *out, int tiles, int last)
{
    __shared__ float4 buffer[2][kThreads];
    const int t = threadIdx.x;

    hipify_compat::pipeline_memcpy_async(&buffer[0][t], &in[t], sizeof(float4));
    hipify_compat::pipeline_commit();
    for (int tile = 0; tile < tiles; ++tile) {
        if (tile + 1 < tiles) {
            const size_t missing = t < last ? 0 : sizeof(float4);  // beyond the end
            hipify_compat::pipeline_memcpy_async(&buffer[(tile + 1) & 1][t], &in[(tile + 1) * kThreads + t], sizeof(float4),
                                    missing);
        }
        hipify_compat::pipeline_commit();
        hipify_compat::pipeline_wait_prior(1);
        __syncthreads();
        const float4 own = buffer[tile & 1][t], next = buffer[tile & 1][(t + 1) % kThreads];
        out[tile * kThreads + t] = 0.5f * (own.x + next.x);
        __syncthreads();
    }
}
