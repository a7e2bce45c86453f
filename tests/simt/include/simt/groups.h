// Cooperative groups of both sides: blocks, tiles, coalesced threads. What differs: CUDA's groups meet by mask and have
// 32-bit masks; HIP's (as in ROCm 7.2) do what the maskless functions do, and have 64-bit masks.
#pragma once

namespace cooperative_groups {

#ifdef __HIP__
using lane_mask = unsigned long long;
using ballot_t = unsigned long long;
#else
using lane_mask = unsigned;
using ballot_t = unsigned;
#endif

namespace detail {

SIMT_INLINE unsigned linear_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

// Bits of `values` at the places where `mask` has ones, moved together.
SIMT_WHOLE lane_mask packed(lane_mask mask, lane_mask values) {
  lane_mask result = 0;
  for (int i = 0, at = 0; i < simt::run.width; ++i)
    if (mask >> i & 1) result |= (values >> i & 1) << at++;
  return result;
}

SIMT_WHOLE int nth_lane(lane_mask mask, int rank) {
  for (int i = 0; i < simt::run.width; ++i)
    if ((mask >> i & 1) && rank-- == 0) return i;
  return -1;
}

SIMT_INLINE unsigned rank_in(lane_mask mask) {
  return static_cast<unsigned>(__popcll(mask & ((1ull << simt::lane()) - 1)));
}

#ifdef __HIP__
SIMT_INLINE void sync(lane_mask, simt::Site site) { simt::meet(SIMT_ACTIVE("sync")); }
template <class T>
SIMT_INLINE T from_lane(lane_mask, T value, int source, simt::Site site) {
  return __shfl(value, source, warpSize, site);
}
#else
SIMT_INLINE void sync(lane_mask mask, simt::Site site) { simt::meet(SIMT_NAMED("sync")); }
template <class T>
SIMT_INLINE T from_lane(lane_mask mask, T value, int source, simt::Site site) {
  return simt::shuffled(SIMT_NAMED("shfl"), value, source);
}
#endif

// What tiles and coalesced groups do alike, given the mask of the group's lanes.
template <class Group>
struct Voting {
  const Group& self() const { return static_cast<const Group&>(*this); }
  SIMT_INLINE ballot_t ballot(int predicate, SIMT_SITE) const {
    return packed(self().lanes(), static_cast<lane_mask>(__ballot_sync(self().lanes(), predicate, site)));
  }
  SIMT_INLINE int any(int predicate, SIMT_SITE) const { return __any_sync(self().lanes(), predicate, site); }
  SIMT_INLINE int all(int predicate, SIMT_SITE) const { return __all_sync(self().lanes(), predicate, site); }
  template <class T>
  SIMT_INLINE ballot_t match_any(T value, SIMT_SITE) const {
    return packed(self().lanes(), static_cast<lane_mask>(__match_any_sync(self().lanes(), value, site)));
  }
  template <class T>
  SIMT_INLINE ballot_t match_all(T value, int& predicate, SIMT_SITE) const {
    return packed(self().lanes(), static_cast<lane_mask>(__match_all_sync(self().lanes(), value, &predicate, site)));
  }
  SIMT_INLINE void sync(SIMT_SITE) const { detail::sync(self().lanes(), site); }
};

}  // namespace detail

class thread_block {
#ifdef __HIP__
 protected:
  explicit thread_block(unsigned) {}

 public:
  thread_block() = default;
#else
 public:
#endif
  static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned num_threads() { return size(); }
  static unsigned thread_rank() { return detail::linear_thread(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  SIMT_INLINE static void sync(SIMT_SITE) { __syncthreads(site); }
};
SIMT_INLINE thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  static unsigned long long size() { return 1ull * gridDim.x * gridDim.y * gridDim.z * thread_block::size(); }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long thread_rank() {
    return (blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z)) * thread_block::size() +
           detail::linear_thread();
  }
};
SIMT_INLINE grid_group this_grid() { return {}; }

// What HIP's groups keep where a class derived from them may set it.
struct Place {
  struct {
    unsigned meta_group_rank, meta_group_size;
  } tiled_info;
  unsigned long long member_mask;
};

class coalesced_group : public detail::Voting<coalesced_group> {
  lane_mask mask_;

 protected:
  Place coalesced_info;
  unsigned _num_threads;

