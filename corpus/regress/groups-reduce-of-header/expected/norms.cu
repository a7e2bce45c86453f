#include "joined.cuh"

namespace cg = cooperative_groups;

__global__ void largest(const float *rows, float *norms, int width)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const float *row = rows + (blockIdx.x * blockDim.x + threadIdx.x) / 16 * width;
    float most = 0;
    for (int i = tile.thread_rank(); i < width; i += 16)
        most = fmaxf(most, fabsf(row[i]));
    most = reduce(tile, most, [](float a, float b) { return fmaxf(a, b); });
    if (tile.thread_rank() == 0)
        norms[(blockIdx.x * blockDim.x + threadIdx.x) / 16] = most;
}
