/* hipify_warp32.h - CUDA's warp operations on AMD GPUs, for code that counts in warps of 32 lanes.
 *
 * A wavefront has 32 lanes or 64. Here each half of a 64-lane wavefront is a warp of its own: every function below sees
 * and returns only the 32 lanes of the caller's half, and masks and lane numbers mean what they mean in CUDA (bit i, or
 * number i, is the i-th lane of the warp). So `tid / 32`, `tid & 31`, `__popc(ballot)` and `1u << lane` stay right on
 * both wave sizes. On a 32-lane wavefront the half is the whole.
 *
 * Each function is named after the CUDA intrinsic it stands for, less the underscores. Needs HIP's own header and
 * C++11; the same for ROCm 6.4 and 7.x, whatever HIP_ENABLE_WARP_SYNC_BUILTINS and HIP_DISABLE_WARP_SYNC_BUILTINS say.
 *
 * Masks: lanes of one warp may come to a call with different masks, as long as each mask names the lane that brings it
 * and all lanes that it names come together. A mask may name lanes that have exited or do not exist: they do not count.
 *
 * What cannot be had: the lanes of a wavefront share one program counter, so a `_sync` call takes in the lanes that are
 * active at that very call and waits for no other. Where CUDA code lets the lanes of one mask come to the call from
 * different branches, or at different trips through a loop, it has to be rewritten so that they come together.
 *
 * A lane that is not active has nothing to give: what a shuffle reads from it is undefined, as in CUDA.
 *
 * A compiler of plain C++ may read this file: it declares nothing then. CUDA's compiler has to read the CUDA source.
 */
#ifndef HIPIFY_WARP32_H
#define HIPIFY_WARP32_H

#if defined(__CUDACC__) && !defined(__HIP__)
#error "hipify_warp32.h is for AMD GPUs: compile the CUDA source itself for NVIDIA's"
#elif defined(__HIP__) || defined(__HIPCC__) || defined(__HIPCC_RTC__)

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

/* A program's macros of these names do no harm here, and hold again behind this header. */
_Pragma("push_macro(\"T\")") _Pragma("push_macro(\"Op\")") _Pragma("push_macro(\"bits\")")
_Pragma("push_macro(\"lane\")") _Pragma("push_macro(\"lanes\")") _Pragma("push_macro(\"mask\")")
_Pragma("push_macro(\"rank\")") _Pragma("push_macro(\"size\")") _Pragma("push_macro(\"value\")")
_Pragma("push_macro(\"width\")") _Pragma("push_macro(\"warp_size\")") _Pragma("push_macro(\"full_mask\")")
_Pragma("push_macro(\"lane_id\")") _Pragma("push_macro(\"lanemask_eq\")") _Pragma("push_macro(\"lanemask_lt\")")
_Pragma("push_macro(\"lanemask_le\")") _Pragma("push_macro(\"lanemask_gt\")") _Pragma("push_macro(\"lanemask_ge\")")
_Pragma("push_macro(\"activemask\")") _Pragma("push_macro(\"ballot\")") _Pragma("push_macro(\"any\")")
_Pragma("push_macro(\"all\")") _Pragma("push_macro(\"syncwarp\")") _Pragma("push_macro(\"shfl\")")
_Pragma("push_macro(\"shfl_up\")") _Pragma("push_macro(\"shfl_down\")") _Pragma("push_macro(\"shfl_xor\")")
_Pragma("push_macro(\"match_any\")") _Pragma("push_macro(\"match_all\")") _Pragma("push_macro(\"plus\")")
_Pragma("push_macro(\"less\")") _Pragma("push_macro(\"greater\")") _Pragma("push_macro(\"bit_and\")")
_Pragma("push_macro(\"bit_or\")") _Pragma("push_macro(\"bit_xor\")") _Pragma("push_macro(\"reduce\")")
_Pragma("push_macro(\"inclusive_scan\")") _Pragma("push_macro(\"exclusive_scan\")")
_Pragma("push_macro(\"coalesced_threads\")") _Pragma("push_macro(\"tiled_partition\")")
_Pragma("push_macro(\"binary_partition\")") _Pragma("push_macro(\"labeled_partition\")")
#undef T
#undef Op
#undef bits
#undef lane
#undef lanes
#undef mask
#undef rank
#undef size
#undef value
#undef width
#undef warp_size
#undef full_mask
#undef lane_id
#undef lanemask_eq
#undef lanemask_lt
#undef lanemask_le
#undef lanemask_gt
#undef lanemask_ge
#undef activemask
#undef ballot
#undef any
#undef all
#undef syncwarp
#undef shfl
#undef shfl_up
#undef shfl_down
#undef shfl_xor
#undef match_any
#undef match_all
#undef plus
#undef less
#undef greater
#undef bit_and
#undef bit_or
#undef bit_xor
#undef reduce
#undef inclusive_scan
#undef exclusive_scan
#undef coalesced_threads
#undef tiled_partition
#undef binary_partition
#undef labeled_partition

