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

/* A program's macros do no harm here, and hold again behind this header: the names that a program or HIP spells are set
 * aside, all others end in an underscore. */
_Pragma("push_macro(\"size\")") _Pragma("push_macro(\"warp_size\")") _Pragma("push_macro(\"full_mask\")")
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
_Pragma("push_macro(\"memcpy_async\")") _Pragma("push_macro(\"wait\")") _Pragma("push_macro(\"wait_prior\")")
_Pragma("push_macro(\"sync\")")
_Pragma("push_macro(\"binary_partition\")") _Pragma("push_macro(\"labeled_partition\")")
_Pragma("push_macro(\"all_sync\")") _Pragma("push_macro(\"any_sync\")") _Pragma("push_macro(\"ballot_sync\")")
_Pragma("push_macro(\"match_all_sync\")") _Pragma("push_macro(\"match_any_sync\")")
_Pragma("push_macro(\"reduce_add_sync\")") _Pragma("push_macro(\"reduce_and_sync\")")
_Pragma("push_macro(\"reduce_max_sync\")") _Pragma("push_macro(\"reduce_min_sync\")")
_Pragma("push_macro(\"reduce_or_sync\")") _Pragma("push_macro(\"reduce_xor_sync\")")
_Pragma("push_macro(\"shfl_down_sync\")") _Pragma("push_macro(\"shfl_sync\")") _Pragma("push_macro(\"shfl_up_sync\")")
_Pragma("push_macro(\"shfl_xor_sync\")") _Pragma("push_macro(\"_num_threads\")") _Pragma("push_macro(\"_size\")")
_Pragma("push_macro(\"coalesced_group\")") _Pragma("push_macro(\"coalesced_info\")")
_Pragma("push_macro(\"cooperative_groups\")") _Pragma("push_macro(\"member_mask\")")
_Pragma("push_macro(\"meta_group_rank\")") _Pragma("push_macro(\"meta_group_size\")")
_Pragma("push_macro(\"thread_block\")") _Pragma("push_macro(\"thread_block_tile\")")
_Pragma("push_macro(\"thread_rank\")") _Pragma("push_macro(\"tiled_info\")") _Pragma("push_macro(\"warpSize\")")
_Pragma("push_macro(\"__ballot\")") _Pragma("push_macro(\"__shfl\")") _Pragma("push_macro(\"__lane_id\")")
#undef size
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
#undef memcpy_async
#undef wait
#undef wait_prior
#undef sync
#undef binary_partition
#undef labeled_partition
#undef all_sync
#undef any_sync
#undef ballot_sync
#undef match_all_sync
#undef match_any_sync
#undef reduce_add_sync
#undef reduce_and_sync
#undef reduce_max_sync
#undef reduce_min_sync
#undef reduce_or_sync
#undef reduce_xor_sync
#undef shfl_down_sync
#undef shfl_sync
#undef shfl_up_sync
#undef shfl_xor_sync
#undef _num_threads
#undef _size
#undef coalesced_group
#undef coalesced_info
#undef cooperative_groups
#undef member_mask
#undef meta_group_rank
#undef meta_group_size
#undef thread_block
#undef thread_block_tile
#undef thread_rank
#undef tiled_info
#undef warpSize
#undef __ballot
#undef __shfl
#undef __lane_id

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
template <unsigned size_, class Parent_> class thread_block_tile;
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

namespace detail_ {

/* Whether the caller is in the upper half of a wavefront of 64 lanes. gfx9 has no others, and a mask that is known
 * spares counting the lane's number. */
__device__ inline bool in_upper_half_() {
#if defined(__GFX9__) && __has_builtin(__builtin_amdgcn_inverse_ballot_w64)
  return __builtin_amdgcn_inverse_ballot_w64(0xffffffff00000000ull);
#else
  return static_cast<int>(warpSize) != 32 && __lane_id() >= 32u;
#endif
}

/* The caller's half of a mask over the wavefront. */
__device__ inline unsigned own_half_(unsigned long long wave_) {
  return in_upper_half_() ? static_cast<unsigned>(wave_ >> 32) : static_cast<unsigned>(wave_);
}

/* Whether there are lanes in the caller's half of a mask over the wavefront. Left to itself, the compiler compares 64
 * bits where it sees that these 32 come of as many. */
__device__ inline bool any_of_half_(unsigned lanes_) {
#if defined(__GFX9__)
  __asm__("" : "+v"(lanes_));
#endif
  return lanes_ != 0u;
}

}  // namespace detail

/* CUDA 8's votes, over the active lanes of the warp. */
__device__ inline unsigned ballot(HIPIFY_MAYBE_UNSET int predicate_) {
  return detail_::own_half_(__ballot(predicate_));
}
__device__ inline int any(HIPIFY_MAYBE_UNSET int predicate_) { return detail_::any_of_half_(ballot(predicate_)); }
__device__ inline int all(HIPIFY_MAYBE_UNSET int predicate_) { return !detail_::any_of_half_(ballot(!predicate_)); }

/* The lanes of the warp that are active at this call. */
__device__ inline unsigned activemask() { return ballot(1); }

