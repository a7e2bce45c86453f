// hipCUB's warp and block primitives with emulated lanes.
#pragma once
#include "../hip/hip_runtime.h"
#define SIMT_CUB hipcub
#include "simt/collectives.h"

// As hipcub/backend/rocprim/util_ptx.hpp of ROCm 7.2 has them: over the whole wavefront, whatever the mask.
namespace hipcub {
SIMT_INLINE int WARP_ANY(int predicate, std::uint64_t, SIMT_SITE) { return __any(predicate, site); }
SIMT_INLINE int WARP_ALL(int predicate, std::uint64_t, SIMT_SITE) { return __all(predicate, site); }
SIMT_INLINE std::int64_t WARP_BALLOT(int predicate, std::uint64_t, SIMT_SITE) { return __ballot(predicate, site); }
SIMT_INLINE void WARP_SYNC(unsigned) {}
SIMT_INLINE unsigned LaneId() { return static_cast<unsigned>(simt::lane()); }
SIMT_INLINE std::uint64_t LaneMaskLt() { return (1ull << simt::lane()) - 1; }
SIMT_INLINE std::uint64_t LaneMaskLe() { return LaneMaskLt() | 1ull << simt::lane(); }
SIMT_INLINE std::uint64_t LaneMaskGt() { return ~LaneMaskLe(); }
SIMT_INLINE std::uint64_t LaneMaskGe() { return ~LaneMaskLt(); }
}  // namespace hipcub