/* A value that some lanes may not have set: CUDA passes it on, while HIP takes an argument without this mark for set,
 * concludes that all lanes take the branch in which one sets it, and drops the condition. */
#if defined(__clang__)
#define HIPIFY_MAYBE_UNSET __attribute__((__maybe_undef__))
#else
#define HIPIFY_MAYBE_UNSET
#endif

namespace cooperative_groups {
class coalesced_group;
class thread_block;
template <unsigned size, class Parent> class thread_block_tile;
}  // namespace cooperative_groups

namespace hipify_warp32 {

constexpr int warp_size = 32;
constexpr unsigned full_mask = 0xffffffffu;

/* ---- the caller's place -------------------------------------------------------------------------------------- */

/* The caller's lane in its warp, 0 to 31: PTX %laneid. */
__device__ inline unsigned lane_id() { return __lane_id() & 31u; }

/* PTX %lanemask_eq, _lt, _le, _gt, _ge: by lane number alone, of active and inactive lanes alike. */
__device__ inline unsigned lanemask_eq() { return 1u << lane_id(); }
__device__ inline unsigned lanemask_lt() { return lanemask_eq() - 1u; }
__device__ inline unsigned lanemask_gt() { return ~1u << lane_id(); }
__device__ inline unsigned lanemask_le() { return ~lanemask_gt(); }
__device__ inline unsigned lanemask_ge() { return ~0u << lane_id(); }

/* ---- votes and order ----------------------------------------------------------------------------------------- */

namespace detail {

/* Whether the caller is in the upper half of a wavefront of 64 lanes. gfx9 has no others, and a mask that is known
 * spares counting the lane's number. */
__device__ inline bool in_upper_half() {
#if defined(__GFX9__) && __has_builtin(__builtin_amdgcn_inverse_ballot_w64)
  return __builtin_amdgcn_inverse_ballot_w64(0xffffffff00000000ull);
#else
  return static_cast<int>(warpSize) != 32 && __lane_id() >= 32u;
#endif
}

/* The caller's half of a mask over the wavefront. */
__device__ inline unsigned own_half(unsigned long long wave) {
  return in_upper_half() ? static_cast<unsigned>(wave >> 32) : static_cast<unsigned>(wave);
}

}  // namespace detail

/* CUDA 8's votes, over the active lanes of the warp. */
__device__ inline unsigned ballot(HIPIFY_MAYBE_UNSET int predicate) { return detail::own_half(__ballot(predicate)); }
__device__ inline int any(HIPIFY_MAYBE_UNSET int predicate) { return ballot(predicate) != 0u; }
__device__ inline int all(HIPIFY_MAYBE_UNSET int predicate) { return ballot(!predicate) == 0u; }

/* The lanes of the warp that are active at this call. */
__device__ inline unsigned activemask() { return ballot(1); }

/* The votes of the active lanes that the mask names. */
__device__ inline unsigned ballot_sync(unsigned mask, HIPIFY_MAYBE_UNSET int predicate) {
  return ballot(predicate) & mask;
}
__device__ inline int any_sync(unsigned mask, HIPIFY_MAYBE_UNSET int predicate) {
  return ballot_sync(mask, predicate) != 0u;
}
__device__ inline int all_sync(unsigned mask, HIPIFY_MAYBE_UNSET int predicate) {
  return ballot_sync(mask, !predicate) == 0u;
}

/* What any lane of the warp wrote before the call, to shared or global memory, every lane sees after it. */
__device__ inline void syncwarp(unsigned = full_mask) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

/* ---- shuffles ------------------------------------------------------------------------------------------------ */

namespace detail {

/* `value` as the lane `source` of the caller's warp holds it, 0 to 31. Numbers go by HIP's own overloads and come back
 * as the type these choose: a char travels as an int, as in CUDA. */
template <class T, bool is_class> struct by_kind {
  using type = decltype(__shfl(T(), 0, 32));
  __device__ static type from_lane(T value, int source) { return __shfl(value, source, 32); }
};

/* A value of any type, each of whose words has gone by `move`. */
template <class T, class Move> __device__ inline T by_words(T value, Move move) {
  unsigned words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, static_cast<const void*>(&value), sizeof(T));
  for (unsigned& word : words) word = move(word);
  __builtin_memcpy(static_cast<void*>(&value), words, sizeof(T));
  return value;
}

/* Classes (half2, bfloat162, a struct) go by their bits, which needs none of their headers. */
template <class T> struct by_kind<T, true> {
  using type = T;
  __device__ static T from_lane(T value, int source) {
    return by_words(value, [source](HIPIFY_MAYBE_UNSET unsigned word) { return __shfl(word, source, 32); });
  }
};

/* `value` as the lane at an address holds it: four times the lane's number in the wavefront. */
template <class T> __device__ inline T from_address(T value, int address) {
  return by_words(value, [address](HIPIFY_MAYBE_UNSET unsigned word) {
    return static_cast<unsigned>(__builtin_amdgcn_ds_bpermute(address, static_cast<int>(word)));
  });
}

template <class T> struct carrier : by_kind<T, __is_class(T)> {};
template <class T> using carried = typename carrier<T>::type;
template <class T> __device__ inline carried<T> from_lane(T value, int source) {
  return carrier<T>::from_lane(value, source);
}

}  // namespace detail