/* The votes of the active lanes that the mask names. */
__device__ inline unsigned ballot_sync(unsigned mask_, HIPIFY_MAYBE_UNSET int predicate_) {
  return ballot(predicate_) & mask_;
}
__device__ inline int any_sync(unsigned mask_, HIPIFY_MAYBE_UNSET int predicate_) {
  return detail_::any_of_half_(ballot_sync(mask_, predicate_));
}
__device__ inline int all_sync(unsigned mask_, HIPIFY_MAYBE_UNSET int predicate_) {
  return !detail_::any_of_half_(ballot_sync(mask_, !predicate_));
}

/* What any lane of the warp wrote before the call, to shared or global memory, every lane sees after it. */
__device__ inline void syncwarp(unsigned = full_mask) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

/* ---- shuffles ------------------------------------------------------------------------------------------------ */

namespace detail_ {

/* `value_` as the lane `source_` of the caller's warp holds it, 0 to 31. Numbers go by HIP's own overloads and come
 * back as the type these choose: a char travels as an int, as in CUDA. */
template <class T_, bool is_class_> struct by_kind_ {
  using type_ = decltype(__shfl(T_(), 0, 32));
  __device__ static type_ from_lane_(T_ value_, int source_) { return __shfl(value_, source_, 32); }
};

/* A value of any type, each of whose words has gone by `move_`. */
template <class T_, class Move_> __device__ inline T_ by_words_(T_ value_, Move_ move_) {
  unsigned words_[(sizeof(T_) + 3) / 4] = {};
  __builtin_memcpy(words_, static_cast<const void*>(&value_), sizeof(T_));
  for (unsigned& word_ : words_) word_ = move_(word_);
  __builtin_memcpy(static_cast<void*>(&value_), words_, sizeof(T_));
  return value_;
}

/* Classes (half2, bfloat162, a struct), which this needs no header of, and pointers go by their bits. */
template <class T_> struct by_kind_<T_, true> {
  using type_ = T_;
  __device__ static T_ from_lane_(T_ value_, int source_) {
    return by_words_(value_, [source_](HIPIFY_MAYBE_UNSET unsigned word_) { return __shfl(word_, source_, 32); });
  }
};

/* `value_` as the lane at an address holds it: four times the lane's number in the wavefront. */
template <class T_> __device__ inline T_ from_address_(T_ value_, int address_) {
  return by_words_(value_, [address_](HIPIFY_MAYBE_UNSET unsigned word_) {
    return static_cast<unsigned>(__builtin_amdgcn_ds_bpermute(address_, static_cast<int>(word_)));
  });
}

template <class T_> struct carrier_ : by_kind_<T_, __is_class(T_) || __is_union(T_)> {};
template <class T_> struct carrier_<T_*> : by_kind_<T_*, true> {};
template <class T_> using carried_ = typename carrier_<T_>::type_;
template <class T_> __device__ inline carried_<T_> from_lane_(T_ value_, int source_) {
  return carrier_<T_>::from_lane_(value_, source_);
}

}  // namespace detail

/* As in CUDA `width_` is a power of two up to 32, lanes and distances count modulo 32, and a lane whose source lies
 * outside its group of `width_` lanes keeps its own value (for xor: in a later group). */
template <class T_>
__device__ inline detail_::carried_<T_> shfl_sync(unsigned, HIPIFY_MAYBE_UNSET T_ value_, int source_,
                                                  int width_ = 32) {
  const int first_ = static_cast<int>(lane_id()) & ~(width_ - 1);
  return detail_::from_lane_(value_, first_ + (source_ & (width_ - 1)));
}

template <class T_>
__device__ inline detail_::carried_<T_> shfl_up_sync(unsigned, HIPIFY_MAYBE_UNSET T_ value_, unsigned delta_,
                                                  int width_ = 32) {
  const int lane_ = static_cast<int>(lane_id());
  const int source_ = lane_ - static_cast<int>(delta_ & 31u);
  return detail_::from_lane_(value_, source_ < (lane_ & ~(width_ - 1)) ? lane_ : source_);
}

template <class T_>
__device__ inline detail_::carried_<T_> shfl_down_sync(unsigned, HIPIFY_MAYBE_UNSET T_ value_, unsigned delta_,
                                                    int width_ = 32) {
  const int lane_ = static_cast<int>(lane_id());
  const int source_ = lane_ + static_cast<int>(delta_ & 31u);
  return detail_::from_lane_(value_, source_ > (lane_ | (width_ - 1)) ? lane_ : source_);
}

template <class T_>
__device__ inline detail_::carried_<T_> shfl_xor_sync(unsigned, HIPIFY_MAYBE_UNSET T_ value_, int lane_mask_,
                                                   int width_ = 32) {
  const int lane_ = static_cast<int>(lane_id());
  const int source_ = lane_ ^ (lane_mask_ & 31);
  return detail_::from_lane_(value_, source_ > (lane_ | (width_ - 1)) ? lane_ : source_);
}

/* ---- match --------------------------------------------------------------------------------------------------- */

