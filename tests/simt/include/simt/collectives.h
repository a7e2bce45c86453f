// The warp and block primitives of CUB and hipCUB that kernels use most, in the namespace SIMT_CUB. What the
// documentation leaves undefined (the result in other lanes than the first) is poison. CUB's warp primitives have 32
// lanes by default, hipCUB's as many as the wavefront.
#pragma once

namespace SIMT_CUB {

namespace detail {

struct Storage {
  int unused[4];
};

template <class T>
SIMT_WHOLE T poisoned() {
  T value;
  unsigned char* bytes = reinterpret_cast<unsigned char*>(&value);
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = "\xEF\xBE\xAD\xDE"[i % 4];
  return value;
}

template <int Lanes>
SIMT_INLINE std::uint64_t group() {
  return (~0ull >> (64 - Lanes)) << (simt::lane() & ~(Lanes - 1));
}

template <int Lanes>
SIMT_INLINE simt::Meeting meeting(const char* what, simt::Site site) {
#ifdef __HIP__
  return {what, simt::Gather::converged, 0, site};
#else
  return {what, simt::Gather::named, group<Lanes>() & simt::existing(), site};
#endif
}

// Values of a whole block, by the thread's linear number.
template <class T>
SIMT_INLINE const T* of_block(const char* what, T value, simt::Site site) {
  static T values[1024];
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  simt::barrier(what, site, false);
  values[thread] = value;
  simt::barrier(what, site, false);
  return values;
}

SIMT_INLINE int linear_thread() {
  return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

struct Plus {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};

template <class T, class Op>
SIMT_WHOLE T first(const T* values, int count, Op op) {
  T result = values[0];
  for (int i = 1; i < count; ++i) result = op(result, values[i]);
  return result;
}

}  // namespace detail

#ifdef __HIP__
#define SIMT_LANES (Lanes ? Lanes : simt::run.width)
#define SIMT_DEFAULT_LANES 0
#else
#define SIMT_LANES Lanes
#define SIMT_DEFAULT_LANES 32
#endif

template <class T, int Lanes = SIMT_DEFAULT_LANES>
class WarpReduce {
 public:
  using TempStorage = detail::Storage;
  SIMT_INLINE WarpReduce(TempStorage&) {}
  template <class Op>
  SIMT_WHOLE T Reduce(T value, Op op, int valid = 64, SIMT_SITE) {
    T all[64];
    std::uint64_t met = simt::gather(detail::meeting<Lanes ? Lanes : 64>("WarpReduce", site), &value, sizeof(T), all);
    int base = simt::lane() & ~(SIMT_LANES - 1), count = valid < SIMT_LANES ? valid : SIMT_LANES;
    if (simt::lane() != base) return detail::poisoned<T>();
    std::uint64_t members = met & ((~0ull >> (64 - count)) << base);
    return simt::combined(all, members, op);
  }
  SIMT_INLINE T Sum(T value, SIMT_SITE) { return Reduce(value, detail::Plus{}, 64, site); }
  SIMT_INLINE T Sum(T value, int valid, SIMT_SITE) { return Reduce(value, detail::Plus{}, valid, site); }
};

template <class T, int Lanes = SIMT_DEFAULT_LANES>
class WarpScan {
 public:
  using TempStorage = detail::Storage;
  SIMT_INLINE WarpScan(TempStorage&) {}
  SIMT_WHOLE void InclusiveSum(T value, T& result, SIMT_SITE) {
    T all[64];
    std::uint64_t met = simt::gather(detail::meeting<Lanes ? Lanes : 64>("WarpScan", site), &value, sizeof(T), all);
    int base = simt::lane() & ~(SIMT_LANES - 1);
    std::uint64_t upto = ((2ull << simt::lane()) - 1) & (~0ull << base);
    result = simt::combined(all, met & upto, detail::Plus{});
  }
  SIMT_WHOLE void ExclusiveSum(T value, T& result, SIMT_SITE) {
    T with;
    InclusiveSum(value, with, site);
    result = with - value;
  }
};

template <class T, int Threads>
class BlockReduce {
 public:
  using TempStorage = detail::Storage;
  SIMT_INLINE BlockReduce(TempStorage&) {}
  template <class Op>
  SIMT_WHOLE T Reduce(T value, Op op, SIMT_SITE) {
    const T* all = detail::of_block("BlockReduce", value, site);
    return detail::linear_thread() == 0 ? detail::first(all, Threads, op) : detail::poisoned<T>();
  }
  SIMT_INLINE T Sum(T value, SIMT_SITE) { return Reduce(value, detail::Plus{}, site); }
};

template <class T, int Threads>
class BlockScan {
 public:
  using TempStorage = detail::Storage;
  SIMT_INLINE BlockScan(TempStorage&) {}
  SIMT_WHOLE void InclusiveSum(T value, T& result, SIMT_SITE) {
    const T* all = detail::of_block("BlockScan", value, site);
    result = detail::first(all, detail::linear_thread() + 1, detail::Plus{});
  }
  SIMT_WHOLE void ExclusiveSum(T value, T& result, SIMT_SITE) {
    const T* all = detail::of_block("BlockScan", value, site);
    result = detail::linear_thread() ? detail::first(all, detail::linear_thread(), detail::Plus{}) : T{};
  }
  SIMT_WHOLE void ExclusiveSum(T value, T& result, T& total, SIMT_SITE) {
    const T* all = detail::of_block("BlockScan", value, site);
    total = detail::first(all, Threads, detail::Plus{});
    result = detail::linear_thread() ? detail::first(all, detail::linear_thread(), detail::Plus{}) : T{};
  }
};

}  // namespace SIMT_CUB
