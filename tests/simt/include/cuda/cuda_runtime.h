// CUDA's device functions and runtime with emulated lanes; warps have 32.
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 800
#endif

#include "simt/common.h"

#define SIMT_NAME(x) cuda##x
#include "simt/host.h"
#undef SIMT_NAME

#define SIMT_NAMED(function) \
  simt::Meeting { function, simt::Gather::named, simt::cuda_mask(function, mask, site), site }

namespace simt {
// A lane has to name itself.
SIMT_WHOLE std::uint64_t cuda_mask(const char* what, unsigned mask, Site site) {
  if (!(mask >> lane() & 1u)) report("mask", site, "%s: lane %d is not in its own mask %x", what, lane(), mask);
  return mask;
}
}  // namespace simt

// Distances and lane masks count modulo 32, as the five bits of PTX's shfl that hold them.
#define SIMT_SHUFFLES(T)                                                                                       \
  SIMT_INLINE T __shfl_sync(unsigned mask, T value, int source, int width = 32, SIMT_SITE) {                   \
    return simt::shuffled(SIMT_NAMED("__shfl_sync"), value, simt::from_index(source, width));                  \
  }                                                                                                            \
  SIMT_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, SIMT_SITE) {            \
    return simt::shuffled(SIMT_NAMED("__shfl_up_sync"), value, simt::from_up(delta & 31u, width));                   \
  }                                                                                                            \
  SIMT_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, SIMT_SITE) {          \
    return simt::shuffled(SIMT_NAMED("__shfl_down_sync"), value, simt::from_down(delta & 31u, width));               \
  }                                                                                                            \
  SIMT_INLINE T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, SIMT_SITE) {            \
    return simt::shuffled(SIMT_NAMED("__shfl_xor_sync"), value, simt::from_xor(lane_mask & 31, width));             \
  }
SIMT_SHUFFLES(int)
SIMT_SHUFFLES(unsigned)
SIMT_SHUFFLES(long)
SIMT_SHUFFLES(unsigned long)
SIMT_SHUFFLES(long long)
SIMT_SHUFFLES(unsigned long long)
SIMT_SHUFFLES(float)
SIMT_SHUFFLES(double)

SIMT_INLINE unsigned __ballot_sync(unsigned mask, int predicate, SIMT_SITE) {
  return static_cast<unsigned>(simt::ballot(SIMT_NAMED("__ballot_sync"), predicate != 0));
}
SIMT_INLINE int __any_sync(unsigned mask, int predicate, SIMT_SITE) {
  return simt::ballot(SIMT_NAMED("__any_sync"), predicate != 0) != 0;
}
SIMT_INLINE int __all_sync(unsigned mask, int predicate, SIMT_SITE) {
  return simt::ballot(SIMT_NAMED("__all_sync"), predicate == 0) == 0;
}
SIMT_INLINE unsigned __activemask(SIMT_SITE) {
  return static_cast<unsigned>(simt::ballot({"__activemask", simt::Gather::converged, 0, site}, true));
}
SIMT_INLINE void __syncwarp(unsigned mask = 0xffffffffu, SIMT_SITE) { simt::meet(SIMT_NAMED("__syncwarp")); }

// Bits are compared: a NaN equals itself, and -0.0 is not 0.0. Small integers become int.
namespace simt {
template <class T>
SIMT_INLINE auto match_bits(T value) {
  static_assert(std::is_arithmetic<T>::value, "a number");
  if constexpr (std::is_same<T, float>::value) return simt_bits<unsigned>(value);
  else if constexpr (std::is_same<T, double>::value) return simt_bits<unsigned long long>(value);
  else return +value;
}
}  // namespace simt
template <class T>
SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value, SIMT_SITE) {
  std::uint64_t met;
  return static_cast<unsigned>(simt::matching(SIMT_NAMED("__match_any_sync"), simt::match_bits(value), met));
}
template <class T>
SIMT_WHOLE unsigned __match_all_sync(unsigned mask, T value, int* predicate, SIMT_SITE) {
  std::uint64_t met, equal = simt::matching(SIMT_NAMED("__match_all_sync"), simt::match_bits(value), met);
  *predicate = equal == met;
  return equal == met ? mask : 0u;
}

namespace simt {
template <class T, class Op>
SIMT_WHOLE T reduced(const Meeting& meeting, T value, Op op) {
  T all[64];
  std::uint64_t met = gather(meeting, &value, sizeof(T), all);
  return combined(all, met, op);
}
}  // namespace simt