namespace detail_ {

/* What lane `source_` of the wavefront holds; `source_` is the same for all lanes. */
__device__ inline unsigned read_lane_(unsigned value_, int source_) {
  return static_cast<unsigned>(__builtin_amdgcn_readlane(static_cast<int>(value_), source_));
}
__device__ inline unsigned long long read_lane_(unsigned long long value_, int source_) {
  const unsigned low_ = read_lane_(static_cast<unsigned>(value_), source_);
  const unsigned high_ = read_lane_(static_cast<unsigned>(value_ >> 32), source_);
  return static_cast<unsigned long long>(high_) << 32 | low_;
}

/* One turn for each distinct value in the wavefront; all active lanes take part in all of them. */
template <class Bits_> __device__ inline unsigned match_any(unsigned mask_, Bits_ value_) {
  unsigned long long same_ = 0;
  for (unsigned long long left_ = __ballot(1); left_ != 0;) {
    const bool equal_ = value_ == read_lane_(value_, __builtin_ctzll(left_));
    const unsigned long long lanes_ = __ballot(equal_);
    if (equal_) same_ = lanes_;
    left_ &= ~lanes_;
  }
  return own_half_(same_) & mask_;
}

/* The number in the wavefront of the first of some lanes of the caller's half. Left to itself, the compiler takes two
 * instructions to add and to shift. */
__device__ inline int first_lane_(unsigned lanes_) {
  int before_ = in_upper_half_() ? 32 : 0;
#if defined(__GFX9__)
  __asm__("" : "+v"(before_));
#endif
  return before_ + __builtin_ctz(lanes_);
}

template <class Bits_> __device__ inline unsigned match_all(unsigned mask_, Bits_ value_, int* predicate_) {
  const unsigned lanes_ = activemask() & mask_;
  const Bits_ first_ = from_address_(value_, first_lane_(lanes_) * 4);
  *predicate_ = all_sync(mask_, value_ == first_);
  return *predicate_ ? lanes_ : 0u;
}

/* CUDA compares the bits: a NaN equals itself, and -0.0 is not 0.0. */
__device__ inline unsigned bits_(unsigned value_) { return value_; }
__device__ inline unsigned bits_(int value_) { return static_cast<unsigned>(value_); }
__device__ inline unsigned bits_(float value_) { return __float_as_uint(value_); }
__device__ inline unsigned long long bits_(unsigned long value_) { return value_; }
__device__ inline unsigned long long bits_(long value_) { return static_cast<unsigned long long>(value_); }
__device__ inline unsigned long long bits_(unsigned long long value_) { return value_; }
__device__ inline unsigned long long bits_(long long value_) { return static_cast<unsigned long long>(value_); }
__device__ inline unsigned long long bits_(double value_) {
  return static_cast<unsigned long long>(__double_as_longlong(value_));
}

}  // namespace detail

/* The lanes of the mask whose value is the caller's, bit for bit. */
template <class T_> __device__ inline unsigned match_any_sync(unsigned mask_, HIPIFY_MAYBE_UNSET T_ value_) {
  return detail_::match_any(mask_, detail_::bits_(value_));
}

/* The lanes of the mask if they all have one value, else 0; `*predicate` says which, 1 or 0. */
template <class T_>
__device__ inline unsigned match_all_sync(unsigned mask_, HIPIFY_MAYBE_UNSET T_ value_, int* predicate_) {
  return detail_::match_all(mask_, detail_::bits_(value_), predicate_);
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

/* The operators of cooperative groups, which HIP lacks: `less` keeps the smaller, `greater` the greater. */
template <class T_> struct plus {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ + b_; }
};
template <class T_> struct less {
  __device__ T_ operator()(T_ a_, T_ b_) const { return b_ < a_ ? b_ : a_; }
};
template <class T_> struct greater {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ < b_ ? b_ : a_; }
};
template <class T_> struct bit_and {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ & b_; }
};
template <class T_> struct bit_or {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ | b_; }
};
template <class T_> struct bit_xor {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ ^ b_; }
};

