// The side for HIP gives the constant 64; the shift by 5 stays.
#include <cooperative_groups.h>

#ifdef __HIP_PLATFORM_AMD__
constexpr int hw_warp_size = 64;
#else
constexpr int hw_warp_size = 32;
#endif

namespace cg = cooperative_groups;

__global__ void group_sums(const int *in, int *sums) {
    int group = blockIdx.x * (blockDim.x / 32) + (threadIdx.x >> 5), lane = threadIdx.x & 0x1f;
    cg::thread_block_tile<hw_warp_size> tile = cg::tiled_partition<hw_warp_size>(cg::this_thread_block());
    int x = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int i = 1; i < hw_warp_size; i *= 2)
        x += tile.shfl_xor(x, i);
    if (lane == 0)
        sums[group] = x;
}

__global__ void group_bounds(int *bounds, int size) {
    int group = threadIdx.x >> 5;
    if (threadIdx.x % hw_warp_size == 0)
        bounds[group] = size;
}

__global__ void by_the_width(int *bounds, int size) {
    int group = threadIdx.x / hw_warp_size;
    if (threadIdx.x % hw_warp_size == 0)
        bounds[group] = size;
}
