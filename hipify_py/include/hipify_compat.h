/* hipify_compat.h - functions that CUDA has and HIP lacks, for AMD GPUs and for the host.
 *
 * Each is named after the CUDA function it stands for, less the underscores it begins with, and does what NVIDIA's
 * documentation says of that one, bit by bit. Needs C++11 and HIP's own header; the same for ROCm 6.4 and 7.x.
 *
 * A compiler of plain C++ may read this file, and has everything in it: for the host. CUDA's compiler has to read the
 * CUDA source. Names of parameters and the like end in an underscore, so that a program's own macros (`T`, `N`,
 * `min`) change nothing here.
 */
#ifndef HIPIFY_COMPAT_H
#define HIPIFY_COMPAT_H

#if defined(__CUDACC__) && !defined(__HIP__)
#error "hipify_compat.h is for AMD GPUs: compile the CUDA source itself for NVIDIA's"
#endif

#if defined(__HIP__) || defined(__HIPCC__) || defined(__HIPCC_RTC__)
#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif
#define HIPIFY_COMPAT_DEVICE __device__ inline
#define HIPIFY_COMPAT_BOTH __host__ __device__ inline
#else
#define HIPIFY_COMPAT_DEVICE inline
#define HIPIFY_COMPAT_BOTH inline
#endif

