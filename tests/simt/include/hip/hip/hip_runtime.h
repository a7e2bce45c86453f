// HIP's device functions and runtime (as in ROCm 7.2) with emulated lanes; wavefronts have 32 or 64.
//
// Lanes are in lock step, so whatever has no mask acts on the lanes that are active together, and a `_sync` function is
// its maskless twin after a check of the mask: each lane has to name itself, and the active lanes with one mask have to
// be just the lanes it names (hardware checks it unless NDEBUG is defined; here it is a problem of kind `mask`).
//
// SIMT_NARROW_MASKS lets 32-bit masks pass, which ROCm 7 refuses: a full one is widened to 64 lanes, any other gets
// zeros. It shows what a port computes that does nothing but repair the types.
#pragma once

#define __HIP__ 1
#define __HIPCC__ 1
#define __HIP_PLATFORM_AMD__ 1
#define __HIP_DEVICE_COMPILE__ 1
#define HIP_VERSION_MAJOR 7
#define HIP_VERSION_MINOR 2
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 70200000

#include "simt/common.h"

#define SIMT_NAME(x) hip##x
#include "simt/host.h"
#undef SIMT_NAME

#define HIP_SYMBOL(x) x
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_DYNAMIC_SHARED(type, name) type* const name = static_cast<type*>(simt::dynamic_shared());
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) \
  simt::start(simt::Config(grid, block, shared, stream), [&](auto... given) { kernel(given...); }, ##__VA_ARGS__)

// Lanes run one at a time, so each atomic is one step, whatever its order and scope.
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#define SIMT_AS_IS(at) (*(volatile std::remove_reference_t<decltype(*(at))>*)(at))
#define __hip_atomic_load(at, order, scope) SIMT_AS_IS(at)
#define __hip_atomic_store(at, value, order, scope) (void)(SIMT_AS_IS(at) = (value))
#define __hip_atomic_exchange(at, value, order, scope) atomicExch(at, value)
#define __hip_atomic_fetch_add(at, value, order, scope) atomicAdd(at, value)
#define __hip_atomic_fetch_min(at, value, order, scope) atomicMin(at, value)
#define __hip_atomic_fetch_max(at, value, order, scope) atomicMax(at, value)
#define __hip_atomic_fetch_and(at, value, order, scope) atomicAnd(at, value)
#define __hip_atomic_fetch_or(at, value, order, scope) atomicOr(at, value)
#define __hip_atomic_fetch_xor(at, value, order, scope) atomicXor(at, value)
#define __hip_atomic_compare_exchange_strong(at, wanted, value, order, failed, scope) \
  (*(at) == *(wanted) ? (*(at) = (value), true) : (*(wanted) = *(at), false))

#define SIMT_ACTIVE(function) \
  simt::Meeting { function, simt::Gather::converged, 0, site }

// ---- the compiler's builtins

// A fence or a wave barrier keeps the order of what is before and behind it, and lanes are in lock step: all of them are
// through with what is before it.
#define __builtin_amdgcn_fence(...) simt::hip_meet("__builtin_amdgcn_fence")
#define __builtin_amdgcn_wave_barrier() simt::hip_meet("__builtin_amdgcn_wave_barrier")
#define __builtin_amdgcn_s_barrier() __syncthreads()
#define __builtin_amdgcn_s_sleep(n) ((void)0)

namespace simt {
SIMT_INLINE void hip_meet(const char* what, SIMT_SITE) { meet(SIMT_ACTIVE(what)); }
}  // namespace simt

SIMT_INLINE int __builtin_amdgcn_wavefrontsize() { return simt::run.width; }
SIMT_WHOLE unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned add) {
  int lane = simt::lane();
  return add + static_cast<unsigned>(__builtin_popcount(lane >= 32 ? mask : mask & ((1u << lane) - 1u)));
}
SIMT_WHOLE unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned add) {
  int lane = simt::lane();
  return add + static_cast<unsigned>(lane > 32 ? __builtin_popcount(mask & ((1u << (lane - 32)) - 1u)) : 0);
}
SIMT_INLINE unsigned long long __builtin_amdgcn_ballot_w64(bool predicate, SIMT_SITE) {
  return simt::ballot(SIMT_ACTIVE("__builtin_amdgcn_ballot_w64"), predicate);
}
SIMT_WHOLE unsigned __builtin_amdgcn_ballot_w32(bool predicate, SIMT_SITE) {
  if (simt::run.width != 32) simt::report("width", site, "__builtin_amdgcn_ballot_w32 with 64 lanes");
  return static_cast<unsigned>(simt::ballot(SIMT_ACTIVE("__builtin_amdgcn_ballot_w32"), predicate));
}
SIMT_INLINE unsigned long long __builtin_amdgcn_read_exec(SIMT_SITE) {
  return simt::ballot(SIMT_ACTIVE("__builtin_amdgcn_read_exec"), true);
}
SIMT_INLINE int __builtin_amdgcn_ds_bpermute(int address, int value, SIMT_SITE) {
  return simt::shuffled(SIMT_ACTIVE("__builtin_amdgcn_ds_bpermute"), value, (address >> 2) & (simt::run.width - 1));
}
// In groups of 32 lanes, by the masks of the bit mode: and in bits 0 to 4, or from 5, xor from 10.
SIMT_INLINE int __builtin_amdgcn_ds_swizzle(int value, int pattern, SIMT_SITE) {
  if (pattern >> 15) simt::report("host", site, "__builtin_amdgcn_ds_swizzle: only the bit mode is known here");
  const int lane = simt::lane(), within = ((lane & pattern) | pattern >> 5 & 31) ^ (pattern >> 10 & 31);
  return simt::shuffled(SIMT_ACTIVE("__builtin_amdgcn_ds_swizzle"), value, (lane & 32) | (within & 31));
}
// In rows of 16 lanes: quad_perm below 0x100, two bits a lane of four; row_ror:n is 0x120 + n.
SIMT_INLINE int __builtin_amdgcn_mov_dpp(int value, int control, int row_mask, int bank_mask, bool, SIMT_SITE) {
  const int lane = simt::lane();
  if (row_mask != 15 || bank_mask != 15 || (control > 255 && (control & ~15) != 0x120))
    simt::report("host", site, "__builtin_amdgcn_mov_dpp: %#x is not known here", control);
  const int quad = (lane & ~3) | (control >> 2 * (lane & 3) & 3), rotated = (lane & ~15) | ((lane - control) & 15);
  return simt::shuffled(SIMT_ACTIVE("__builtin_amdgcn_mov_dpp"), value, control < 256 ? quad : rotated);
}
// The first active lane's value; unlike the real one, of any type.
template <class T>
SIMT_INLINE T __builtin_amdgcn_readfirstlane(T value, SIMT_SITE) {
  T all[64];
  std::uint64_t met = simt::gather(SIMT_ACTIVE("__builtin_amdgcn_readfirstlane"), &value, sizeof(T), all);
  return all[__builtin_ctzll(met)];
}
template <class T>
SIMT_INLINE T __builtin_amdgcn_readlane(T value, int source, SIMT_SITE) {
  return simt::shuffled(SIMT_ACTIVE("__builtin_amdgcn_readlane"), value, source & (simt::run.width - 1));
}
template <class P>  // a pointer with an address space may come
SIMT_INLINE bool __builtin_amdgcn_is_shared(P at) {
  return simt::is_shared((const void*)at);
}
template <class P>
SIMT_INLINE bool __builtin_amdgcn_is_private(P at) {
  return simt::is_private((const void*)at);
}
SIMT_INLINE unsigned __builtin_amdgcn_workitem_id_x() { return threadIdx.x; }
SIMT_INLINE unsigned __builtin_amdgcn_workitem_id_y() { return threadIdx.y; }
SIMT_INLINE unsigned __builtin_amdgcn_workitem_id_z() { return threadIdx.z; }

