// CUDA's cg::inclusive_scan and cg::exclusive_scan with emulated lanes. ROCm 7.2 has no such header.
#pragma once
#include "reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Op = plus<T>>
SIMT_INLINE T inclusive_scan(const Group& group, T value, Op op = {}, SIMT_SITE) {
  unsigned mask = group.lanes();
  T all[64];
  std::uint64_t met = simt::gather(SIMT_NAMED("inclusive_scan"), &value, sizeof value, all);
  return simt::combined(all, met & ((2ull << simt::lane()) - 1), op);
}
// The first lane gets T{}, as CUDA's does for plus.
template <class Group, class T, class Op = plus<T>>
SIMT_INLINE T exclusive_scan(const Group& group, T value, Op op = {}, SIMT_SITE) {
  unsigned mask = group.lanes();
  T all[64];
  std::uint64_t met = simt::gather(SIMT_NAMED("exclusive_scan"), &value, sizeof value, all);
  std::uint64_t before = met & ((1ull << simt::lane()) - 1);
  return before ? simt::combined(all, before, op) : T{};
}

}  // namespace cooperative_groups