/* As in CUDA `width` is a power of two up to 32, lanes and distances count modulo 32, and a lane whose source lies
 * outside its group of `width` lanes keeps its own value (for xor: in a later group). */
template <class T>
__device__ inline detail::carried<T> shfl_sync(unsigned, HIPIFY_MAYBE_UNSET T value, int source, int width = 32) {
  const int first = static_cast<int>(lane_id()) & ~(width - 1);
  return detail::from_lane(value, first + (source & (width - 1)));
}

template <class T>
__device__ inline detail::carried<T> shfl_up_sync(unsigned, HIPIFY_MAYBE_UNSET T value, unsigned delta,
                                                  int width = 32) {
  const int lane = static_cast<int>(lane_id());
  const int source = lane - static_cast<int>(delta & 31u);
  return detail::from_lane(value, source < (lane & ~(width - 1)) ? lane : source);
}

template <class T>
__device__ inline detail::carried<T> shfl_down_sync(unsigned, HIPIFY_MAYBE_UNSET T value, unsigned delta,
                                                    int width = 32) {
  const int lane = static_cast<int>(lane_id());
  const int source = lane + static_cast<int>(delta & 31u);
  return detail::from_lane(value, source > (lane | (width - 1)) ? lane : source);
}

template <class T>
__device__ inline detail::carried<T> shfl_xor_sync(unsigned, HIPIFY_MAYBE_UNSET T value, int lane_mask,
                                                   int width = 32) {
  const int lane = static_cast<int>(lane_id());
  const int source = lane ^ (lane_mask & 31);
  return detail::from_lane(value, source > (lane | (width - 1)) ? lane : source);
}

/* ---- match --------------------------------------------------------------------------------------------------- */

namespace detail {

/* What lane `source` of the wavefront holds; `source` is the same for all lanes. */
__device__ inline unsigned read_lane(unsigned value, int source) {
  return static_cast<unsigned>(__builtin_amdgcn_readlane(static_cast<int>(value), source));
}
__device__ inline unsigned long long read_lane(unsigned long long value, int source) {
  const unsigned low = read_lane(static_cast<unsigned>(value), source);
  const unsigned high = read_lane(static_cast<unsigned>(value >> 32), source);
  return static_cast<unsigned long long>(high) << 32 | low;
}

/* One turn for each distinct value in the wavefront; all active lanes take part in all of them. */
template <class Bits> __device__ inline unsigned match_any(unsigned mask, Bits value) {
  unsigned long long same = 0;
  for (unsigned long long left = __ballot(1); left != 0;) {
    const bool equal = value == read_lane(value, __builtin_ctzll(left));
    const unsigned long long lanes = __ballot(equal);
    if (equal) same = lanes;
    left &= ~lanes;
  }
  return own_half(same) & mask;
}

template <class Bits> __device__ inline unsigned match_all(unsigned mask, Bits value, int* predicate) {
  const unsigned lanes = activemask() & mask;
  const Bits first = from_address(value, (in_upper_half() ? 128 : 0) + __builtin_ctz(lanes) * 4);
  *predicate = all_sync(mask, value == first);
  return *predicate ? lanes : 0u;
}

/* CUDA compares the bits: a NaN equals itself, and -0.0 is not 0.0. */
__device__ inline unsigned bits(unsigned value) { return value; }
__device__ inline unsigned bits(int value) { return static_cast<unsigned>(value); }
__device__ inline unsigned bits(float value) { return __float_as_uint(value); }
__device__ inline unsigned long long bits(unsigned long value) { return value; }
__device__ inline unsigned long long bits(long value) { return static_cast<unsigned long long>(value); }
__device__ inline unsigned long long bits(unsigned long long value) { return value; }
__device__ inline unsigned long long bits(long long value) { return static_cast<unsigned long long>(value); }
__device__ inline unsigned long long bits(double value) {
  return static_cast<unsigned long long>(__double_as_longlong(value));
}

}  // namespace detail