// ---- maskless

SIMT_INLINE unsigned __lane_id() { return static_cast<unsigned>(simt::lane()); }
SIMT_INLINE unsigned long long __ballot(int predicate, SIMT_SITE) {
  return simt::ballot(SIMT_ACTIVE("__ballot"), predicate != 0);
}
SIMT_INLINE unsigned long long __ballot64(int predicate, SIMT_SITE) { return __ballot(predicate, site); }
SIMT_INLINE int __any(int predicate, SIMT_SITE) { return simt::ballot(SIMT_ACTIVE("__any"), predicate != 0) != 0; }
SIMT_INLINE int __all(int predicate, SIMT_SITE) { return simt::ballot(SIMT_ACTIVE("__all"), predicate == 0) == 0; }
SIMT_INLINE unsigned long long __lanemask_eq() { return 1ull << simt::lane(); }
SIMT_INLINE unsigned long long __lanemask_lt(SIMT_SITE) { return (__lanemask_eq() - 1) & __ballot(1, site); }
SIMT_INLINE unsigned long long __lanemask_gt(SIMT_SITE) {
  return ~(__lanemask_eq() | (__lanemask_eq() - 1)) & __ballot(1, site);
}

// A lane's number as the hardware takes it: beyond the wavefront it starts again.
#define SIMT_WRAPPED(lane) ((lane) & (simt::run.width - 1))
#define SIMT_SHUFFLES(T)                                                                                           \
  SIMT_INLINE T __shfl(T value, int source, int width = warpSize, SIMT_SITE) {                                     \
    return simt::shuffled(SIMT_ACTIVE("__shfl"), value, SIMT_WRAPPED(simt::from_index(source, width)));            \
  }                                                                                                                \
  SIMT_INLINE T __shfl_up(T value, unsigned delta, int width = warpSize, SIMT_SITE) {                              \
    return simt::shuffled(SIMT_ACTIVE("__shfl_up"), value, SIMT_WRAPPED(simt::from_up(delta, width)));             \
  }                                                                                                                \
  SIMT_INLINE T __shfl_down(T value, unsigned delta, int width = warpSize, SIMT_SITE) {                            \
    return simt::shuffled(SIMT_ACTIVE("__shfl_down"), value, SIMT_WRAPPED(simt::from_down(delta, width)));         \
  }                                                                                                                \
  SIMT_INLINE T __shfl_xor(T value, int lane_mask, int width = warpSize, SIMT_SITE) {                              \
    return simt::shuffled(SIMT_ACTIVE("__shfl_xor"), value, SIMT_WRAPPED(simt::from_xor(lane_mask, width)));       \
  }