namespace detail_ {

/* What the lane whose number differs in the bit `distance_` holds: by ds_swizzle, which works on groups of 32 lanes, or
 * by data-parallel primitives, which work on rows of 16 (quad_perm for 1 and 2, row_ror for 8). */
template <int distance_> struct across_ {
  __device__ unsigned operator()(HIPIFY_MAYBE_UNSET unsigned word_) const {
    return static_cast<unsigned>(__builtin_amdgcn_ds_swizzle(static_cast<int>(word_), distance_ << 10 | 31));
  }
};
template <int control_> struct within_row_ {
  __device__ unsigned operator()(HIPIFY_MAYBE_UNSET unsigned word_) const {
    return static_cast<unsigned>(__builtin_amdgcn_mov_dpp(static_cast<int>(word_), control_, 0xf, 0xf, true));
  }
};
template <> struct across_<1> : within_row_<0xb1> {};
template <> struct across_<2> : within_row_<0x4e> {};
template <> struct across_<8> : within_row_<0x128> {};

/* After distances of 16 and 8 lanes hold what those 8 away in their row do, if the operator is commutative to the bit.
 * Then row_ror by 4 stands for a distance of 4. */
using by_rotation_ = within_row_<0x124>;

/* The reduction over groups of `width_` lanes, all active, in the order of CUDA's tiles. */
template <class By4_, class T_, class Op_> __device__ inline T_ reduce_all_(int width_, T_ value_, Op_ op_) {
  if (width_ > 16) value_ = op_(value_, by_words_(value_, across_<16>()));
  if (width_ > 8) value_ = op_(value_, by_words_(value_, across_<8>()));
  if (width_ > 4) value_ = op_(value_, by_words_(value_, By4_()));
  if (width_ > 2) value_ = op_(value_, by_words_(value_, across_<2>()));
  if (width_ > 1) value_ = op_(value_, by_words_(value_, across_<1>()));
  return value_;
}

/* Inclusive scan over any set of lanes, in lane order. Each lane points at the last lane before it that its sum does
 * not cover; adding that lane's sum and taking over its pointer doubles what is covered: 5 rounds for 32 lanes. Beside
 * what a round waits for, the loop costs little. */
template <class T_, class Op_> __device__ inline T_ scan_(unsigned lanes_, T_ value_, Op_ op_) {
  const unsigned before_ = lanes_ & lanemask_lt();
  const int own_ = static_cast<int>(__lane_id()) * 4, none_ = -1;
  int previous_ = before_ != 0u ? (own_ & ~127) + (31 - __builtin_clz(before_)) * 4 : none_;
#pragma unroll 1
  for (int round_ = 0; round_ < 5; ++round_) {
    const int source_ = previous_ == none_ ? own_ : previous_;
    const T_ earlier_ = from_address_(value_, source_);
    const int further_ = from_address_(previous_, source_);
    if (previous_ != none_) value_ = op_(value_, earlier_);
    previous_ = further_;
  }
  return value_;
}

/* The reduction over some active lanes, in every one of them: in the order of CUDA's coalesced groups. */
template <class T_, class Op_> __device__ inline T_ reduce_some_(unsigned present_, T_ value_, Op_ op_) {
  return from_address_(scan_(present_, value_, op_), ((in_upper_half_() ? 32 : 0) + 31 - __builtin_clz(present_)) * 4);
}

/* The reduction over the active ones of `lanes_`. If these are `width_` lanes, all that there can be, values are
 * combined in the order of CUDA's tiles. */
template <class T_, class Op_> __device__ inline T_ reduce(unsigned lanes_, int width_, T_ value_, Op_ op_) {
  const unsigned present_ = activemask() & lanes_;
  if (__builtin_expect(__builtin_popcount(present_) == width_, 1))
    return reduce_all_<across_<4>>(width_, value_, op_);
  return reduce_some_(present_, value_, op_);
}

/* The same over the warp for a `_sync` function, whose operator takes numbers in any order: so both halves of a
 * wavefront may go one way, that for missing lanes if either lacks any, and the branch sets no lanes aside. */
template <class T_, class Op_> __device__ inline T_ reduce_sync_(unsigned mask_, T_ value_, Op_ op_) {
  const unsigned present_ = activemask() & mask_;
  if (__builtin_expect(__ballot(present_ != full_mask) == 0u, 1)) return reduce_all_<by_rotation_>(32, value_, op_);
  return reduce_some_(present_, value_, op_);
}

}  // namespace detail

__device__ inline unsigned reduce_add_sync(unsigned mask_, HIPIFY_MAYBE_UNSET unsigned value_) {
  return detail_::reduce_sync_(mask_, value_, plus<unsigned>());
}
__device__ inline int reduce_add_sync(unsigned mask_, HIPIFY_MAYBE_UNSET int value_) {
  return static_cast<int>(reduce_add_sync(mask_, static_cast<unsigned>(value_)));
}
__device__ inline unsigned reduce_min_sync(unsigned mask_, HIPIFY_MAYBE_UNSET unsigned value_) {
  return detail_::reduce_sync_(mask_, value_, less<unsigned>());
}
__device__ inline int reduce_min_sync(unsigned mask_, HIPIFY_MAYBE_UNSET int value_) {
  return detail_::reduce_sync_(mask_, value_, less<int>());
}
__device__ inline unsigned reduce_max_sync(unsigned mask_, HIPIFY_MAYBE_UNSET unsigned value_) {
  return detail_::reduce_sync_(mask_, value_, greater<unsigned>());
}
__device__ inline int reduce_max_sync(unsigned mask_, HIPIFY_MAYBE_UNSET int value_) {
  return detail_::reduce_sync_(mask_, value_, greater<int>());
}
__device__ inline unsigned reduce_and_sync(unsigned mask_, HIPIFY_MAYBE_UNSET unsigned value_) {
  return detail_::reduce_sync_(mask_, value_, bit_and<unsigned>());
}
__device__ inline unsigned reduce_or_sync(unsigned mask_, HIPIFY_MAYBE_UNSET unsigned value_) {
  return detail_::reduce_sync_(mask_, value_, bit_or<unsigned>());
}
__device__ inline unsigned reduce_xor_sync(unsigned mask_, HIPIFY_MAYBE_UNSET unsigned value_) {
  return detail_::reduce_sync_(mask_, value_, bit_xor<unsigned>());
}

/* ---- cooperative groups -------------------------------------------------------------------------------------- */
/* For a file that includes <hip/hip_cooperative_groups.h>. A group is a coalesced group made here, or a tile of at most
 * 32 lanes; all its lanes must be active at the call. ROCm 6.4's groups lack votes and matches, tiles of tiles and
 * binary_partition, and no release shuffles classes. */

