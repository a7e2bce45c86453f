#include "hipify_warp32.h"
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_cooperative_groups.h>
#include "tickets.cuh"

__global__ void draw(unsigned *next, unsigned *given)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    given[at] = ticket(tile, at % 3, next);
    given[at] += hipify_warp32::reduce(tile, at, hipify_warp32::greater<unsigned>());
}