SIMT_SHUFFLES(int)
SIMT_SHUFFLES(unsigned)
SIMT_SHUFFLES(long)
SIMT_SHUFFLES(unsigned long)
SIMT_SHUFFLES(long long)
SIMT_SHUFFLES(unsigned long long)
SIMT_SHUFFLES(float)
SIMT_SHUFFLES(double)

// ---- with a mask

#ifndef HIP_DISABLE_WARP_SYNC_BUILTINS

namespace simt {

template <class Mask>
SIMT_WHOLE std::uint64_t hip_mask(const char* what, Mask mask, Site site, bool cut = true) {
#ifdef SIMT_NARROW_MASKS
  std::uint64_t mine = sizeof(Mask) == 8 ? mask : static_cast<unsigned>(mask), all[64];
  if (sizeof(Mask) < 8 && mine == 0xffffffffu) mine = ~0ull;
#else
  static_assert(std::is_integral<Mask>::value && sizeof(Mask) == 8, "The mask must be a 64-bit integer.");
  std::uint64_t mine = static_cast<std::uint64_t>(mask), all[64];
#endif
  if (cut && run.width == 32) mine &= 0xffffffffu;
  std::uint64_t met = gather(SIMT_ACTIVE(what), &mine, sizeof mine, all), same = 0;
  for (int i = 0; i < 64; ++i)
    if ((met >> i & 1) && all[i] == mine) same |= 1ull << i;
  if (same != mine)
    report("mask", site, "%s: lane %d gives mask %llx, the active lanes with that mask are %llx", what, lane(),
           static_cast<unsigned long long>(mine), static_cast<unsigned long long>(same));
  return mine;
}

template <class T>
constexpr bool hip_matches = std::is_arithmetic<T>::value && (sizeof(T) == 4 || sizeof(T) == 8);

// As ROCm 7.2 does it: a mask of the lowest lanes, without holes, combines all active lanes; any other its own.
template <class T, class Op, class HoleOp>
SIMT_WHOLE T hip_reduced(const char* what, std::uint64_t mask, T value, Op op, HoleOp with_holes, Site site) {
  T all[64];
  std::uint64_t met = gather(SIMT_ACTIVE(what), &value, sizeof(T), all);
  if ((mask & (mask + 1)) == 0) return combined(all, met, op);
  return combined(all, mask & met ? mask & met : met, with_holes);
}

}  // namespace simt