namespace detail_ {

/* HIP's coalesced group, made of any lanes. What is made of it as a plain thread_group has to know its size. */
template <class Group_> struct made_of_ : Group_ {
  __device__ explicit made_of_(unsigned long long lanes_, unsigned rank_ = 0, unsigned count_ = 1) : Group_(lanes_) {
    count_lanes_(*this, static_cast<unsigned>(__builtin_popcountll(lanes_)), 0);
    this->coalesced_info.tiled_info.meta_group_rank = rank_;
    this->coalesced_info.tiled_info.meta_group_size = count_;
  }

 private:
  template <class Self_>
  __device__ static auto count_lanes_(Self_& self_, unsigned size_, int) -> decltype(void(self_._num_threads = size_)) {
    self_._num_threads = size_;
  }
  template <class Self_> /* ROCm 6.4 */
  __device__ static auto count_lanes_(Self_& self_, unsigned size_, long) -> decltype(void(self_._size = size_)) {
    self_._size = size_;
  }
};

/* A tile that is the `rank_`th of `count_` in its parent. */
template <class Tile_> struct placed_ : Tile_ {
  template <class Other_> __device__ placed_(const Other_& tile_, unsigned rank_, unsigned count_) : Tile_(tile_) {
    this->coalesced_info.tiled_info.meta_group_rank = rank_;
    this->coalesced_info.tiled_info.meta_group_size = count_;
  }
};

/* A type that is looked into when the template it stands in is used. */
template <class T_, class> struct dependent_ {
  using type_ = T_;
};

/* The caller's block, which only HIP's own functions give; they are not declared yet where this is read. */
template <class Block_> struct own_block_ : Block_ {
  __device__ own_block_() : Block_(0u) {}
  __device__ const Block_& get_() const { return *this; }
};

namespace of_block_ {
/* A template of this name, so that HIP's is found by its argument. */
template <unsigned> void tiled_partition();
template <unsigned size_, class Block_>
__device__ inline auto tile_(const Block_& block_) -> decltype(tiled_partition<size_>(block_)) {
  return tiled_partition<size_>(block_);
}
}  // namespace of_block

/* The bits of `values_` at the places of `lanes_`, moved together. */
__device__ inline unsigned packed_(unsigned lanes_, unsigned values_) {
  unsigned result_ = 0;
  for (unsigned bit_ = 1; lanes_ != 0u; bit_ <<= 1, lanes_ &= lanes_ - 1u)
    if ((values_ & lanes_ & (0u - lanes_)) != 0u) result_ |= bit_;
  return result_;
}

/* The lane that stands `rank_`th among some lanes, or the caller's where there are not so many. */
__device__ inline int lane_at_(unsigned lanes_, unsigned rank_) {
  for (; lanes_ != 0u; lanes_ &= lanes_ - 1u, --rank_)
    if (rank_ == 0u) return __builtin_ctz(lanes_);
  return static_cast<int>(lane_id());
}

/* How many lanes a tile has by its type; 0 of what is none. */
template <class Group_> struct tile_size_ { static constexpr unsigned value_ = 0; };
template <unsigned size_, class Parent_> struct tile_size_<cooperative_groups::thread_block_tile<size_, Parent_>> {
  static constexpr unsigned value_ = size_;
};

/* These lanes of the caller's half in a mask over the wavefront. */
__device__ inline unsigned long long in_wave_(unsigned lanes_) {
  const unsigned long long low_ = lanes_;
  return in_upper_half_() ? low_ << 32 : low_;
}

/* The lanes of a group, how many it can have, votes by rank in it, and its shuffles. A tile's are known by its size. */
template <class Group_> struct members_ {
  static_assert(tile_size_<Group_>::value_ <= 32u, "a tile of more than 32 lanes is no part of a warp of 32");
  __device__ static unsigned lanes_(const Group_& group_) {
    return (full_mask >> (32 - width_(group_))) << (lane_id() & ~(group_.size() - 1u));
  }
  __device__ static int width_(const Group_& group_) { return static_cast<int>(group_.size()); }
  __device__ static unsigned long long wave_(const Group_& group_) { return in_wave_(lanes_(group_)); }
  __device__ static int any_(const Group_& group_, int predicate_) { return any_sync(lanes_(group_), predicate_); }
  __device__ static unsigned by_rank_(const Group_& group_, unsigned values_) {
    return values_ >> (lane_id() & ~(group_.size() - 1u));
  }
  template <class T_> __device__ static carried_<T_> shfl(const Group_& group_, T_ value_, int rank_) {
    return shfl_sync(full_mask, value_, rank_, width_(group_));
  }
  template <class T_> __device__ static carried_<T_> shfl_up(const Group_& group_, T_ value_, unsigned delta_) {
    return shfl_up_sync(full_mask, value_, delta_, width_(group_));
  }
  template <class T_> __device__ static carried_<T_> shfl_down(const Group_& group_, T_ value_, unsigned delta_) {
    return shfl_down_sync(full_mask, value_, delta_, width_(group_));
  }
};

/* What a coalesced group keeps of its lanes, which those that derive from it may read. */
template <class Group_> struct kept_by_ : Group_ {
  __device__ static unsigned long long lanes_(const Group_& group_) {
    return (group_.*(&kept_by_::coalesced_info)).member_mask;
  }
};

template <> struct members_<cooperative_groups::coalesced_group> {
  template <class Group_> __device__ static unsigned lanes_(const Group_& group_) {
    return own_half_(kept_by_<Group_>::lanes_(group_));
  }
  template <class Group_> __device__ static unsigned long long wave_(const Group_& group_) {
    return kept_by_<Group_>::lanes_(group_);
  }
  template <class Group_> __device__ static int width_(const Group_&) { return 32; }
  template <class Group_> __device__ static int any_(const Group_& group_, int predicate_) {
    return (__ballot(predicate_) & wave_(group_)) != 0ull;
  }
  template <class Group_> __device__ static unsigned by_rank_(const Group_& group_, unsigned values_) {
    return packed_(lanes_(group_), values_);
  }
  template <class Group_, class T_> __device__ static carried_<T_> shfl(const Group_& group_, T_ value_, int rank_) {
    return from_lane_(value_, lane_at_(lanes_(group_), static_cast<unsigned>(rank_) % group_.size()));
  }
  template <class Group_, class T_>
  __device__ static carried_<T_> shfl_up(const Group_& group_, T_ value_, unsigned delta_) {
    const unsigned rank_ = group_.thread_rank();
    return from_lane_(value_, lane_at_(lanes_(group_), delta_ > rank_ ? rank_ : rank_ - delta_));
  }
  template <class Group_, class T_>
  __device__ static carried_<T_> shfl_down(const Group_& group_, T_ value_, unsigned delta_) {
    const unsigned rank_ = group_.thread_rank();
    return from_lane_(value_, lane_at_(lanes_(group_), delta_ >= group_.size() - rank_ ? rank_ : rank_ + delta_));
  }
};

/* The lanes of the caller's half among some of the wavefront. */
__device__ inline unsigned long long own_lanes_(unsigned long long wave_) {
  return static_cast<int>(warpSize) == 32 ? wave_ : in_upper_half_() ? wave_ & ~0xffffffffull : wave_ & 0xffffffffull;
}

}  // namespace detail

