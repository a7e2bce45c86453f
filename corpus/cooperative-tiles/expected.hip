#include "hipify_warp32.h"
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>

using namespace cooperative_groups;

template <typename Group>
__device__ int sumOf(const Group &g, int value)
{
    for (int offset = g.size() / 2; offset > 0; offset /= 2)
        value += g.shfl_down(value, offset);
    return value;
}

__global__ void sumByTile(const int *in, int *out, int n)
{
    thread_block block = this_thread_block();
    thread_block_tile<16> tile = tiled_partition<16>(block);

    const int i = block.group_index().x * block.size() + block.thread_rank();
    const int total = sumOf(tile, i < n ? in[i] : 0);
    if (tile.thread_rank() == 0 && i < n)
        atomicAdd(out, total);
}

// One atomic for all threads that come along together.
__device__ int reserve(int *counter)
{
    coalesced_group active = hipify_warp32::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0)
        base = atomicAdd(counter, active.size());
    return active.shfl(base, 0) + active.thread_rank();
}

__global__ void keepPositive(const float *in, float *out, int *count, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0.0f)
        out[reserve(count)] = in[i];
}

void run(const int *in, int *out, const float *values, float *positive, int *count, int n, hipStream_t stream)
{
    hipMemsetAsync(out, 0, sizeof(int), stream);
    hipMemsetAsync(count, 0, sizeof(int), stream);
    sumByTile<<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
    keepPositive<<<(n + 255) / 256, 256, 0, stream>>>(values, positive, count, n);
}
