// CUB's warp and block primitives with emulated lanes.
#pragma once
#include "../cuda_runtime.h"
#define SIMT_CUB cub
#include "simt/collectives.h"

// As cub/util_ptx.cuh of CUDA 12 has them.
namespace cub {
SIMT_INLINE int WARP_ANY(int predicate, unsigned mask, SIMT_SITE) { return __any_sync(mask, predicate, site); }
SIMT_INLINE int WARP_ALL(int predicate, unsigned mask, SIMT_SITE) { return __all_sync(mask, predicate, site); }
SIMT_INLINE int WARP_BALLOT(int predicate, unsigned mask, SIMT_SITE) { return __ballot_sync(mask, predicate, site); }
SIMT_INLINE void WARP_SYNC(unsigned mask, SIMT_SITE) { __syncwarp(mask, site); }
SIMT_INLINE unsigned LaneId() { return simt_laneid(); }
SIMT_INLINE unsigned LaneMaskLt() { return simt_lanemask_lt(); }
SIMT_INLINE unsigned LaneMaskLe() { return simt_lanemask_le(); }
SIMT_INLINE unsigned LaneMaskGt() { return simt_lanemask_gt(); }
SIMT_INLINE unsigned LaneMaskGe() { return simt_lanemask_ge(); }
}  // namespace cub