/* cg::coalesced_threads(): the active lanes of the warp. HIP's own takes in the whole wavefront. */
template <class Group_ = cooperative_groups::coalesced_group> __device__ inline Group_ coalesced_threads() {
  return detail_::made_of_<Group_>(detail_::own_lanes_(__ballot(1)));
}

/* cg::tiled_partition<size>(group). The tile of a tile counts within that one; its type does not name it. */
template <unsigned size_, unsigned outer_, class Parent_>
__device__ inline cooperative_groups::thread_block_tile<size_, void> tiled_partition(
    const cooperative_groups::thread_block_tile<outer_, Parent_>& tile_) {
  static_assert(size_ <= outer_, "a tile of a tile has no more lanes");
  using Tile_ = cooperative_groups::thread_block_tile<size_, void>;
  using Block_ = detail_::own_block_<typename detail_::dependent_<cooperative_groups::thread_block, Parent_>::type_>;
  const detail_::placed_<Tile_> made_(detail_::of_block_::tile_<size_>(Block_().get_()), tile_.thread_rank() / size_,
                                      outer_ / size_);
  return static_cast<Tile_>(made_);
}
template <unsigned size_, class Block_>
__device__ inline auto tiled_partition(const Block_& block_) -> decltype(detail_::of_block_::tile_<size_>(block_)) {
  return detail_::of_block_::tile_<size_>(block_);
}

/* cg::tiled_partition(group, size) of a coalesced group: `size_` of its lanes at a time, in order. */
template <class Group_ = cooperative_groups::coalesced_group>
__device__ inline Group_ tiled_partition(const Group_& group_, unsigned size_) {
  const unsigned tile_ = group_.thread_rank() / size_;
  unsigned part_ = 0, rank_ = 0;
  for (unsigned left_ = detail_::members_<Group_>::lanes_(group_); left_ != 0u; left_ &= left_ - 1u, ++rank_)
    if (rank_ / size_ == tile_) part_ |= left_ & (0u - left_);
  return detail_::made_of_<Group_>(detail_::in_wave_(part_), tile_, (group_.size() + size_ - 1u) / size_);
}

/* cg::binary_partition(group, predicate): the lanes for which it holds, or the others. */
template <class Group_, class Part_ = cooperative_groups::coalesced_group>
__device__ inline Part_ binary_partition(const Group_& group_, HIPIFY_MAYBE_UNSET bool predicate_) {
  const unsigned long long lanes_ = detail_::members_<Group_>::wave_(group_), votes_ = __ballot(predicate_) & lanes_;
  const bool alike_ = votes_ == 0u || votes_ == lanes_;
  return detail_::made_of_<Part_>(predicate_ ? votes_ : lanes_ & ~votes_, !alike_ && predicate_ ? 1u : 0u,
                                  alike_ ? 1u : 2u);
}

/* cg::labeled_partition(group, label): the lanes of the group with the caller's label. */
template <class Group_, class Label_, class Part_ = cooperative_groups::coalesced_group>
__device__ inline Part_ labeled_partition(const Group_& group_, HIPIFY_MAYBE_UNSET Label_ label_) {
  const unsigned lanes_ = detail_::members_<Group_>::lanes_(group_), part_ = match_any_sync(lanes_, label_);
  const int leader_ = __builtin_ctz(part_);
  const unsigned leaders_ = ballot_sync(lanes_, static_cast<int>(lane_id()) == leader_);
  const unsigned before_ = leaders_ & ((1u << leader_) - 1u);
  return detail_::made_of_<Part_>(detail_::in_wave_(part_), static_cast<unsigned>(__builtin_popcount(before_)),
                               static_cast<unsigned>(__builtin_popcount(leaders_)));
}
template <class Group_>
__device__ inline auto labeled_partition(const Group_& group_, HIPIFY_MAYBE_UNSET bool label_)
    -> decltype(hipify_warp32::binary_partition(group_, label_)) {
  return hipify_warp32::binary_partition(group_, label_);
}

