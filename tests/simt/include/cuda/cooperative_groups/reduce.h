// CUDA's cg::reduce with emulated lanes. ROCm 7.2 has no such header.
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

template <class Group, class T, class Op>
SIMT_INLINE T reduce(const Group& group, T value, Op op, SIMT_SITE) {
  unsigned mask = group.lanes();
  return simt::reduced(SIMT_NAMED("reduce"), value, op);
}

}  // namespace cooperative_groups