SIMT_INLINE unsigned long long __activemask(SIMT_SITE) { return __ballot(1, site); }
SIMT_INLINE void __syncwarp(SIMT_SITE) { simt::meet(SIMT_ACTIVE("__syncwarp")); }
template <class Mask>
SIMT_INLINE void __syncwarp(Mask mask, SIMT_SITE) {
  simt::hip_mask("__syncwarp", mask, site, false);  // ROCm 7.2 does not cut this one to 32 lanes
}
template <class Mask>
SIMT_INLINE unsigned long long __ballot_sync(Mask mask, int predicate, SIMT_SITE) {
  std::uint64_t named = simt::hip_mask("__ballot_sync", mask, site);
  return simt::ballot(SIMT_ACTIVE("__ballot_sync"), predicate != 0) & named;
}
template <class Mask>
SIMT_INLINE int __any_sync(Mask mask, int predicate, SIMT_SITE) {
  std::uint64_t named = simt::hip_mask("__any_sync", mask, site);
  return (simt::ballot(SIMT_ACTIVE("__any_sync"), predicate != 0) & named) != 0;
}
template <class Mask>
SIMT_INLINE int __all_sync(Mask mask, int predicate, SIMT_SITE) {
  std::uint64_t named = simt::hip_mask("__all_sync", mask, site);
  return (simt::ballot(SIMT_ACTIVE("__all_sync"), predicate != 0) & named) == named;
}
template <class T>
SIMT_INLINE unsigned long long __match_any(T value, SIMT_SITE) {
  static_assert(simt::hip_matches<T>, "int, long, long long, their unsigned twins, float or double");
  std::uint64_t met;
  if (value != value) simt::report("hang", site, "__match_any: a NaN, which never equals itself, keeps it from ending");
  return simt::matching(SIMT_ACTIVE("__match_any"), value, met);
}
template <class T>
SIMT_WHOLE unsigned long long __match_all(T value, int* predicate, SIMT_SITE) {
  static_assert(simt::hip_matches<T>, "int, long, long long, their unsigned twins, float or double");
  std::uint64_t met, equal = simt::matching(SIMT_ACTIVE("__match_all"), value, met);
  *predicate = equal == met;
  return equal == met ? met : 0;
}
template <class Mask, class T>
SIMT_INLINE unsigned long long __match_any_sync(Mask mask, T value, SIMT_SITE) {
  std::uint64_t named = simt::hip_mask("__match_any_sync", mask, site);
  return __match_any(value, site) & named;
}
template <class Mask, class T>
SIMT_WHOLE unsigned long long __match_all_sync(Mask mask, T value, int* predicate, SIMT_SITE) {
  static_assert(simt::hip_matches<T>, "int, long, long long, their unsigned twins, float or double");
  struct Both {
    std::uint64_t mask;
    T value;
  } mine{simt::hip_mask("__match_all_sync", mask, site), value}, all[64];
  std::uint64_t met = simt::gather(SIMT_ACTIVE("__match_all_sync"), &mine, sizeof mine, all), group = 0;
  bool equal = true;  // among the active lanes that give the same mask
  for (int i = 0; i < 64; ++i)
    if ((met >> i & 1) && all[i].mask == mine.mask) {
      group |= 1ull << i;
      equal &= all[i].value == value;
    }
  *predicate = equal;
  return equal ? group : 0;
}
template <class Mask, class T>
SIMT_INLINE T __shfl_sync(Mask mask, T value, int source, int width = warpSize, SIMT_SITE) {
  simt::hip_mask("__shfl_sync", mask, site);
  return __shfl(value, source, width, site);
}
template <class Mask, class T>
SIMT_INLINE T __shfl_up_sync(Mask mask, T value, unsigned delta, int width = warpSize, SIMT_SITE) {
  simt::hip_mask("__shfl_up_sync", mask, site);
  return __shfl_up(value, delta, width, site);
}
template <class Mask, class T>
SIMT_INLINE T __shfl_down_sync(Mask mask, T value, unsigned delta, int width = warpSize, SIMT_SITE) {
  simt::hip_mask("__shfl_down_sync", mask, site);
  return __shfl_down(value, delta, width, site);
}
template <class Mask, class T>
SIMT_INLINE T __shfl_xor_sync(Mask mask, T value, int lane_mask, int width = warpSize, SIMT_SITE) {
  simt::hip_mask("__shfl_xor_sync", mask, site);
  return __shfl_xor(value, lane_mask, width, site);
}

