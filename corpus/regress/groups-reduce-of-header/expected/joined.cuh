#pragma once
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>

/* Joins what the lanes of a tile have; `op` may be any. */
template <typename Tile, typename Number, typename Op>
__device__ Number reduce(const Tile &tile, Number value, Op op = Op{})
{
    for (unsigned step = 1; step < tile.size(); step <<= 1)
        value = op(value, tile.shfl_xor(value, step));
    return value;
}