namespace hipify_compat {

/* ---- loads and stores with a cache operator ------------------------------------------------------------------ */

/* What CUDA's `.cs` and `.lu` say (data is used once) is a nontemporal access here. `.cg` passes by the cache of a
 * compute unit, which others' stores do not reach: an atomic access without order, at the scope of the device. `.cv`
 * and `.wt` are the same at the scope of the system. Each goes by words of at most 8 bytes; a nontemporal one of 16. */

namespace detail_ {

#if defined(__clang__) && defined(__HIP__)
#define HIPIFY_COMPAT_LOAD(from_, scope_) __hip_atomic_load(from_, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_##scope_)
#define HIPIFY_COMPAT_STORE(to_, value_, scope_) \
  __hip_atomic_store(to_, value_, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_##scope_)
#define HIPIFY_COMPAT_LOAD_ONCE(from_) __builtin_nontemporal_load(from_)
#define HIPIFY_COMPAT_STORE_ONCE(to_, value_) __builtin_nontemporal_store(value_, to_)
typedef unsigned four_words_ __attribute__((ext_vector_type(4), may_alias));
#else
#define HIPIFY_COMPAT_LOAD(from_, scope_) __atomic_load_n(from_, __ATOMIC_RELAXED)
#define HIPIFY_COMPAT_STORE(to_, value_, scope_) __atomic_store_n(to_, value_, __ATOMIC_RELAXED)
#define HIPIFY_COMPAT_LOAD_ONCE(from_) (*(from_))
#define HIPIFY_COMPAT_STORE_ONCE(to_, value_) ((void)(*(to_) = (value_)))
typedef unsigned four_words_ __attribute__((vector_size(16), may_alias));
#endif

typedef unsigned char bytes_1_ __attribute__((may_alias));
typedef unsigned short bytes_2_ __attribute__((may_alias));
typedef unsigned bytes_4_ __attribute__((may_alias));
typedef unsigned long long bytes_8_ __attribute__((may_alias));

/* How an object of a size is reached: by which word, and by how many of them. */
template <int size_> struct cut_;
template <> struct cut_<1> { typedef bytes_1_ word_, once_; };
template <> struct cut_<2> { typedef bytes_2_ word_, once_; };
template <> struct cut_<4> { typedef bytes_4_ word_, once_; };
template <> struct cut_<8> { typedef bytes_8_ word_, once_; };
template <> struct cut_<16> { typedef bytes_8_ word_; typedef four_words_ once_; };

#define HIPIFY_COMPAT_LOADS(name_, way_, load_)                                              \
  template <class T_> HIPIFY_COMPAT_DEVICE T_ name_(const T_* from_) {                        \
    typedef typename cut_<sizeof(T_)>::way_ word_t_;                                        \
    const word_t_* words_ = reinterpret_cast<const word_t_*>(from_);                          \
    word_t_ read_[sizeof(T_) / sizeof(word_t_)];                                              \
    for (unsigned at_ = 0; at_ < sizeof read_ / sizeof *read_; ++at_) read_[at_] = load_;     \
    T_ value_;                                                                                \
    __builtin_memcpy(static_cast<void*>(&value_), read_, sizeof value_);                      \
    return value_;                                                                            \
  }
#define HIPIFY_COMPAT_STORES(name_, way_, store_)                                            \
  template <class T_> HIPIFY_COMPAT_DEVICE void name_(T_* to_, const T_& value_) {            \
    typedef typename cut_<sizeof(T_)>::way_ word_t_;                                        \
    word_t_* words_ = reinterpret_cast<word_t_*>(to_);                                        \
    word_t_ given_[sizeof(T_) / sizeof(word_t_)];                                             \
    __builtin_memcpy(given_, static_cast<const void*>(&value_), sizeof value_);               \
    for (unsigned at_ = 0; at_ < sizeof given_ / sizeof *given_; ++at_) store_;               \
  }
HIPIFY_COMPAT_LOADS(load_once_, once_, HIPIFY_COMPAT_LOAD_ONCE(words_ + at_))
HIPIFY_COMPAT_LOADS(load_device_, word_, HIPIFY_COMPAT_LOAD(words_ + at_, AGENT))
HIPIFY_COMPAT_LOADS(load_system_, word_, HIPIFY_COMPAT_LOAD(words_ + at_, SYSTEM))
HIPIFY_COMPAT_STORES(store_once_, once_, HIPIFY_COMPAT_STORE_ONCE(words_ + at_, given_[at_]))
HIPIFY_COMPAT_STORES(store_device_, word_, HIPIFY_COMPAT_STORE(words_ + at_, given_[at_], AGENT))
HIPIFY_COMPAT_STORES(store_system_, word_, HIPIFY_COMPAT_STORE(words_ + at_, given_[at_], SYSTEM))

/* A type that its argument does not tell: what is stored is converted to what the pointer points to. */
template <class T_> struct same_ { typedef T_ type_; };

}  // namespace detail_

template <class T_> HIPIFY_COMPAT_DEVICE T_ ldca(const T_* from_) { return *from_; }
template <class T_> HIPIFY_COMPAT_DEVICE T_ ldcg(const T_* from_) { return detail_::load_device_(from_); }
template <class T_> HIPIFY_COMPAT_DEVICE T_ ldcs(const T_* from_) { return detail_::load_once_(from_); }
template <class T_> HIPIFY_COMPAT_DEVICE T_ ldlu(const T_* from_) { return detail_::load_once_(from_); }
template <class T_> HIPIFY_COMPAT_DEVICE T_ ldcv(const T_* from_) { return detail_::load_system_(from_); }
template <class T_> HIPIFY_COMPAT_DEVICE void stwb(T_* to_, typename detail_::same_<T_>::type_ value_) { *to_ = value_; }
template <class T_> HIPIFY_COMPAT_DEVICE void stcg(T_* to_, typename detail_::same_<T_>::type_ value_) {
  detail_::store_device_(to_, value_);
}
template <class T_> HIPIFY_COMPAT_DEVICE void stcs(T_* to_, typename detail_::same_<T_>::type_ value_) {
  detail_::store_once_(to_, value_);
}
template <class T_> HIPIFY_COMPAT_DEVICE void stwt(T_* to_, typename detail_::same_<T_>::type_ value_) {
  detail_::store_system_(to_, value_);
}

#undef HIPIFY_COMPAT_LOAD
#undef HIPIFY_COMPAT_STORE
#undef HIPIFY_COMPAT_LOAD_ONCE
#undef HIPIFY_COMPAT_STORE_ONCE
#undef HIPIFY_COMPAT_LOADS
#undef HIPIFY_COMPAT_STORES

}  // namespace hipify_compat

#undef HIPIFY_COMPAT_DEVICE
#undef HIPIFY_COMPAT_BOTH

#endif  // HIPIFY_COMPAT_H
