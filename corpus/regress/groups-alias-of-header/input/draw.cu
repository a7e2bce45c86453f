#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include "tickets.cuh"

__global__ void draw(unsigned *next, unsigned *given)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    given[at] = ticket(tile, at % 3, next);
    given[at] += cg::reduce(tile, at, cg::greater<unsigned>());
}