 public:
  explicit coalesced_group(lane_mask mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : mask_(mask), coalesced_info{{meta_rank, meta_size}, mask}, _num_threads(static_cast<unsigned>(__popcll(mask))) {}
  lane_mask lanes() const { return mask_; }
  unsigned size() const { return static_cast<unsigned>(__popcll(mask_)); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const { return detail::rank_in(mask_); }
  unsigned meta_group_rank() const { return coalesced_info.tiled_info.meta_group_rank; }
  unsigned meta_group_size() const { return coalesced_info.tiled_info.meta_group_size; }
  template <class T>
  SIMT_INLINE T shfl(T value, int rank, SIMT_SITE) const {
    return detail::from_lane(mask_, value, detail::nth_lane(mask_, rank % static_cast<int>(size())), site);
  }
  template <class T>
  SIMT_INLINE T shfl_down(T value, unsigned delta, SIMT_SITE) const {
    unsigned rank = thread_rank() + delta;
    return detail::from_lane(mask_, value, rank < size() ? detail::nth_lane(mask_, static_cast<int>(rank)) : simt::lane(), site);
  }
  template <class T>
  SIMT_INLINE T shfl_up(T value, unsigned delta, SIMT_SITE) const {
    int rank = static_cast<int>(thread_rank()) - static_cast<int>(delta);
    return detail::from_lane(mask_, value, rank >= 0 ? detail::nth_lane(mask_, rank) : simt::lane(), site);
  }
};

SIMT_INLINE coalesced_group coalesced_threads(SIMT_SITE) {
#ifdef __HIP__
  return coalesced_group(__builtin_amdgcn_read_exec(site));
#else
  return coalesced_group(__activemask(site));
#endif
}

template <unsigned Size, class Parent = void>
class thread_block_tile : public detail::Voting<thread_block_tile<Size, Parent>> {
#ifdef __HIP__
  static_assert(Size <= 64 && (Size & (Size - 1)) == 0, "a power of 2 up to the wavefront");
#else
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a power of 2 up to the warp");
#endif

 protected:
  Place coalesced_info;

 public:
  thread_block_tile(unsigned meta_rank, unsigned meta_size) : coalesced_info{{meta_rank, meta_size}} {}
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>& other)
      : coalesced_info{{other.meta_group_rank(), other.meta_group_size()}} {}
  lane_mask lanes() const {
    return static_cast<lane_mask>((~0ull >> (64 - Size)) << (simt::lane() & ~(static_cast<int>(Size) - 1)));
  }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  static unsigned thread_rank() { return detail::linear_thread() & (Size - 1); }
  unsigned meta_group_rank() const { return coalesced_info.tiled_info.meta_group_rank; }
  unsigned meta_group_size() const { return coalesced_info.tiled_info.meta_group_size; }
#ifdef __HIP__
  template <class T>
  SIMT_INLINE T shfl(T value, int rank, SIMT_SITE) const {
    return __shfl(value, rank, Size, site);
  }
  template <class T>
  SIMT_INLINE T shfl_down(T value, unsigned delta, SIMT_SITE) const {
    return __shfl_down(value, delta, Size, site);
  }
  template <class T>
  SIMT_INLINE T shfl_up(T value, unsigned delta, SIMT_SITE) const {
    return __shfl_up(value, delta, Size, site);
  }
  template <class T>
  SIMT_INLINE T shfl_xor(T value, unsigned mask, SIMT_SITE) const {
    return __shfl_xor(value, static_cast<int>(mask), Size, site);
  }
#else  // by the intrinsics, which take the low five bits of a distance
  template <class T>
  SIMT_INLINE T shfl(T value, int rank, SIMT_SITE) const {
    return detail::from_lane(lanes(), value, simt::from_index(rank, Size), site);
  }
  template <class T>
  SIMT_INLINE T shfl_down(T value, unsigned delta, SIMT_SITE) const {
    return detail::from_lane(lanes(), value, simt::from_down(delta & 31u, Size), site);
  }
  template <class T>
  SIMT_INLINE T shfl_up(T value, unsigned delta, SIMT_SITE) const {
    return detail::from_lane(lanes(), value, simt::from_up(delta & 31u, Size), site);
  }
  template <class T>
  SIMT_INLINE T shfl_xor(T value, unsigned mask, SIMT_SITE) const {
    return detail::from_lane(lanes(), value, simt::from_xor(static_cast<int>(mask & 31u), Size), site);
  }
#endif
};

template <unsigned Size>
SIMT_INLINE thread_block_tile<Size, thread_block> tiled_partition(const thread_block& block) {
  return {block.thread_rank() / Size, (block.size() + Size - 1) / Size};
}
template <unsigned Size, unsigned Outer, class Parent>
SIMT_INLINE thread_block_tile<Size, thread_block_tile<Outer, Parent>> tiled_partition(
    const thread_block_tile<Outer, Parent>& tile) {
  static_assert(Size <= Outer, "a tile of a tile is smaller");
  return {tile.thread_rank() / Size, Outer / Size};
}

// `size` members at a time, in the order of their lanes.
SIMT_INLINE coalesced_group tiled_partition(const coalesced_group& group, unsigned size) {
  const unsigned tile = group.thread_rank() / size;
  lane_mask part = 0;
  for (unsigned rank = tile * size; rank < (tile + 1) * size && rank < group.size(); ++rank)
    part |= lane_mask{1} << detail::nth_lane(group.lanes(), static_cast<int>(rank));
  return coalesced_group(part, tile, (group.size() + size - 1) / size);
}

template <class Group>
SIMT_INLINE coalesced_group binary_partition(const Group& group, bool predicate, SIMT_SITE) {
  lane_mask yes = static_cast<lane_mask>(__ballot_sync(group.lanes(), predicate, site));
  lane_mask part = predicate ? yes : group.lanes() & ~yes;
#ifdef __HIP__
  return coalesced_group(part);
#else
  const bool alike = part == group.lanes();
  return coalesced_group(part, alike ? 0 : predicate, alike ? 1 : 2);
#endif
}

// Any of the groups above, as a function takes one of which it asks no more than this.
class thread_group {
  lane_mask mask_ = 0;  // none of the lanes for the whole block

 public:
  thread_group(const thread_block&) {}
  template <class Group, class = decltype(std::declval<const Group&>().lanes())>
  thread_group(const Group& group) : mask_(group.lanes()) {}
  unsigned size() const { return mask_ ? static_cast<unsigned>(__popcll(mask_)) : thread_block::size(); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const { return mask_ ? detail::rank_in(mask_) : detail::linear_thread(); }
  bool is_valid() const { return true; }
  SIMT_INLINE void sync(SIMT_SITE) const {
    if (mask_)
      detail::sync(mask_, site);
    else
      __syncthreads(site);
  }
};

template <class Group>
SIMT_INLINE void sync(const Group& group, SIMT_SITE) {
  group.sync(site);
}
template <class Group>
SIMT_INLINE unsigned group_size(const Group& group) {
  return group.size();
}
template <class Group>
SIMT_INLINE unsigned thread_rank(const Group& group) {
  return group.thread_rank();
}

}  // namespace cooperative_groups