/* group.ballot(predicate), group.match_any(value), ...: bit i is the group's lane of rank i. */
template <class Group_> __device__ inline unsigned ballot(const Group_& group_, HIPIFY_MAYBE_UNSET int predicate_) {
  const unsigned lanes_ = detail_::members_<Group_>::lanes_(group_);
  return detail_::members_<Group_>::by_rank_(group_, ballot_sync(lanes_, predicate_));
}
template <class Group_> __device__ inline int any(const Group_& group_, HIPIFY_MAYBE_UNSET int predicate_) {
  return detail_::members_<Group_>::any_(group_, predicate_);
}
template <class Group_> __device__ inline int all(const Group_& group_, HIPIFY_MAYBE_UNSET int predicate_) {
  return !detail_::members_<Group_>::any_(group_, !predicate_);
}
template <class Group_, class T_>
__device__ inline unsigned match_any(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_) {
  const unsigned lanes_ = detail_::members_<Group_>::lanes_(group_);
  return detail_::members_<Group_>::by_rank_(group_, match_any_sync(lanes_, value_));
}
template <class Group_, class T_>
__device__ inline unsigned match_all(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_, int& predicate_) {
  const unsigned lanes_ = detail_::members_<Group_>::lanes_(group_);
  return detail_::members_<Group_>::by_rank_(group_, match_all_sync(lanes_, value_, &predicate_));
}

/* group.shfl(value, rank), ...: of any type, a class by its bits. A lane whose source is no member keeps its value. */
template <class Group_, class T_>
__device__ inline T_ shfl(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_, int rank_) {
  return static_cast<T_>(detail_::members_<Group_>::shfl(group_, value_, rank_));
}
template <class Group_, class T_>
__device__ inline T_ shfl_up(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_, unsigned delta_) {
  return static_cast<T_>(detail_::members_<Group_>::shfl_up(group_, value_, delta_));
}
template <class Group_, class T_>
__device__ inline T_ shfl_down(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_, unsigned delta_) {
  return static_cast<T_>(detail_::members_<Group_>::shfl_down(group_, value_, delta_));
}
template <class Group_, class T_>
__device__ inline T_ shfl_xor(const Group_& tile_, HIPIFY_MAYBE_UNSET T_ value_, unsigned lane_mask_) {
  const int lanes_ = static_cast<int>(lane_mask_), width_ = static_cast<int>(tile_.size());
  return static_cast<T_>(shfl_xor_sync(full_mask, value_, lanes_, width_));
}

typedef __SIZE_TYPE__ bytes_t_;
namespace detail_ {

/* Copies words of as many bytes, each by a thread of the group. */
template <unsigned word_>
__device__ inline void copy_(void* to_, const void* from_, bytes_t_ size_, bytes_t_ rank_, bytes_t_ threads_) {
  for (bytes_t_ at_ = rank_ * word_; at_ < size_; at_ += threads_ * word_)
    __builtin_memcpy(__builtin_assume_aligned(static_cast<char*>(to_) + at_, word_),
                     __builtin_assume_aligned(static_cast<const char*>(from_) + at_, word_), word_);
}

}  // namespace detail_

/* cg::memcpy_async(group, to, from, bytes): the group's threads copy at once, so that nothing is left to wait for. */
template <class Group_, class Size_>
__device__ inline void memcpy_async(const Group_& group_, void* to_, const void* from_, Size_ bytes_) {
  const bytes_t_ rank_ = group_.thread_rank(), threads_ = group_.size(), size_ = static_cast<bytes_t_>(bytes_);
  const bytes_t_ both_ = reinterpret_cast<bytes_t_>(to_) | reinterpret_cast<bytes_t_>(from_);
  const bytes_t_ apart_ = (both_ | size_) % 16u;
  if (apart_ == 0u) {
    detail_::copy_<16>(to_, from_, size_, rank_, threads_);
  } else if (apart_ % 4u == 0u) {
    detail_::copy_<4>(to_, from_, size_, rank_, threads_);
  } else {
    detail_::copy_<1>(to_, from_, size_, rank_, threads_);
  }
}
/* The same of as many elements as both have. */
template <class Group_, class T_>
__device__ inline void memcpy_async(const Group_& group_, T_* to_, bytes_t_ room_, const T_* from_, bytes_t_ there_) {
  hipify_warp32::memcpy_async(group_, to_, from_, (room_ < there_ ? room_ : there_) * sizeof(T_));
}

/* cg::wait(group), cg::wait_prior<n>(group): the group meets. */
template <class Group_> __device__ inline void wait(const Group_& group_) { group_.sync(); }
template <unsigned left_, class Group_> __device__ inline void wait_prior(const Group_& group_) { group_.sync(); }

