// CUDA's cooperative groups with emulated lanes.
#pragma once
#include "cuda_runtime.h"
#include "simt/groups.h"

namespace cooperative_groups {
template <class Group, class Label>
SIMT_INLINE coalesced_group labeled_partition(const Group& group, Label label, SIMT_SITE) {
  return coalesced_group(__match_any_sync(group.lanes(), label, site) & group.lanes());
}
}  // namespace cooperative_groups
