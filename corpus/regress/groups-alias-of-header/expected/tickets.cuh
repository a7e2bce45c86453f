#pragma once
#include <hip/hip_runtime.h>
#include "hipify_warp32.h"
#include "names.cuh"

/* Draws a ticket for each lane that is here: one addition for all of them. */
template <typename Group>
__device__ unsigned ticket(const Group &lanes, unsigned wanted, unsigned *next)
{
    unsigned before = hipify_warp32::exclusive_scan(lanes, wanted, hipify_warp32::plus<unsigned>());
    unsigned all = hipify_warp32::reduce(lanes, wanted, hipify_warp32::plus<unsigned>());
    unsigned first = 0;
    if (lanes.thread_rank() == 0)
        first = atomicAdd(next, all);
    return lanes.shfl(first, 0) + before;
}