/* cg::reduce(group, value, op). */
template <class Group_, class T_, class Op_>
__device__ inline T_ reduce(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_, Op_ op_) {
  const int width_ = detail_::members_<Group_>::width_(group_);
  return detail_::reduce(detail_::members_<Group_>::lanes_(group_), width_, value_, op_);
}

/* cg::inclusive_scan(group, value, op), op being plus by default. */
template <class Group_, class T_, class Op_ = plus<T_>>
__device__ inline T_ inclusive_scan(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_, Op_ op_ = Op_()) {
  return detail_::scan_(detail_::members_<Group_>::lanes_(group_), value_, op_);
}

/* cg::exclusive_scan(group, value, op): T() in the first lane. */
template <class Group_, class T_, class Op_ = plus<T_>>
__device__ inline T_ exclusive_scan(const Group_& group_, HIPIFY_MAYBE_UNSET T_ value_, Op_ op_ = Op_()) {
  const unsigned before_ = detail_::members_<Group_>::lanes_(group_) & lanemask_lt();
  const int source_ = before_ != 0u ? 31 - __builtin_clz(before_) : static_cast<int>(lane_id());
  const T_ earlier_ = static_cast<T_>(detail_::from_lane_(hipify_warp32::inclusive_scan(group_, value_, op_), source_));
  return before_ != 0u ? earlier_ : T_();
}

}  // namespace hipify_warp32

#undef HIPIFY_MAYBE_UNSET
_Pragma("pop_macro(\"size\")") _Pragma("pop_macro(\"warp_size\")") _Pragma("pop_macro(\"full_mask\")")
_Pragma("pop_macro(\"lane_id\")") _Pragma("pop_macro(\"lanemask_eq\")") _Pragma("pop_macro(\"lanemask_lt\")")
_Pragma("pop_macro(\"lanemask_le\")") _Pragma("pop_macro(\"lanemask_gt\")") _Pragma("pop_macro(\"lanemask_ge\")")
_Pragma("pop_macro(\"activemask\")") _Pragma("pop_macro(\"ballot\")") _Pragma("pop_macro(\"any\")")
_Pragma("pop_macro(\"all\")") _Pragma("pop_macro(\"syncwarp\")") _Pragma("pop_macro(\"shfl\")")
_Pragma("pop_macro(\"shfl_up\")") _Pragma("pop_macro(\"shfl_down\")") _Pragma("pop_macro(\"shfl_xor\")")
_Pragma("pop_macro(\"match_any\")") _Pragma("pop_macro(\"match_all\")") _Pragma("pop_macro(\"plus\")")
_Pragma("pop_macro(\"less\")") _Pragma("pop_macro(\"greater\")") _Pragma("pop_macro(\"bit_and\")")
_Pragma("pop_macro(\"bit_or\")") _Pragma("pop_macro(\"bit_xor\")") _Pragma("pop_macro(\"reduce\")")
_Pragma("pop_macro(\"inclusive_scan\")") _Pragma("pop_macro(\"exclusive_scan\")")
_Pragma("pop_macro(\"coalesced_threads\")") _Pragma("pop_macro(\"tiled_partition\")")
_Pragma("pop_macro(\"memcpy_async\")") _Pragma("pop_macro(\"wait\")") _Pragma("pop_macro(\"wait_prior\")")
_Pragma("pop_macro(\"sync\")")
_Pragma("pop_macro(\"binary_partition\")") _Pragma("pop_macro(\"labeled_partition\")")
_Pragma("pop_macro(\"all_sync\")") _Pragma("pop_macro(\"any_sync\")") _Pragma("pop_macro(\"ballot_sync\")")
_Pragma("pop_macro(\"match_all_sync\")") _Pragma("pop_macro(\"match_any_sync\")")
_Pragma("pop_macro(\"reduce_add_sync\")") _Pragma("pop_macro(\"reduce_and_sync\")")
_Pragma("pop_macro(\"reduce_max_sync\")") _Pragma("pop_macro(\"reduce_min_sync\")")
_Pragma("pop_macro(\"reduce_or_sync\")") _Pragma("pop_macro(\"reduce_xor_sync\")")
_Pragma("pop_macro(\"shfl_down_sync\")") _Pragma("pop_macro(\"shfl_sync\")") _Pragma("pop_macro(\"shfl_up_sync\")")
_Pragma("pop_macro(\"shfl_xor_sync\")") _Pragma("pop_macro(\"_num_threads\")") _Pragma("pop_macro(\"_size\")")
_Pragma("pop_macro(\"coalesced_group\")") _Pragma("pop_macro(\"coalesced_info\")")
_Pragma("pop_macro(\"cooperative_groups\")") _Pragma("pop_macro(\"member_mask\")")
_Pragma("pop_macro(\"meta_group_rank\")") _Pragma("pop_macro(\"meta_group_size\")")
_Pragma("pop_macro(\"thread_block\")") _Pragma("pop_macro(\"thread_block_tile\")")
_Pragma("pop_macro(\"thread_rank\")") _Pragma("pop_macro(\"tiled_info\")") _Pragma("pop_macro(\"warpSize\")")
_Pragma("pop_macro(\"__ballot\")") _Pragma("pop_macro(\"__shfl\")") _Pragma("pop_macro(\"__lane_id\")")

#endif  // a HIP compiler
#endif  // HIPIFY_WARP32_H
