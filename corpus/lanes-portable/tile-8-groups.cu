// Tiles of 8 lanes of cooperative groups.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void dot(const float *a, const float *b, float *out, int columns)
{
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
    float sum = 0;
    for (int c = tile.thread_rank(); c < columns; c += 8)
        sum += a[row * columns + c] * b[c];
    for (int d = 4; d > 0; d /= 2)
        sum += tile.shfl_xor(sum, d);
    if (tile.thread_rank() == 0)
        out[row] = sum;
}
