// Groups that copy tiles into shared memory, by bytes and by elements, and wait for it.
#include <hip/hip_runtime.h>
#include "hipify_warp32.h"
#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int kTile = 256;

template <typename Group, typename T>
__device__ void load(const Group &group, T *to, const T *from, int count)
{
    hipify_warp32::memcpy_async(group, to, from, sizeof(T) * count);
}

__global__ void blur(const float *in, float *out, int tiles)
{
    __shared__ float tile[2][kTile];
    __shared__ float edge[8][32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);

    load(block, tile[0], in, kTile);
    for (int t = 0; t < tiles; ++t) {
        if (t + 1 < tiles) {
            load(block, tile[(t + 1) & 1], in + (t + 1) * kTile, kTile);
            hipify_warp32::wait_prior<1>(block);
        } else {
            hipify_warp32::wait(block);
        }
        hipify_warp32::memcpy_async(warp, edge[warp.meta_group_rank()], 32, tile[t & 1], +kTile);
        hipify_warp32::wait(warp);
        const int i = block.thread_rank();
        out[t * kTile + i] = 0.5f * (tile[t & 1][i] + edge[warp.meta_group_rank()][warp.thread_rank()]);
        block.sync();
    }
}
