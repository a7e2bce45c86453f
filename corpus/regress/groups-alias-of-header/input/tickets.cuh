#pragma once
#include "names.cuh"

/* Draws a ticket for each lane that is here: one addition for all of them. */
template <typename Group>
__device__ unsigned ticket(const Group &lanes, unsigned wanted, unsigned *next)
{
    unsigned before = cg::exclusive_scan(lanes, wanted, cg::plus<unsigned>());
    unsigned all = cg::reduce(lanes, wanted, cg::plus<unsigned>());
    unsigned first = 0;
    if (lanes.thread_rank() == 0)
        first = atomicAdd(next, all);
    return lanes.shfl(first, 0) + before;
}