/* The lanes of the mask whose value is the caller's, bit for bit. */
template <class T> __device__ inline unsigned match_any_sync(unsigned mask, HIPIFY_MAYBE_UNSET T value) {
  return detail::match_any(mask, detail::bits(value));
}

/* The lanes of the mask if they all have one value, else 0; `*predicate` says which, 1 or 0. */
template <class T>
__device__ inline unsigned match_all_sync(unsigned mask, HIPIFY_MAYBE_UNSET T value, int* predicate) {
  return detail::match_all(mask, detail::bits(value), predicate);
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

/* The operators of cooperative groups, which HIP lacks: `less` keeps the smaller, `greater` the greater. */
template <class T> struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T> struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T> struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

namespace detail {

/* What the lane whose number differs in the bit `distance` holds: by ds_swizzle, which works on groups of 32 lanes, or
 * by data-parallel primitives, which work on rows of 16 (quad_perm for 1 and 2, row_ror for 8). */
template <int distance> struct across {
  __device__ unsigned operator()(HIPIFY_MAYBE_UNSET unsigned word) const {
    return static_cast<unsigned>(__builtin_amdgcn_ds_swizzle(static_cast<int>(word), distance << 10 | 31));
  }
};
template <int control> struct within_row {
  __device__ unsigned operator()(HIPIFY_MAYBE_UNSET unsigned word) const {
    return static_cast<unsigned>(__builtin_amdgcn_mov_dpp(static_cast<int>(word), control, 0xf, 0xf, true));
  }
};
template <> struct across<1> : within_row<0xb1> {};
template <> struct across<2> : within_row<0x4e> {};
template <> struct across<8> : within_row<0x128> {};

/* After distances of 16 and 8 lanes hold what those 8 away in their row do, if the operator is commutative to the bit.
 * Then row_ror by 4 stands for a distance of 4. */
using by_rotation = within_row<0x124>;

/* The reduction over groups of `width` lanes, all active, in the order of CUDA's tiles. */
template <class By4, class T, class Op> __device__ inline T reduce_all(int width, T value, Op op) {
  if (width > 16) value = op(value, by_words(value, across<16>()));
  if (width > 8) value = op(value, by_words(value, across<8>()));
  if (width > 4) value = op(value, by_words(value, By4()));
  if (width > 2) value = op(value, by_words(value, across<2>()));
  if (width > 1) value = op(value, by_words(value, across<1>()));
  return value;
}

/* Inclusive scan over any set of lanes, in lane order. Each lane points at the last lane before it that its sum does
 * not cover; adding that lane's sum and taking over its pointer doubles what is covered: 5 rounds for 32 lanes. Beside
 * what a round waits for, the loop costs little. */
template <class T, class Op> __device__ inline T scan(unsigned lanes, T value, Op op) {
  const unsigned before = lanes & lanemask_lt();
  const int own = static_cast<int>(__lane_id()) * 4, none = -1;
  int previous = before != 0u ? (own & ~127) + (31 - __builtin_clz(before)) * 4 : none;
#pragma unroll 1
  for (int round = 0; round < 5; ++round) {
    const int source = previous == none ? own : previous;
    const T earlier = from_address(value, source);
    const int further = from_address(previous, source);
    if (previous != none) value = op(value, earlier);
    previous = further;
  }
  return value;
}

/* The reduction over the active ones of `lanes`, in every one of them. If these are `width` lanes, all that there can
 * be, values are combined in the order of CUDA's tiles; else in that of its coalesced groups. */
template <class By4, class T, class Op> __device__ inline T reduce(unsigned lanes, int width, T value, Op op) {
  const unsigned present = activemask() & lanes;
  if (__builtin_expect(__builtin_popcount(present) == width, 1)) return reduce_all<By4>(width, value, op);
  return from_address(scan(present, value, op), (in_upper_half() ? 128 : 0) + (31 - __builtin_clz(present)) * 4);
}

/* The same over the warp, for a `_sync` function. */
template <class T, class Op> __device__ inline T reduce_sync(unsigned mask, T value, Op op) {
  return reduce<by_rotation>(mask, 32, value, op);
}

}  // namespace detail

__device__ inline unsigned reduce_add_sync(unsigned mask, HIPIFY_MAYBE_UNSET unsigned value) {
  return detail::reduce_sync(mask, value, plus<unsigned>());
}
__device__ inline int reduce_add_sync(unsigned mask, HIPIFY_MAYBE_UNSET int value) {
  return static_cast<int>(reduce_add_sync(mask, static_cast<unsigned>(value)));
}
__device__ inline unsigned reduce_min_sync(unsigned mask, HIPIFY_MAYBE_UNSET unsigned value) {
  return detail::reduce_sync(mask, value, less<unsigned>());
}
__device__ inline int reduce_min_sync(unsigned mask, HIPIFY_MAYBE_UNSET int value) {
  return detail::reduce_sync(mask, value, less<int>());
}
__device__ inline unsigned reduce_max_sync(unsigned mask, HIPIFY_MAYBE_UNSET unsigned value) {
  return detail::reduce_sync(mask, value, greater<unsigned>());
}
__device__ inline int reduce_max_sync(unsigned mask, HIPIFY_MAYBE_UNSET int value) {
  return detail::reduce_sync(mask, value, greater<int>());
}
__device__ inline unsigned reduce_and_sync(unsigned mask, HIPIFY_MAYBE_UNSET unsigned value) {
  return detail::reduce_sync(mask, value, bit_and<unsigned>());
}
__device__ inline unsigned reduce_or_sync(unsigned mask, HIPIFY_MAYBE_UNSET unsigned value) {
  return detail::reduce_sync(mask, value, bit_or<unsigned>());
}
__device__ inline unsigned reduce_xor_sync(unsigned mask, HIPIFY_MAYBE_UNSET unsigned value) {
  return detail::reduce_sync(mask, value, bit_xor<unsigned>());
}

/* ---- cooperative groups -------------------------------------------------------------------------------------- */
/* For a file that includes <hip/hip_cooperative_groups.h>. A group is a coalesced group made here, or a tile of at most
 * 32 lanes; all its lanes must be active at the call. ROCm 6.4's groups lack votes and matches, tiles of tiles and
 * binary_partition, and no release shuffles classes. */

namespace detail {

/* HIP's coalesced group, made of any lanes. What is made of it as a plain thread_group has to know its size. */
template <class Group> struct made_of : Group {
  __device__ explicit made_of(unsigned long long lanes, unsigned rank = 0, unsigned count = 1) : Group(lanes) {
    count_lanes(*this, static_cast<unsigned>(__builtin_popcountll(lanes)), 0);
    this->coalesced_info.tiled_info.meta_group_rank = rank;
    this->coalesced_info.tiled_info.meta_group_size = count;
  }

 private:
  template <class Self>
  __device__ static auto count_lanes(Self& self, unsigned size, int) -> decltype(void(self._num_threads = size)) {
    self._num_threads = size;
  }
  template <class Self> /* ROCm 6.4 */
  __device__ static auto count_lanes(Self& self, unsigned size, long) -> decltype(void(self._size = size)) {
    self._size = size;
  }
};

/* A tile that is the `rank`th of `count` in its parent. */
template <class Tile> struct placed : Tile {
  template <class Other> __device__ placed(const Other& tile, unsigned rank, unsigned count) : Tile(tile) {
    this->coalesced_info.tiled_info.meta_group_rank = rank;
    this->coalesced_info.tiled_info.meta_group_size = count;
  }
};

/* A type that is looked into when the template it stands in is used. */
template <class T, class> struct dependent {
  using type = T;
};

/* The caller's block, which only HIP's own functions give; they are not declared yet where this is read. */
template <class Block> struct own_block : Block {
  __device__ own_block() : Block(0u) {}
  __device__ const Block& get() const { return *this; }
};

namespace of_block {
/* A template of this name, so that HIP's is found by its argument. */
template <unsigned> void tiled_partition();
template <unsigned size, class Block>
__device__ inline auto tile(const Block& block) -> decltype(tiled_partition<size>(block)) {
  return tiled_partition<size>(block);
}
}  // namespace of_block

/* The bits of `values` at the places of `lanes`, moved together. */
__device__ inline unsigned packed(unsigned lanes, unsigned values) {
  unsigned result = 0;
  for (unsigned bit = 1; lanes != 0u; bit <<= 1, lanes &= lanes - 1u)
    if ((values & lanes & (0u - lanes)) != 0u) result |= bit;
  return result;
}

/* The lane that stands `rank`th among some lanes, or the caller's where there are not so many. */
__device__ inline int lane_at(unsigned lanes, unsigned rank) {
  for (; lanes != 0u; lanes &= lanes - 1u, --rank)
    if (rank == 0u) return __builtin_ctz(lanes);
  return static_cast<int>(lane_id());
}

/* The lanes of a group, how many it can have, votes by rank in it, and its shuffles. A tile's are known by its size. */
template <class Group> struct members {
  __device__ static unsigned lanes(const Group& group) {
    return (full_mask >> (32 - width(group))) << (lane_id() & ~(group.size() - 1u));
  }
  __device__ static int width(const Group& group) { return static_cast<int>(group.size()); }
  __device__ static unsigned by_rank(const Group& group, unsigned values) {
    return values >> (lane_id() & ~(group.size() - 1u));
  }
  template <class T> __device__ static carried<T> shfl(const Group& group, T value, int rank) {
    return shfl_sync(full_mask, value, rank, width(group));
  }
  template <class T> __device__ static carried<T> shfl_up(const Group& group, T value, unsigned delta) {
    return shfl_up_sync(full_mask, value, delta, width(group));
  }
  template <class T> __device__ static carried<T> shfl_down(const Group& group, T value, unsigned delta) {
    return shfl_down_sync(full_mask, value, delta, width(group));
  }
};

/* What a coalesced group keeps of its lanes, which those that derive from it may read. */
template <class Group> struct kept_by : Group {
  __device__ static unsigned long long lanes(const Group& group) {
    return (group.*(&kept_by::coalesced_info)).member_mask;
  }
};

template <> struct members<cooperative_groups::coalesced_group> {
  template <class Group> __device__ static unsigned lanes(const Group& group) {
    return own_half(kept_by<Group>::lanes(group));
  }
  template <class Group> __device__ static int width(const Group&) { return 32; }
  template <class Group> __device__ static unsigned by_rank(const Group& group, unsigned values) {
    return packed(lanes(group), values);
  }
  template <class Group, class T> __device__ static carried<T> shfl(const Group& group, T value, int rank) {
    return from_lane(value, lane_at(lanes(group), static_cast<unsigned>(rank) % group.size()));
  }
  template <class Group, class T> __device__ static carried<T> shfl_up(const Group& group, T value, unsigned delta) {
    const unsigned rank = group.thread_rank();
    return from_lane(value, lane_at(lanes(group), delta > rank ? rank : rank - delta));
  }
  template <class Group, class T> __device__ static carried<T> shfl_down(const Group& group, T value, unsigned delta) {
    const unsigned rank = group.thread_rank();
    return from_lane(value, lane_at(lanes(group), delta >= group.size() - rank ? rank : rank + delta));
  }
};

/* The lanes of the caller's half among some of the wavefront. */
__device__ inline unsigned long long own_lanes(unsigned long long wave) {
  return static_cast<int>(warpSize) == 32 ? wave : in_upper_half() ? wave & ~0xffffffffull : wave & 0xffffffffull;
}

/* These lanes of the caller's half in a mask over the wavefront. */
__device__ inline unsigned long long in_wave(unsigned lanes) {
  const unsigned long long low = lanes;
  return in_upper_half() ? low << 32 : low;
}

}  // namespace detail

/* cg::coalesced_threads(): the active lanes of the warp. HIP's own takes in the whole wavefront. */
template <class Group = cooperative_groups::coalesced_group> __device__ inline Group coalesced_threads() {
  return detail::made_of<Group>(detail::own_lanes(__ballot(1)));
}

/* cg::tiled_partition<size>(group). The tile of a tile counts within that one; its type does not name it. */
template <unsigned size, unsigned outer, class Parent>
__device__ inline cooperative_groups::thread_block_tile<size, void> tiled_partition(
    const cooperative_groups::thread_block_tile<outer, Parent>& tile) {
  static_assert(size <= outer, "a tile of a tile has no more lanes");
  using Tile = cooperative_groups::thread_block_tile<size, void>;
  using Block = detail::own_block<typename detail::dependent<cooperative_groups::thread_block, Parent>::type>;
  const detail::placed<Tile> made(detail::of_block::tile<size>(Block().get()), tile.thread_rank() / size, outer / size);
  return static_cast<Tile>(made);
}
template <unsigned size, class Block>
__device__ inline auto tiled_partition(const Block& block) -> decltype(detail::of_block::tile<size>(block)) {
  return detail::of_block::tile<size>(block);
}

/* cg::tiled_partition(group, size) of a coalesced group: `size` of its lanes at a time, in order. */
template <class Group = cooperative_groups::coalesced_group>
__device__ inline Group tiled_partition(const Group& group, unsigned size) {
  const unsigned tile = group.thread_rank() / size;
  unsigned part = 0, rank = 0;
  for (unsigned left = detail::members<Group>::lanes(group); left != 0u; left &= left - 1u, ++rank)
    if (rank / size == tile) part |= left & (0u - left);
  return detail::made_of<Group>(detail::in_wave(part), tile, (group.size() + size - 1u) / size);
}

/* cg::binary_partition(group, predicate): the lanes for which it holds, or the others. */
template <class Group, class Part = cooperative_groups::coalesced_group>
__device__ inline Part binary_partition(const Group& group, HIPIFY_MAYBE_UNSET bool predicate) {
  const unsigned lanes = detail::members<Group>::lanes(group), votes = ballot_sync(lanes, predicate);
  const bool alike = votes == 0u || votes == lanes;
  return detail::made_of<Part>(detail::in_wave(predicate ? votes : lanes & ~votes), !alike && predicate ? 1u : 0u,
                               alike ? 1u : 2u);
}

/* cg::labeled_partition(group, label): the lanes of the group with the caller's label. */
template <class Group, class Label, class Part = cooperative_groups::coalesced_group>
__device__ inline Part labeled_partition(const Group& group, HIPIFY_MAYBE_UNSET Label label) {
  const unsigned lanes = detail::members<Group>::lanes(group), part = match_any_sync(lanes, label);
  const int leader = __builtin_ctz(part);
  const unsigned leaders = ballot_sync(lanes, static_cast<int>(lane_id()) == leader);
  const unsigned before = leaders & ((1u << leader) - 1u);
  return detail::made_of<Part>(detail::in_wave(part), static_cast<unsigned>(__builtin_popcount(before)),
                               static_cast<unsigned>(__builtin_popcount(leaders)));
}
template <class Group>
__device__ inline auto labeled_partition(const Group& group, HIPIFY_MAYBE_UNSET bool label)
    -> decltype(hipify_warp32::binary_partition(group, label)) {
  return hipify_warp32::binary_partition(group, label);
}

/* group.ballot(predicate), group.match_any(value), ...: bit i is the group's lane of rank i. */
template <class Group> __device__ inline unsigned ballot(const Group& group, HIPIFY_MAYBE_UNSET int predicate) {
  const unsigned lanes = detail::members<Group>::lanes(group);
  return detail::members<Group>::by_rank(group, ballot_sync(lanes, predicate));
}
template <class Group> __device__ inline int any(const Group& group, HIPIFY_MAYBE_UNSET int predicate) {
  return any_sync(detail::members<Group>::lanes(group), predicate);
}
template <class Group> __device__ inline int all(const Group& group, HIPIFY_MAYBE_UNSET int predicate) {
  return all_sync(detail::members<Group>::lanes(group), predicate);
}
template <class Group, class T> __device__ inline unsigned match_any(const Group& group, HIPIFY_MAYBE_UNSET T value) {
  const unsigned lanes = detail::members<Group>::lanes(group);
  return detail::members<Group>::by_rank(group, match_any_sync(lanes, value));
}
template <class Group, class T>
__device__ inline unsigned match_all(const Group& group, HIPIFY_MAYBE_UNSET T value, int& predicate) {
  const unsigned lanes = detail::members<Group>::lanes(group);
  return detail::members<Group>::by_rank(group, match_all_sync(lanes, value, &predicate));
}

/* group.shfl(value, rank), ...: of any type, a class by its bits. A lane whose source is no member keeps its value. */
template <class Group, class T> __device__ inline T shfl(const Group& group, HIPIFY_MAYBE_UNSET T value, int rank) {
  return static_cast<T>(detail::members<Group>::shfl(group, value, rank));
}
template <class Group, class T>
__device__ inline T shfl_up(const Group& group, HIPIFY_MAYBE_UNSET T value, unsigned delta) {
  return static_cast<T>(detail::members<Group>::shfl_up(group, value, delta));
}
template <class Group, class T>
__device__ inline T shfl_down(const Group& group, HIPIFY_MAYBE_UNSET T value, unsigned delta) {
  return static_cast<T>(detail::members<Group>::shfl_down(group, value, delta));
}
template <class Group, class T>
__device__ inline T shfl_xor(const Group& tile, HIPIFY_MAYBE_UNSET T value, unsigned lane_mask) {
  return static_cast<T>(shfl_xor_sync(full_mask, value, static_cast<int>(lane_mask), static_cast<int>(tile.size())));
}

/* cg::reduce(group, value, op). */
template <class Group, class T, class Op>
__device__ inline T reduce(const Group& group, HIPIFY_MAYBE_UNSET T value, Op op) {
  const int width = detail::members<Group>::width(group);
  return detail::reduce<detail::across<4>>(detail::members<Group>::lanes(group), width, value, op);
}

/* cg::inclusive_scan(group, value, op), op being plus by default. */
template <class Group, class T, class Op = plus<T>>
__device__ inline T inclusive_scan(const Group& group, HIPIFY_MAYBE_UNSET T value, Op op = Op()) {
  return detail::scan(detail::members<Group>::lanes(group), value, op);
}

/* cg::exclusive_scan(group, value, op): T() in the first lane. */
template <class Group, class T, class Op = plus<T>>
__device__ inline T exclusive_scan(const Group& group, HIPIFY_MAYBE_UNSET T value, Op op = Op()) {
  const unsigned before = detail::members<Group>::lanes(group) & lanemask_lt();
  const int source = before != 0u ? 31 - __builtin_clz(before) : static_cast<int>(lane_id());
  const T earlier = static_cast<T>(detail::from_lane(hipify_warp32::inclusive_scan(group, value, op), source));
  return before != 0u ? earlier : T();
}

}  // namespace hipify_warp32