#define SIMT_REDUCE(name, T, expression)                                                             \
  SIMT_INLINE T name(unsigned mask, T value, SIMT_SITE) {                                            \
    return simt::reduced(SIMT_NAMED(#name), value, [](T a, T b) { return static_cast<T>(expression); }); \
  }
SIMT_REDUCE(__reduce_add_sync, int, a + b)
SIMT_REDUCE(__reduce_add_sync, unsigned, a + b)
SIMT_REDUCE(__reduce_min_sync, int, b < a ? b : a)
SIMT_REDUCE(__reduce_min_sync, unsigned, b < a ? b : a)
SIMT_REDUCE(__reduce_max_sync, int, a < b ? b : a)
SIMT_REDUCE(__reduce_max_sync, unsigned, a < b ? b : a)
SIMT_REDUCE(__reduce_and_sync, unsigned, a& b)
SIMT_REDUCE(__reduce_or_sync, unsigned, a | b)
SIMT_REDUCE(__reduce_xor_sync, unsigned, a ^ b)

SIMT_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
SIMT_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_INLINE unsigned __fns(unsigned mask, unsigned base, int offset) { return simt_nth_bit(mask, base, offset); }

SIMT_INLINE void __threadfence() {}
SIMT_INLINE void __threadfence_block() {}
SIMT_INLINE void __threadfence_system() {}
SIMT_INLINE void __nanosleep(unsigned) {}
SIMT_WHOLE int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; ++i) c += static_cast<signed char>(a >> 8 * i) * static_cast<signed char>(b >> 8 * i);
  return c;
}

// The special registers that inline PTX reads; rewrite.py makes such asm statements calls of these.
SIMT_INLINE unsigned simt_laneid() { return static_cast<unsigned>(simt::lane()); }
SIMT_INLINE unsigned simt_lanemask_eq() { return 1u << simt::lane(); }
SIMT_INLINE unsigned simt_lanemask_lt() { return (1u << simt::lane()) - 1u; }
SIMT_INLINE unsigned simt_lanemask_le() { return simt_lanemask_lt() | simt_lanemask_eq(); }
SIMT_INLINE unsigned simt_lanemask_gt() { return ~simt_lanemask_le(); }
SIMT_INLINE unsigned simt_lanemask_ge() { return ~simt_lanemask_lt(); }

// PTX's shuffles and votes, by the text of its ISA; ptx.py makes such asm statements calls of these. `c` holds the
// last lane that may be read, the first for those before, and above that the bits that a part has alike.
namespace simt {
SIMT_WHOLE Meeting ptx(const char* what, bool sync, unsigned mask, Site site) {
  if (sync) return {what, Gather::named, cuda_mask(what, mask, site), site};
  return {what, Gather::converged, 0, site};
}
}  // namespace simt
SIMT_INLINE unsigned simt_shfl(char mode, bool sync, unsigned mask, unsigned a, unsigned b, unsigned c, bool* p,
                               SIMT_SITE) {
  const int own = simt::lane(), bval = b & 31, cval = c & 31, part = c >> 8 & 31;
  const int most = (own & part) | (cval & ~part), least = own & part;
  int j = 0;
  bool within = false;
  if (mode == 'u') j = own - bval, within = j >= most;
  if (mode == 'd') j = own + bval, within = j <= most;
  if (mode == 'b') j = own ^ bval, within = j <= most;
  if (mode == 'i') j = least | (bval & ~part), within = j <= most;
  if (p) *p = within;
  return simt::shuffled(simt::ptx("shfl", sync, mask, site), a, within ? j : own);
}
SIMT_INLINE unsigned simt_vote_ballot(bool sync, unsigned mask, bool a, SIMT_SITE) {
  return static_cast<unsigned>(simt::ballot(simt::ptx("vote.ballot", sync, mask, site), a));
}
SIMT_INLINE bool simt_vote_any(bool sync, unsigned mask, bool a, SIMT_SITE) {
  return simt::ballot(simt::ptx("vote.any", sync, mask, site), a) != 0;
}
SIMT_INLINE bool simt_vote_all(bool sync, unsigned mask, bool a, SIMT_SITE) {
  return simt::ballot(simt::ptx("vote.all", sync, mask, site), !a) == 0;
}
SIMT_INLINE bool simt_vote_uni(bool sync, unsigned mask, bool a, SIMT_SITE) {
  const bool one_holds = simt::ballot(simt::ptx("vote.uni", sync, mask, site), a) != 0;
  const bool one_does_not = simt::ballot(simt::ptx("vote.uni", sync, mask, site), !a) != 0;
  return one_holds != one_does_not;
}
