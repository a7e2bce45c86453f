// CUDA's cooperative groups with emulated lanes.
#pragma once
#include "cuda_runtime.h"
#include "simt/groups.h"

namespace cooperative_groups {
template <class Group, class Label>
SIMT_INLINE coalesced_group labeled_partition(const Group& group, Label label, SIMT_SITE) {
  const unsigned part = __match_any_sync(group.lanes(), label, site) & group.lanes();
  const unsigned leaders = __ballot_sync(group.lanes(), simt::lane() == __ffs(static_cast<int>(part)) - 1, site);
  const unsigned before = leaders & ((part & (0u - part)) - 1u);
  return coalesced_group(part, static_cast<unsigned>(__popc(before)), static_cast<unsigned>(__popc(leaders)));
}
}  // namespace cooperative_groups