#undef HIPIFY_MAYBE_UNSET
_Pragma("pop_macro(\"T\")") _Pragma("pop_macro(\"Op\")") _Pragma("pop_macro(\"bits\")") _Pragma("pop_macro(\"lane\")")
_Pragma("pop_macro(\"lanes\")") _Pragma("pop_macro(\"mask\")") _Pragma("pop_macro(\"rank\")")
_Pragma("pop_macro(\"size\")") _Pragma("pop_macro(\"value\")") _Pragma("pop_macro(\"width\")")
_Pragma("pop_macro(\"warp_size\")") _Pragma("pop_macro(\"full_mask\")") _Pragma("pop_macro(\"lane_id\")")
_Pragma("pop_macro(\"lanemask_eq\")") _Pragma("pop_macro(\"lanemask_lt\")") _Pragma("pop_macro(\"lanemask_le\")")
_Pragma("pop_macro(\"lanemask_gt\")") _Pragma("pop_macro(\"lanemask_ge\")") _Pragma("pop_macro(\"activemask\")")
_Pragma("pop_macro(\"ballot\")") _Pragma("pop_macro(\"any\")") _Pragma("pop_macro(\"all\")")
_Pragma("pop_macro(\"syncwarp\")") _Pragma("pop_macro(\"shfl\")") _Pragma("pop_macro(\"shfl_up\")")
_Pragma("pop_macro(\"shfl_down\")") _Pragma("pop_macro(\"shfl_xor\")") _Pragma("pop_macro(\"match_any\")")
_Pragma("pop_macro(\"match_all\")") _Pragma("pop_macro(\"plus\")") _Pragma("pop_macro(\"less\")")
_Pragma("pop_macro(\"greater\")") _Pragma("pop_macro(\"bit_and\")") _Pragma("pop_macro(\"bit_or\")")
_Pragma("pop_macro(\"bit_xor\")") _Pragma("pop_macro(\"reduce\")") _Pragma("pop_macro(\"inclusive_scan\")")
_Pragma("pop_macro(\"exclusive_scan\")") _Pragma("pop_macro(\"coalesced_threads\")")
_Pragma("pop_macro(\"tiled_partition\")") _Pragma("pop_macro(\"binary_partition\")")
_Pragma("pop_macro(\"labeled_partition\")")

#endif  // a HIP compiler
#endif  // HIPIFY_WARP32_H