#define SIMT_REDUCE(name, T, expression, with_holes)                                              \
  template <class Mask>                                                                           \
  SIMT_INLINE T name(Mask mask, T value, SIMT_SITE) {                                             \
    std::uint64_t named = simt::hip_mask(#name, mask, site);                                      \
    return simt::hip_reduced(                                                                     \
        #name, named, value, [](T a, T b) { return static_cast<T>(expression); },                 \
        [](T a, T b) { return static_cast<T>(with_holes); }, site);                               \
  }
SIMT_REDUCE(__reduce_add_sync, int, a + b, a + b)
SIMT_REDUCE(__reduce_add_sync, unsigned, a + b, a + b)
SIMT_REDUCE(__reduce_min_sync, int, b < a ? b : a, b < a ? b : a)
SIMT_REDUCE(__reduce_min_sync, unsigned, b < a ? b : a, b < a ? b : a)
SIMT_REDUCE(__reduce_max_sync, int, a < b ? b : a, a < b ? b : a)
SIMT_REDUCE(__reduce_max_sync, unsigned, a < b ? b : a, a < b ? b : a)
// With holes in the mask ROCm 7.2 combines these logically, not bit by bit.
SIMT_REDUCE(__reduce_and_sync, unsigned, a& b, a&& b)
SIMT_REDUCE(__reduce_or_sync, unsigned, a | b, a || b)
SIMT_REDUCE(__reduce_xor_sync, unsigned, a ^ b, !a != !b)

#endif  // HIP_DISABLE_WARP_SYNC_BUILTINS

SIMT_INLINE unsigned __popc(unsigned x) { return static_cast<unsigned>(__builtin_popcount(x)); }
SIMT_INLINE unsigned __popcll(unsigned long long x) { return static_cast<unsigned>(__builtin_popcountll(x)); }
SIMT_INLINE int __ffs(int x) { return __builtin_ffs(x); }
SIMT_INLINE int __ffs(unsigned x) { return __builtin_ffs(static_cast<int>(x)); }
SIMT_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
SIMT_INLINE int __ffsll(unsigned long long x) { return __builtin_ffsll(static_cast<long long>(x)); }
SIMT_INLINE int __fns(unsigned mask, unsigned base, int offset) {
  return static_cast<int>(simt_nth_bit(mask, base, offset));
}

SIMT_INLINE void __threadfence(SIMT_SITE) { simt::meet(SIMT_ACTIVE("__threadfence")); }
SIMT_INLINE void __threadfence_block(SIMT_SITE) { simt::meet(SIMT_ACTIVE("__threadfence_block")); }
SIMT_INLINE void __threadfence_system(SIMT_SITE) { simt::meet(SIMT_ACTIVE("__threadfence_system")); }
