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
#if defined(__HIP_PLATFORM_AMD__) && defined(__has_include) && !defined(__device__)  // a stand-in for the runtime
#if __has_include(<hip/hip_runtime_api.h>)
#include <hip/hip_runtime_api.h>
#endif
#endif
#define HIPIFY_COMPAT_DEVICE inline
#define HIPIFY_COMPAT_BOTH inline
#endif
#if !defined(__HIPCC_RTC__)
#include <cmath>
#include <cstdlib>
#endif

namespace hipify_compat {

/* What `std::declval` is, for decltype and the like: HIP's compiler lets no device function name one of the host. */
namespace detail_ {
template <class T_, class Reference_ = T_&&> HIPIFY_COMPAT_BOTH Reference_ declared_(int) noexcept;
template <class T_> HIPIFY_COMPAT_BOTH T_ declared_(long) noexcept;
}  // namespace detail_
template <class T_> HIPIFY_COMPAT_BOTH auto declval() noexcept -> decltype(detail_::declared_<T_>(0));

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
typedef unsigned four_words_ __attribute__((__ext_vector_type__(4), __may_alias__));
#else
#define HIPIFY_COMPAT_LOAD(from_, scope_) __atomic_load_n(from_, __ATOMIC_RELAXED)
#define HIPIFY_COMPAT_STORE(to_, value_, scope_) __atomic_store_n(to_, value_, __ATOMIC_RELAXED)
#define HIPIFY_COMPAT_LOAD_ONCE(from_) (*(from_))
#define HIPIFY_COMPAT_STORE_ONCE(to_, value_) ((void)(*(to_) = (value_)))
typedef unsigned four_words_ __attribute__((__vector_size__(16), __may_alias__));
#endif

typedef unsigned char bytes_1_ __attribute__((__may_alias__));
typedef unsigned short bytes_2_ __attribute__((__may_alias__));
typedef unsigned bytes_4_ __attribute__((__may_alias__));
typedef unsigned long long bytes_8_ __attribute__((__may_alias__));

/* How an object of a size is reached: by which word, and by how many of them. */
template <int size_> struct cut_ : cut_<size_ % 8 == 0 ? 8 : size_ % 4 == 0 ? 4 : size_ % 2 == 0 ? 2 : 1> {};
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

/* ---- copies into shared memory ------------------------------------------------------------------------------- */

/* Copies 4, 8 or 16 bytes that are aligned as that, of which the last `zeroed_` become zeros: at once, so that
 * there is nothing left to wait for. That other threads see it takes a barrier, as with CUDA. */
HIPIFY_COMPAT_DEVICE void pipeline_memcpy_async(void* to_, const void* from_, size_t size_, size_t zeroed_ = 0) {
  if (zeroed_ == 0 && size_ == 16) {
    __builtin_memcpy(__builtin_assume_aligned(to_, 16), __builtin_assume_aligned(from_, 16), 16);
  } else if (zeroed_ == 0 && size_ == 8) {
    __builtin_memcpy(__builtin_assume_aligned(to_, 8), __builtin_assume_aligned(from_, 8), 8);
  } else if (zeroed_ == 0 && size_ == 4) {
    __builtin_memcpy(__builtin_assume_aligned(to_, 4), __builtin_assume_aligned(from_, 4), 4);
  } else {
    const size_t taken_ = zeroed_ < size_ ? size_ - zeroed_ : 0;
    for (size_t byte_ = 0; byte_ < size_; ++byte_) {
      static_cast<unsigned char*>(to_)[byte_] =
          byte_ < taken_ ? static_cast<const unsigned char*>(from_)[byte_] : static_cast<unsigned char>(0);
    }
  }
}

HIPIFY_COMPAT_DEVICE void pipeline_commit() {}
HIPIFY_COMPAT_DEVICE void pipeline_wait_prior(size_t) {}

/* ---- several numbers in a word ------------------------------------------------------------------------------- */

/* Two halfwords or four bytes. Where sums of signed ones are rounded (vavgs), halves go away from zero. A comparison
 * gives ones in all bits of a part (vcmp) or 1 in it (vset), as nvcc compiles them; NVIDIA's text speaks of one 1 for
 * all parts of vset. */

namespace detail_ {

/* `tops_` has the top bit of each part. */
template <unsigned tops_> struct parts_ {
  static constexpr int shift_ = tops_ == 0x80008000u ? 15 : 7;

  /* The bits `flags_`, of those in `tops_`, spread over their parts. */
  HIPIFY_COMPAT_BOTH static unsigned spread_(unsigned flags_) { return (flags_ << 1) - (flags_ >> shift_); }
  HIPIFY_COMPAT_BOTH static unsigned ones_(unsigned flags_) { return flags_ >> shift_; }
  HIPIFY_COMPAT_BOTH static unsigned choose_(unsigned flags_, unsigned yes_, unsigned no_) {
    const unsigned mask_ = spread_(flags_);
    return (yes_ & mask_) | (no_ & ~mask_);
  }

  HIPIFY_COMPAT_BOTH static unsigned add_(unsigned a_, unsigned b_) {
    return ((a_ & ~tops_) + (b_ & ~tops_)) ^ ((a_ ^ b_) & tops_);
  }
  HIPIFY_COMPAT_BOTH static unsigned sub_(unsigned a_, unsigned b_) {
    return ((a_ | tops_) - (b_ & ~tops_)) ^ (~(a_ ^ b_) & tops_);
  }

  /* In the top bits: whether the parts differ, and whether one is the other or greater. */
  HIPIFY_COMPAT_BOTH static unsigned ne_(unsigned a_, unsigned b_) {
    const unsigned unlike_ = a_ ^ b_;
    return (((unlike_ & ~tops_) + ~tops_) | unlike_) & tops_;
  }
  HIPIFY_COMPAT_BOTH static unsigned geu_(unsigned a_, unsigned b_) {
    return ((a_ & ~b_) | (~(a_ ^ b_) & ((a_ | tops_) - (b_ & ~tops_)))) & tops_;
  }
  HIPIFY_COMPAT_BOTH static unsigned ges_(unsigned a_, unsigned b_) { return geu_(a_ ^ tops_, b_ ^ tops_); }
  HIPIFY_COMPAT_BOTH static unsigned eq_(unsigned a_, unsigned b_) { return ne_(a_, b_) ^ tops_; }
  HIPIFY_COMPAT_BOTH static unsigned gtu_(unsigned a_, unsigned b_) { return geu_(b_, a_) ^ tops_; }
  HIPIFY_COMPAT_BOTH static unsigned gts_(unsigned a_, unsigned b_) { return ges_(b_, a_) ^ tops_; }
  HIPIFY_COMPAT_BOTH static unsigned leu_(unsigned a_, unsigned b_) { return geu_(b_, a_); }
  HIPIFY_COMPAT_BOTH static unsigned les_(unsigned a_, unsigned b_) { return ges_(b_, a_); }
  HIPIFY_COMPAT_BOTH static unsigned ltu_(unsigned a_, unsigned b_) { return geu_(a_, b_) ^ tops_; }
  HIPIFY_COMPAT_BOTH static unsigned lts_(unsigned a_, unsigned b_) { return ges_(a_, b_) ^ tops_; }

  HIPIFY_COMPAT_BOTH static unsigned maxu_(unsigned a_, unsigned b_) { return choose_(geu_(a_, b_), a_, b_); }
  HIPIFY_COMPAT_BOTH static unsigned maxs_(unsigned a_, unsigned b_) { return choose_(ges_(a_, b_), a_, b_); }
  HIPIFY_COMPAT_BOTH static unsigned minu_(unsigned a_, unsigned b_) { return choose_(geu_(a_, b_), b_, a_); }
  HIPIFY_COMPAT_BOTH static unsigned mins_(unsigned a_, unsigned b_) { return choose_(ges_(a_, b_), b_, a_); }

  HIPIFY_COMPAT_BOTH static unsigned neg_(unsigned a_) { return sub_(0u, a_); }
  HIPIFY_COMPAT_BOTH static unsigned negss_(unsigned a_) {
    const unsigned wrapped_ = neg_(a_);
    return wrapped_ - ones_(a_ & wrapped_ & tops_);
  }
  HIPIFY_COMPAT_BOTH static unsigned abs_(unsigned a_) { return (a_ ^ spread_(a_ & tops_)) + ones_(a_ & tops_); }
  HIPIFY_COMPAT_BOTH static unsigned absss_(unsigned a_) {
    const unsigned wrapped_ = abs_(a_);
    return wrapped_ - ones_(wrapped_ & tops_);
  }
  HIPIFY_COMPAT_BOTH static unsigned absdiffu_(unsigned a_, unsigned b_) { return maxu_(a_, b_) - minu_(a_, b_); }
  HIPIFY_COMPAT_BOTH static unsigned absdiffs_(unsigned a_, unsigned b_) {
    return absdiffu_(a_ ^ tops_, b_ ^ tops_);
  }
  HIPIFY_COMPAT_BOTH static unsigned sum_(unsigned a_) {
    return shift_ == 15 ? (a_ & 0xffffu) + (a_ >> 16)
                        : (a_ & 0xffu) + (a_ >> 8 & 0xffu) + (a_ >> 16 & 0xffu) + (a_ >> 24);
  }
  HIPIFY_COMPAT_BOTH static unsigned sadu_(unsigned a_, unsigned b_) { return sum_(absdiffu_(a_, b_)); }
  HIPIFY_COMPAT_BOTH static unsigned sads_(unsigned a_, unsigned b_) { return sum_(absdiffs_(a_, b_)); }

  HIPIFY_COMPAT_BOTH static unsigned addus_(unsigned a_, unsigned b_) {
    const unsigned wrapped_ = add_(a_, b_);
    return wrapped_ | spread_(((a_ & b_) | ((a_ | b_) & ~wrapped_)) & tops_);
  }
  HIPIFY_COMPAT_BOTH static unsigned subus_(unsigned a_, unsigned b_) { return sub_(a_, b_) & spread_(geu_(a_, b_)); }
  /* What a sum or a difference comes to that goes beyond a number of the sign of `a_`. */
  HIPIFY_COMPAT_BOTH static unsigned bound_(unsigned a_) { return ~tops_ + ones_(a_ & tops_); }
  HIPIFY_COMPAT_BOTH static unsigned addss_(unsigned a_, unsigned b_) {
    const unsigned wrapped_ = add_(a_, b_);
    return choose_(~(a_ ^ b_) & (a_ ^ wrapped_) & tops_, bound_(a_), wrapped_);
  }
  HIPIFY_COMPAT_BOTH static unsigned subss_(unsigned a_, unsigned b_) {
    const unsigned wrapped_ = sub_(a_, b_);
    return choose_((a_ ^ b_) & (a_ ^ wrapped_) & tops_, bound_(a_), wrapped_);
  }

  HIPIFY_COMPAT_BOTH static unsigned haddu_(unsigned a_, unsigned b_) {
    return (a_ & b_) + (((a_ ^ b_) >> 1) & ~tops_);
  }
  HIPIFY_COMPAT_BOTH static unsigned avgu_(unsigned a_, unsigned b_) {
    return (a_ | b_) - (((a_ ^ b_) >> 1) & ~tops_);
  }
  HIPIFY_COMPAT_BOTH static unsigned avgs_(unsigned a_, unsigned b_) {
    const unsigned down_ = haddu_(a_ ^ tops_, b_ ^ tops_) ^ tops_;
    return down_ + ((a_ ^ b_) & ones_(~down_ & tops_));
  }

  HIPIFY_COMPAT_BOTH static unsigned relu_(unsigned a_) { return a_ & ~spread_(a_ & tops_); }
};
typedef parts_<0x80008000u> halves_;
typedef parts_<0x80808080u> bytes_;

HIPIFY_COMPAT_BOTH int plus_(int a_, int b_) { return static_cast<int>(static_cast<unsigned>(a_) + static_cast<unsigned>(b_)); }
template <class T_> HIPIFY_COMPAT_BOTH constexpr T_ larger_(T_ a_, T_ b_) { return a_ < b_ ? b_ : a_; }
template <class T_> HIPIFY_COMPAT_BOTH constexpr T_ smaller_(T_ a_, T_ b_) { return b_ < a_ ? b_ : a_; }

}  // namespace detail_

#define HIPIFY_COMPAT_OF_1(name_, does_)                                                  \
  HIPIFY_COMPAT_BOTH unsigned name_##2(unsigned a_) { return detail_::halves_::does_(a_); } \
  HIPIFY_COMPAT_BOTH unsigned name_##4(unsigned a_) { return detail_::bytes_::does_(a_); }
#define HIPIFY_COMPAT_OF_2(name_, does_)                                                                    \
  HIPIFY_COMPAT_BOTH unsigned name_##2(unsigned a_, unsigned b_) { return detail_::halves_::does_(a_, b_); } \
  HIPIFY_COMPAT_BOTH unsigned name_##4(unsigned a_, unsigned b_) { return detail_::bytes_::does_(a_, b_); }
#define HIPIFY_COMPAT_COMPARED(name_, part_, does_, as_)                                                       \
  HIPIFY_COMPAT_BOTH unsigned name_(unsigned a_, unsigned b_) {                                                \
    return detail_::part_::as_(detail_::part_::does_(a_, b_));                                                 \
  }
#define HIPIFY_COMPAT_COMPARE(name_, does_)                       \
  HIPIFY_COMPAT_COMPARED(vcmp##name_##2, halves_, does_, spread_) \
  HIPIFY_COMPAT_COMPARED(vcmp##name_##4, bytes_, does_, spread_)  \
  HIPIFY_COMPAT_COMPARED(vset##name_##2, halves_, does_, ones_)   \
  HIPIFY_COMPAT_COMPARED(vset##name_##4, bytes_, does_, ones_)

HIPIFY_COMPAT_OF_1(vabs, abs_)
HIPIFY_COMPAT_OF_1(vabsss, absss_)
HIPIFY_COMPAT_OF_1(vneg, neg_)
HIPIFY_COMPAT_OF_1(vnegss, negss_)
HIPIFY_COMPAT_OF_2(vabsdiffs, absdiffs_)
HIPIFY_COMPAT_OF_2(vabsdiffu, absdiffu_)
HIPIFY_COMPAT_OF_2(vadd, add_)
HIPIFY_COMPAT_OF_2(vaddss, addss_)
HIPIFY_COMPAT_OF_2(vaddus, addus_)
HIPIFY_COMPAT_OF_2(vavgs, avgs_)
HIPIFY_COMPAT_OF_2(vavgu, avgu_)
HIPIFY_COMPAT_OF_2(vhaddu, haddu_)
HIPIFY_COMPAT_OF_2(vmaxs, maxs_)
HIPIFY_COMPAT_OF_2(vmaxu, maxu_)
HIPIFY_COMPAT_OF_2(vmins, mins_)
HIPIFY_COMPAT_OF_2(vminu, minu_)
HIPIFY_COMPAT_OF_2(vsads, sads_)
HIPIFY_COMPAT_OF_2(vsadu, sadu_)
HIPIFY_COMPAT_OF_2(vsub, sub_)
HIPIFY_COMPAT_OF_2(vsubss, subss_)
HIPIFY_COMPAT_OF_2(vsubus, subus_)
HIPIFY_COMPAT_COMPARE(eq, eq_)
HIPIFY_COMPAT_COMPARE(ne, ne_)
HIPIFY_COMPAT_COMPARE(ges, ges_)
HIPIFY_COMPAT_COMPARE(geu, geu_)
HIPIFY_COMPAT_COMPARE(gts, gts_)
HIPIFY_COMPAT_COMPARE(gtu, gtu_)
HIPIFY_COMPAT_COMPARE(les, les_)
HIPIFY_COMPAT_COMPARE(leu, leu_)
HIPIFY_COMPAT_COMPARE(lts, lts_)
HIPIFY_COMPAT_COMPARE(ltu, ltu_)

/* Minima and maxima of two and three, of sums, not below zero (relu), and with the order of the two (vib). Sums wrap. */
#define HIPIFY_COMPAT_EXTREME(most_, than_, of_s32_, of_s16_, of_u16_)                                                \
  HIPIFY_COMPAT_BOTH int vi##most_##_s32_relu(int a_, int b_) {                                                       \
    return detail_::larger_(detail_::of_s32_(a_, b_), 0);                                                             \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vi##most_##_s16x2_relu(unsigned a_, unsigned b_) {                                      \
    return detail_::halves_::relu_(detail_::halves_::of_s16_(a_, b_));                                                \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH int vi##most_##3_s32(int a_, int b_, int c_) {                                                   \
    return detail_::of_s32_(detail_::of_s32_(a_, b_), c_);                                                            \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vi##most_##3_u32(unsigned a_, unsigned b_, unsigned c_) {                               \
    return detail_::of_s32_(detail_::of_s32_(a_, b_), c_);                                                            \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH int vi##most_##3_s32_relu(int a_, int b_, int c_) {                                              \
    return detail_::larger_(vi##most_##3_s32(a_, b_, c_), 0);                                                         \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vi##most_##3_s16x2(unsigned a_, unsigned b_, unsigned c_) {                             \
    return detail_::halves_::of_s16_(detail_::halves_::of_s16_(a_, b_), c_);                                          \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vi##most_##3_u16x2(unsigned a_, unsigned b_, unsigned c_) {                             \
    return detail_::halves_::of_u16_(detail_::halves_::of_u16_(a_, b_), c_);                                          \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vi##most_##3_s16x2_relu(unsigned a_, unsigned b_, unsigned c_) {                        \
    return detail_::halves_::relu_(vi##most_##3_s16x2(a_, b_, c_));                                                   \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH int viadd##most_##_s32(int a_, int b_, int c_) {                                                 \
    return detail_::of_s32_(detail_::plus_(a_, b_), c_);                                                              \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned viadd##most_##_u32(unsigned a_, unsigned b_, unsigned c_) {                             \
    return detail_::of_s32_(a_ + b_, c_);                                                                             \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH int viadd##most_##_s32_relu(int a_, int b_, int c_) {                                            \
    return detail_::larger_(viadd##most_##_s32(a_, b_, c_), 0);                                                       \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned viadd##most_##_s16x2(unsigned a_, unsigned b_, unsigned c_) {                           \
    return detail_::halves_::of_s16_(vadd2(a_, b_), c_);                                                              \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned viadd##most_##_u16x2(unsigned a_, unsigned b_, unsigned c_) {                           \
    return detail_::halves_::of_u16_(vadd2(a_, b_), c_);                                                              \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned viadd##most_##_s16x2_relu(unsigned a_, unsigned b_, unsigned c_) {                      \
    return detail_::halves_::relu_(viadd##most_##_s16x2(a_, b_, c_));                                                 \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH int vib##most_##_s32(int a_, int b_, bool* first_) {                                             \
    *first_ = a_ than_ b_;                                                                                            \
    return detail_::of_s32_(a_, b_);                                                                                  \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vib##most_##_u32(unsigned a_, unsigned b_, bool* first_) {                              \
    *first_ = a_ than_ b_;                                                                                            \
    return detail_::of_s32_(a_, b_);                                                                                  \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vib##most_##_s16x2(unsigned a_, unsigned b_, bool* high_, bool* low_) {                 \
    *high_ = static_cast<short>(a_ >> 16) than_ static_cast<short>(b_ >> 16);                                         \
    *low_ = static_cast<short>(a_) than_ static_cast<short>(b_);                                                      \
    return detail_::halves_::of_s16_(a_, b_);                                                                         \
  }                                                                                                                   \
  HIPIFY_COMPAT_BOTH unsigned vib##most_##_u16x2(unsigned a_, unsigned b_, bool* high_, bool* low_) {                 \
    *high_ = (a_ >> 16) than_ (b_ >> 16);                                                                             \
    *low_ = (a_ & 0xffffu) than_ (b_ & 0xffffu);                                                                      \
    return detail_::halves_::of_u16_(a_, b_);                                                                         \
  }
HIPIFY_COMPAT_EXTREME(max, >=, larger_, maxs_, maxu_)
HIPIFY_COMPAT_EXTREME(min, <=, smaller_, mins_, minu_)

#undef HIPIFY_COMPAT_OF_1
#undef HIPIFY_COMPAT_OF_2
#undef HIPIFY_COMPAT_COMPARED
#undef HIPIFY_COMPAT_COMPARE
#undef HIPIFY_COMPAT_EXTREME

/* ---- whole numbers --------------------------------------------------------------------------------------------- */

HIPIFY_COMPAT_BOTH unsigned umin(unsigned a_, unsigned b_) { return detail_::smaller_(a_, b_); }
HIPIFY_COMPAT_BOTH unsigned umax(unsigned a_, unsigned b_) { return detail_::larger_(a_, b_); }
HIPIFY_COMPAT_BOTH long long llmin(long long a_, long long b_) { return detail_::smaller_(a_, b_); }
HIPIFY_COMPAT_BOTH long long llmax(long long a_, long long b_) { return detail_::larger_(a_, b_); }
HIPIFY_COMPAT_BOTH unsigned long long ullmin(unsigned long long a_, unsigned long long b_) {
  return detail_::smaller_(a_, b_);
}
HIPIFY_COMPAT_BOTH unsigned long long ullmax(unsigned long long a_, unsigned long long b_) {
  return detail_::larger_(a_, b_);
}

/* The number, from 1, of the lowest bit that is set, and 0 where none is. HIP has it for two types, between which it
 * cannot choose for others. */
HIPIFY_COMPAT_BOTH int ffsll(long long value_) { return __builtin_ffsll(value_); }

/* Dot products of bytes with bytes, or of the two halves of a word with two of four bytes, onto a sum. */

namespace detail_ {

HIPIFY_COMPAT_BOTH int byte_(int word_, int at_) { return static_cast<signed char>(word_ >> 8 * at_); }
HIPIFY_COMPAT_BOTH unsigned byte_(unsigned word_, int at_) { return word_ >> 8 * at_ & 0xffu; }
HIPIFY_COMPAT_BOTH int half_(int word_, int at_) { return static_cast<short>(word_ >> 16 * at_); }
HIPIFY_COMPAT_BOTH unsigned half_(unsigned word_, int at_) { return word_ >> 16 * at_ & 0xffffu; }

/* Sums of products wrap: unsigned ones do. */
template <class T_> HIPIFY_COMPAT_BOTH T_ dot_4_(T_ a_, T_ b_, T_ sum_) {
  unsigned all_ = static_cast<unsigned>(sum_);
  for (int at_ = 0; at_ < 4; ++at_) all_ += static_cast<unsigned>(byte_(a_, at_) * byte_(b_, at_));
  return static_cast<T_>(all_);
}
template <class T_> HIPIFY_COMPAT_BOTH T_ dot_2_(T_ a_, T_ b_, T_ sum_, int first_) {
  unsigned all_ = static_cast<unsigned>(sum_);
  for (int at_ = 0; at_ < 2; ++at_) all_ += static_cast<unsigned>(half_(a_, at_) * byte_(b_, first_ + at_));
  return static_cast<T_>(all_);
}

}  // namespace detail_

#if defined(__gfx906__) || defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
HIPIFY_COMPAT_BOTH int dp4a(int a_, int b_, int sum_) { return __builtin_amdgcn_sdot4(a_, b_, sum_, false); }
HIPIFY_COMPAT_BOTH unsigned dp4a(unsigned a_, unsigned b_, unsigned sum_) {
  return __builtin_amdgcn_udot4(a_, b_, sum_, false);
}
#elif defined(__GFX11__) || defined(__GFX12__)
HIPIFY_COMPAT_BOTH int dp4a(int a_, int b_, int sum_) {
  return __builtin_amdgcn_sudot4(true, a_, true, b_, sum_, false);
}
HIPIFY_COMPAT_BOTH unsigned dp4a(unsigned a_, unsigned b_, unsigned sum_) {
  return __builtin_amdgcn_udot4(a_, b_, sum_, false);
}
#else
HIPIFY_COMPAT_BOTH int dp4a(int a_, int b_, int sum_) { return detail_::dot_4_(a_, b_, sum_); }
HIPIFY_COMPAT_BOTH unsigned dp4a(unsigned a_, unsigned b_, unsigned sum_) { return detail_::dot_4_(a_, b_, sum_); }
#endif
HIPIFY_COMPAT_BOTH int dp2a_lo(int a_, int b_, int sum_) { return detail_::dot_2_(a_, b_, sum_, 0); }
HIPIFY_COMPAT_BOTH int dp2a_hi(int a_, int b_, int sum_) { return detail_::dot_2_(a_, b_, sum_, 2); }
HIPIFY_COMPAT_BOTH unsigned dp2a_lo(unsigned a_, unsigned b_, unsigned sum_) {
  return detail_::dot_2_(a_, b_, sum_, 0);
}
HIPIFY_COMPAT_BOTH unsigned dp2a_hi(unsigned a_, unsigned b_, unsigned sum_) {
  return detail_::dot_2_(a_, b_, sum_, 2);
}

/* ---- instructions of PTX ---------------------------------------------------------------------------------------- */

/* As the PTX ISA says of bfe, bfi, prmt and lop3 with 32 bits: of a place and a count of bits the low 8 bits tell, and
 * what lies beyond the word is 0, or the sign. */

HIPIFY_COMPAT_BOTH unsigned ptx_bfe(unsigned from_, unsigned at_, unsigned count_) {
  at_ &= 0xffu, count_ &= 0xffu;
  const unsigned moved_ = at_ > 31u ? 0u : from_ >> at_;
  return count_ > 31u ? moved_ : moved_ & ((1u << count_) - 1u);
}
HIPIFY_COMPAT_BOTH int ptx_bfe_signed(int from_, unsigned at_, unsigned count_) {
  at_ &= 0xffu, count_ &= 0xffu;
  const int moved_ = from_ >> (at_ > 31u ? 31u : at_);
  if (count_ == 0u || at_ + count_ > 31u) return count_ ? moved_ : 0;
  return static_cast<int>(static_cast<unsigned>(moved_) << (32u - count_)) >> (32u - count_);
}
HIPIFY_COMPAT_BOTH unsigned ptx_bfi(unsigned what_, unsigned into_, unsigned at_, unsigned count_) {
  at_ &= 0xffu, count_ &= 0xffu;
  if (at_ > 31u) return into_;
  const unsigned bits_ = (count_ > 31u ? ~0u : (1u << count_) - 1u) << at_;
  return (into_ & ~bits_) | (what_ << at_ & bits_);
}
/* Of 64 bits, all of `at_` and `count_` counts, as in what NVIDIA's assembler makes of these. */
HIPIFY_COMPAT_BOTH unsigned long long ptx_bfe64(unsigned long long from_, unsigned at_, unsigned count_) {
  const unsigned long long moved_ = at_ > 63u ? 0ull : from_ >> at_;
  return count_ > 63u ? moved_ : moved_ & ((1ull << count_) - 1ull);
}
HIPIFY_COMPAT_BOTH long long ptx_bfe_signed64(long long from_, unsigned at_, unsigned count_) {
  const long long moved_ = from_ >> (at_ > 63u ? 63u : at_);
  if (count_ == 0u || count_ > 63u) return count_ ? moved_ : 0ll;
  return static_cast<long long>(static_cast<unsigned long long>(moved_) << (64u - count_)) >> (64u - count_);
}
HIPIFY_COMPAT_BOTH unsigned long long ptx_bfi64(unsigned long long what_, unsigned long long into_, unsigned at_,
                                                unsigned count_) {
  if (at_ > 63u) return into_;
  const unsigned long long bits_ = (count_ > 63u ? ~0ull : (1ull << count_) - 1ull) << at_;
  return (into_ & ~bits_) | (what_ << at_ & bits_);
}
HIPIFY_COMPAT_BOTH unsigned ptx_prmt(unsigned low_, unsigned high_, unsigned chosen_) {
  const unsigned long long both_ = static_cast<unsigned long long>(high_) << 32 | low_;
  unsigned made_ = 0u;
  for (unsigned at_ = 0u; at_ < 4u; ++at_) {
    const unsigned which_ = chosen_ >> 4u * at_ & 0xfu;
    const unsigned byte_ = static_cast<unsigned>(both_ >> 8u * (which_ & 7u)) & 0xffu;
    made_ |= (which_ & 8u ? (byte_ >> 7u) * 0xffu : byte_) << 8u * at_;
  }
  return made_;
}
/* The modes of prmt, each with what the two lowest bits of `chosen_` choose, the first in the lowest word. */
#define HIPIFY_COMPAT_MODE_(name_, chosen_of_)                                               \
  HIPIFY_COMPAT_BOTH unsigned name_(unsigned low_, unsigned high_, unsigned chosen_) {       \
    return ptx_prmt(low_, high_, static_cast<unsigned>(chosen_of_ >> 16u * (chosen_ & 3u))); \
  }
HIPIFY_COMPAT_MODE_(ptx_prmt_f4e, 0x6543543243213210ull)
HIPIFY_COMPAT_MODE_(ptx_prmt_b4e, 0x0123701267015670ull)
HIPIFY_COMPAT_MODE_(ptx_prmt_rc8, 0x3333222211110000ull)
HIPIFY_COMPAT_MODE_(ptx_prmt_ecl, 0x3333322232113210ull)
HIPIFY_COMPAT_MODE_(ptx_prmt_ecr, 0x3210221011100000ull)
HIPIFY_COMPAT_MODE_(ptx_prmt_rc16, 0x3232101032321010ull)
#undef HIPIFY_COMPAT_MODE_
/* Bit 4 * a + 2 * b + c of `table_` is what bits a, b and c become. */
template <unsigned table_> HIPIFY_COMPAT_BOTH unsigned ptx_lop3(unsigned a_, unsigned b_, unsigned c_) {
  unsigned made_ = 0u;
  for (unsigned at_ = 0u; at_ < 8u; ++at_)
    if (table_ >> at_ & 1u) made_ |= (at_ & 4u ? a_ : ~a_) & (at_ & 2u ? b_ : ~b_) & (at_ & 1u ? c_ : ~c_);
  return made_;
}

#if defined(__HIP__)

namespace detail_ {

template <class Word_, class Vector_> HIPIFY_COMPAT_BOTH Word_ word_of_(const Vector_& vector_) {
  static_assert(sizeof(Word_) == sizeof(Vector_), "a vector of 4 bytes");
  Word_ word_;
  __builtin_memcpy(&word_, static_cast<const void*>(&vector_), sizeof word_);
  return word_;
}

}  // namespace detail_

#define HIPIFY_COMPAT_DOT(name_, word_, a_t_, b_t_)                                             \
  HIPIFY_COMPAT_BOTH word_ name_(a_t_ a_, b_t_ b_, word_ sum_) {                                \
    return name_(detail_::word_of_<word_>(a_), detail_::word_of_<word_>(b_), sum_);             \
  }
HIPIFY_COMPAT_DOT(dp4a, int, char4, char4)
HIPIFY_COMPAT_DOT(dp4a, unsigned, uchar4, uchar4)
HIPIFY_COMPAT_DOT(dp2a_lo, int, short2, char4)
HIPIFY_COMPAT_DOT(dp2a_lo, unsigned, ushort2, uchar4)
HIPIFY_COMPAT_DOT(dp2a_hi, int, short2, char4)
HIPIFY_COMPAT_DOT(dp2a_hi, unsigned, ushort2, uchar4)
#undef HIPIFY_COMPAT_DOT

/* ---- atomic operations at the scope of a block, or of the system ------------------------------------------------- */

#define HIPIFY_COMPAT_ATOMIC(name_, how_, T_)                                                   \
  HIPIFY_COMPAT_DEVICE T_ name_##_block(T_* at_, T_ value_) {                                   \
    return how_(at_, value_, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);                   \
  }
#define HIPIFY_COMPAT_ATOMICS(name_, how_)                                                      \
  HIPIFY_COMPAT_ATOMIC(name_, how_, int)                                                        \
  HIPIFY_COMPAT_ATOMIC(name_, how_, unsigned)                                                   \
  HIPIFY_COMPAT_ATOMIC(name_, how_, unsigned long long)
HIPIFY_COMPAT_ATOMICS(atomicAdd, __hip_atomic_fetch_add)
HIPIFY_COMPAT_ATOMIC(atomicAdd, __hip_atomic_fetch_add, float)
HIPIFY_COMPAT_ATOMIC(atomicAdd, __hip_atomic_fetch_add, double)
HIPIFY_COMPAT_ATOMICS(atomicExch, __hip_atomic_exchange)
HIPIFY_COMPAT_ATOMIC(atomicExch, __hip_atomic_exchange, float)
HIPIFY_COMPAT_ATOMICS(atomicMin, __hip_atomic_fetch_min)
HIPIFY_COMPAT_ATOMIC(atomicMin, __hip_atomic_fetch_min, long long)
HIPIFY_COMPAT_ATOMICS(atomicMax, __hip_atomic_fetch_max)
HIPIFY_COMPAT_ATOMIC(atomicMax, __hip_atomic_fetch_max, long long)
HIPIFY_COMPAT_ATOMICS(atomicAnd, __hip_atomic_fetch_and)
HIPIFY_COMPAT_ATOMIC(atomicAnd, __hip_atomic_fetch_and, long long)
HIPIFY_COMPAT_ATOMICS(atomicOr, __hip_atomic_fetch_or)
HIPIFY_COMPAT_ATOMIC(atomicOr, __hip_atomic_fetch_or, long long)
HIPIFY_COMPAT_ATOMICS(atomicXor, __hip_atomic_fetch_xor)
HIPIFY_COMPAT_ATOMIC(atomicXor, __hip_atomic_fetch_xor, long long)
#undef HIPIFY_COMPAT_ATOMIC
#undef HIPIFY_COMPAT_ATOMICS

HIPIFY_COMPAT_DEVICE int atomicSub_block(int* at_, int value_) {
  return atomicAdd_block(at_, static_cast<int>(0u - static_cast<unsigned>(value_)));
}
HIPIFY_COMPAT_DEVICE unsigned atomicSub_block(unsigned* at_, unsigned value_) {
  return atomicAdd_block(at_, 0u - value_);
}

#define HIPIFY_COMPAT_CAS(T_)                                                                                    \
  HIPIFY_COMPAT_DEVICE T_ atomicCAS_block(T_* at_, T_ wanted_, T_ value_) {                                      \
    __hip_atomic_compare_exchange_strong(at_, &wanted_, value_, __ATOMIC_RELAXED, __ATOMIC_RELAXED,              \
                                         __HIP_MEMORY_SCOPE_WORKGROUP);                                          \
    return wanted_;                                                                                              \
  }
HIPIFY_COMPAT_CAS(int)
HIPIFY_COMPAT_CAS(unsigned)
HIPIFY_COMPAT_CAS(unsigned long long)
HIPIFY_COMPAT_CAS(unsigned short)
#undef HIPIFY_COMPAT_CAS

#define HIPIFY_COMPAT_TURNING(name_, scope_, next_)                                                              \
  HIPIFY_COMPAT_DEVICE unsigned name_(unsigned* at_, unsigned limit_) {                                          \
    unsigned old_ = __hip_atomic_load(at_, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_##scope_);                       \
    while (!__hip_atomic_compare_exchange_strong(at_, &old_, next_, __ATOMIC_RELAXED, __ATOMIC_RELAXED,          \
                                                 __HIP_MEMORY_SCOPE_##scope_)) {                                 \
    }                                                                                                            \
    return old_;                                                                                                 \
  }
HIPIFY_COMPAT_TURNING(atomicInc_block, WORKGROUP, old_ >= limit_ ? 0u : old_ + 1u)
HIPIFY_COMPAT_TURNING(atomicInc_system, SYSTEM, old_ >= limit_ ? 0u : old_ + 1u)
HIPIFY_COMPAT_TURNING(atomicDec_block, WORKGROUP, old_ == 0u || old_ > limit_ ? limit_ : old_ - 1u)
HIPIFY_COMPAT_TURNING(atomicDec_system, SYSTEM, old_ == 0u || old_ > limit_ ? limit_ : old_ - 1u)
#undef HIPIFY_COMPAT_TURNING

/* ---- the program's course -------------------------------------------------------------------------------------- */

/* Sleeps for 0 to 2 * `nanoseconds_`, at most a millisecond: by turns of 64 clocks, of which none takes longer than
 * 128 ns. */
HIPIFY_COMPAT_DEVICE void nanosleep(unsigned nanoseconds_) {
  for (unsigned turns_ = detail_::smaller_(nanoseconds_, 1000000u) / 64u; turns_ != 0u; --turns_) {
    __builtin_amdgcn_s_sleep(1);
  }
}

/* ---- where an address leads ------------------------------------------------------------------------------------ */

/* Of generic addresses: into the memory of the block, and into that of a thread. What is in neither may be the memory
 * of constants, which AMD's GPUs have among the global one, so that nothing here tells these two apart. */
typedef const void __attribute__((address_space(0)))* anywhere_;
#if defined(__clang__)
HIPIFY_COMPAT_DEVICE unsigned isShared(const void* at_) { return __builtin_amdgcn_is_shared((anywhere_)at_) ? 1u : 0u; }
HIPIFY_COMPAT_DEVICE unsigned isLocal(const void* at_) { return __builtin_amdgcn_is_private((anywhere_)at_) ? 1u : 0u; }
#endif

#if !defined(__HIPCC_RTC__)
/* Ends the program where there is an error; HIP forgets the error first, as CUB does. */
inline void CubDebugExit(hipError_t error_) {
  (void)hipGetLastError();
  if (error_ != hipSuccess) ::exit(1);
}
#endif

#endif  // __HIP__

/* ---- mathematics ------------------------------------------------------------------------------------------------ */

HIPIFY_COMPAT_BOTH double fdivide(double a_, double b_) { return a_ / b_; }

#if defined(__HIP__)
/* CUDA's is an approximation; this is as good as HIP's tanhf. */
HIPIFY_COMPAT_DEVICE float tanhf(float x_) { return ::tanhf(x_); }
#endif

/* Sums, products, quotients and roots of floats, rounded down, up or to zero: what a double makes of them, and the sign
 * of what that loses, tell where the exact result lies. HIP has these for a macro alone. */

namespace detail_ {

enum mode_ { rd_, ru_, rz_ };

/* The float next to a number that is not NaN, away from zero or towards it. */
HIPIFY_COMPAT_BOTH float neighbour_(float of_, bool above_) {
  int bits_;
  __builtin_memcpy(&bits_, &of_, sizeof bits_);
  if (of_ == 0.0f) bits_ = above_ ? 1 : static_cast<int>(0x80000001u);
  else bits_ += (of_ > 0.0f) == above_ ? 1 : -1;
  __builtin_memcpy(&of_, &bits_, sizeof bits_);
  return of_;
}

/* The float for `made_` and a little more or less, by the sign of `lost_`. */
HIPIFY_COMPAT_BOTH float towards_(mode_ how_, double made_, double lost_) {
  const float near_ = static_cast<float>(made_);
  const double off_ = made_ - static_cast<double>(near_);
  const bool less_ = off_ < 0.0 || (off_ == 0.0 && lost_ < 0.0);
  const bool more_ = off_ > 0.0 || (off_ == 0.0 && lost_ > 0.0);
  const bool positive_ = made_ > 0.0 || (made_ == 0.0 && lost_ > 0.0);
  if (less_ && (how_ == rd_ || (how_ == rz_ && positive_))) return neighbour_(near_, false);
  if (more_ && (how_ == ru_ || (how_ == rz_ && !positive_))) return neighbour_(near_, true);
  return near_;
}

/* A sum of two doubles whose result lies between them and the floats; an exact zero is negative where it is rounded
 * down, unless both were positive. */
HIPIFY_COMPAT_BOTH float sum_(mode_ how_, double a_, double b_) {
  const double made_ = a_ + b_;
  const double part_ = made_ - a_;
  if (made_ == 0.0) return how_ == rd_ && (__builtin_signbit(a_) || __builtin_signbit(b_)) ? -0.0f : static_cast<float>(made_);
  return towards_(how_, made_, (a_ - (made_ - part_)) + (b_ - part_));
}
HIPIFY_COMPAT_BOTH float quotient_(mode_ how_, float a_, float b_) {
  const double over_ = a_, under_ = b_, made_ = over_ / under_;
  const double rest_ = __builtin_fma(-made_, under_, over_);
  return towards_(how_, made_, under_ < 0.0 ? -rest_ : rest_);
}
HIPIFY_COMPAT_BOTH float root_(mode_ how_, float a_) {
  const double of_ = a_, made_ = __builtin_sqrt(of_);
  return towards_(how_, made_, __builtin_fma(-made_, made_, of_));
}

}  // namespace detail_

#define HIPIFY_COMPAT_ROUNDED(how_)                                                                                    \
  HIPIFY_COMPAT_BOTH float fadd_##how_(float a_, float b_) { return detail_::sum_(detail_::how_##_, a_, b_); }         \
  HIPIFY_COMPAT_BOTH float fsub_##how_(float a_, float b_) { return detail_::sum_(detail_::how_##_, a_, -b_); }        \
  HIPIFY_COMPAT_BOTH float fmul_##how_(float a_, float b_) {                                                           \
    return detail_::towards_(detail_::how_##_, static_cast<double>(a_) * static_cast<double>(b_), 0.0);                \
  }                                                                                                                    \
  HIPIFY_COMPAT_BOTH float fmaf_##how_(float a_, float b_, float c_) {                                                 \
    return detail_::sum_(detail_::how_##_, static_cast<double>(a_) * static_cast<double>(b_), c_);                     \
  }                                                                                                                    \
  HIPIFY_COMPAT_BOTH float fmaf_ieee_##how_(float a_, float b_, float c_) { return fmaf_##how_(a_, b_, c_); }          \
  HIPIFY_COMPAT_BOTH float fdiv_##how_(float a_, float b_) { return detail_::quotient_(detail_::how_##_, a_, b_); }    \
  HIPIFY_COMPAT_BOTH float frcp_##how_(float a_) { return detail_::quotient_(detail_::how_##_, 1.0f, a_); }            \
  HIPIFY_COMPAT_BOTH float fsqrt_##how_(float a_) { return detail_::root_(detail_::how_##_, a_); }
HIPIFY_COMPAT_ROUNDED(rd)
HIPIFY_COMPAT_ROUNDED(ru)
HIPIFY_COMPAT_ROUNDED(rz)
#undef HIPIFY_COMPAT_ROUNDED
HIPIFY_COMPAT_BOTH float fmaf_ieee_rn(float a_, float b_, float c_) { return __builtin_fmaf(a_, b_, c_); }

/* The same of doubles: the nearest one, and the sign of what that loses, which a fused multiply-add tells exactly where
 * nothing is too small. What may be is scaled by a power of two first. */

#if defined(__clang__)
#define HIPIFY_COMPAT_AS_WRITTEN _Pragma("clang fp contract(off)")
#else
#define HIPIFY_COMPAT_AS_WRITTEN
#endif

namespace detail_ {

/* 2 to a power from -1022 to 1023. */
HIPIFY_COMPAT_BOTH double power_(int of_) {
  const unsigned long long bits_ = static_cast<unsigned long long>(of_ + 1023) << 52;
  double made_;
  __builtin_memcpy(&made_, &bits_, sizeof made_);
  return made_;
}
HIPIFY_COMPAT_BOTH bool is_small_(double of_) { return __builtin_fabs(of_) < power_(-900); }
HIPIFY_COMPAT_BOTH bool finite_(double of_) { return __builtin_fabs(of_) < __builtin_huge_val(); }
HIPIFY_COMPAT_BOTH double neighbour_(double of_, bool above_) {
  long long bits_;
  __builtin_memcpy(&bits_, &of_, sizeof bits_);
  if (of_ == 0.0) bits_ = above_ ? 1 : static_cast<long long>(0x8000000000000001u);
  else bits_ += (of_ > 0.0) == above_ ? 1 : -1;
  __builtin_memcpy(&of_, &bits_, sizeof bits_);
  return of_;
}
/* The double for `made_` and a little more or less; of an infinite one, made of finite numbers, less. */
HIPIFY_COMPAT_BOTH double next_(mode_ how_, double made_, double lost_) {
  if (!finite_(made_)) lost_ = -made_;
  const bool positive_ = made_ > 0.0 || (made_ == 0.0 && lost_ > 0.0);
  if (lost_ < 0.0 && (how_ == rd_ || (how_ == rz_ && positive_))) return neighbour_(made_, false);
  if (lost_ > 0.0 && (how_ == ru_ || (how_ == rz_ && !positive_))) return neighbour_(made_, true);
  return made_;
}
/* An exact zero is negative where it is rounded down, unless both were positive. */
HIPIFY_COMPAT_BOTH double total_(mode_ how_, double a_, double b_) {
  HIPIFY_COMPAT_AS_WRITTEN
  const double made_ = a_ + b_;
  if (made_ == 0.0) return how_ == rd_ && (__builtin_signbit(a_) || __builtin_signbit(b_)) ? -0.0 : made_;
  if (!finite_(a_) || !finite_(b_)) return made_;
  const bool swapped_ = __builtin_fabs(a_) < __builtin_fabs(b_);
  const double large_ = swapped_ ? b_ : a_, small_ = swapped_ ? a_ : b_;
  return next_(how_, made_, small_ - (made_ - large_));
}
/* `more_` is what is added besides, so small that its sign alone tells, and that only of an exact product. */
HIPIFY_COMPAT_BOTH double multiple_(mode_ how_, double a_, double b_, double more_) {
  HIPIFY_COMPAT_AS_WRITTEN
  const double made_ = a_ * b_;
  if (!finite_(a_) || !finite_(b_) || a_ == 0.0 || b_ == 0.0) return made_;
  if (made_ == 0.0) return next_(how_, made_, __builtin_signbit(made_) ? -1.0 : 1.0);
  const bool small_ = is_small_(made_), first_ = __builtin_fabs(a_) < __builtin_fabs(b_);
  const double up_ = small_ ? power_(600) : 1.0;
  const double rest_ = __builtin_fma(first_ ? a_ * up_ : a_, first_ ? b_ : b_ * up_, -made_ * up_);
  return next_(how_, made_, rest_ == 0.0 ? more_ : rest_);
}
HIPIFY_COMPAT_BOTH double ratio_(mode_ how_, double a_, double b_) {
  HIPIFY_COMPAT_AS_WRITTEN
  const double made_ = a_ / b_;
  if (!finite_(a_) || !finite_(b_) || a_ == 0.0 || b_ == 0.0) return made_;
  const bool small_ = is_small_(a_), first_ = __builtin_fabs(made_) < __builtin_fabs(b_);
  const double up_ = small_ ? power_(600) : 1.0;
  const double rest_ = __builtin_fma(first_ ? -made_ * up_ : -made_, first_ ? b_ : b_ * up_, a_ * up_);
  return next_(how_, made_, b_ < 0.0 ? -rest_ : rest_);
}
HIPIFY_COMPAT_BOTH double root_of_(mode_ how_, double a_) {
  HIPIFY_COMPAT_AS_WRITTEN
  const double made_ = __builtin_sqrt(a_);
  if (!(a_ > 0.0) || !finite_(a_)) return made_;
  const bool small_ = is_small_(a_);
  const double of_ = small_ ? a_ * power_(600) : a_, half_ = small_ ? made_ * power_(300) : made_;
  return next_(how_, made_, __builtin_fma(-half_, half_, of_));
}
/* A number of 1 to 2, with the sign of one that is neither zero nor infinite, which it is times 2 to `place_`. */
HIPIFY_COMPAT_BOTH double part_(double of_, int* place_) {
  const bool small_ = __builtin_fabs(of_) < power_(-1022);
  if (small_) of_ *= power_(54);
  unsigned long long bits_;
  __builtin_memcpy(&bits_, &of_, sizeof bits_);
  *place_ = static_cast<int>(bits_ >> 52 & 0x7ff) - 1023 - (small_ ? 54 : 0);
  bits_ = (bits_ & 0x800fffffffffffffu) | 0x3ff0000000000000u;
  __builtin_memcpy(&of_, &bits_, sizeof bits_);
  return of_;
}
/* The error of a fused multiply-add is that of Boldo and Muller, "Exact and approximated error of the FMA" (2011), of
 * numbers that are brought to a size where none is too small or too large. */
HIPIFY_COMPAT_BOTH double fused_(mode_ how_, double a_, double b_, double c_) {
  HIPIFY_COMPAT_AS_WRITTEN
  if (!finite_(a_) || !finite_(b_) || !finite_(c_)) return __builtin_fma(a_, b_, c_);
  if (a_ == 0.0 || b_ == 0.0) return total_(how_, a_ * b_, c_);
  if (c_ == 0.0) return multiple_(how_, a_, b_, 0.0);
  int place_a_, place_b_, place_c_;
  const double first_ = part_(a_, &place_a_), second_ = part_(b_, &place_b_), third_ = part_(c_, &place_c_);
  const int place_ = place_a_ + place_b_, apart_ = place_c_ - place_;
  if (apart_ > 130) return next_(how_, c_, __builtin_signbit(a_) == __builtin_signbit(b_) ? 1.0 : -1.0);
  if (apart_ < -130) return multiple_(how_, a_, b_, c_);
  const double added_ = third_ * power_(apart_), made_ = __builtin_fma(first_, second_, added_);
  if (made_ == 0.0) return how_ == rd_ ? -0.0 : 0.0;
  const double over_ = first_ * second_, under_ = __builtin_fma(first_, second_, -over_);
  const double low_ = added_ + under_, low_part_ = low_ - added_;
  const double low_rest_ = (added_ - (low_ - low_part_)) + (under_ - low_part_);
  const double high_ = over_ + low_, high_part_ = high_ - over_;
  const double high_rest_ = (over_ - (high_ - high_part_)) + (low_ - high_part_);
  const double rest_ = ((high_ - made_) + high_rest_) + low_rest_;
  /* In two steps, of which the second rounds, if any. */
  const int whole_ = place_ > 1300 ? 1300 : place_ < -1300 ? -1300 : place_, half_ = whole_ / 2;
  const double near_ = made_ * power_(half_) * power_(whole_ - half_);
  if (!finite_(near_)) return next_(how_, near_, 0.0);
  const double back_ = near_ * power_(-half_) * power_(half_ - whole_);
  const double off_ = made_ - back_;
  return next_(how_, near_, off_ == 0.0 ? rest_ : off_);
}

}  // namespace detail_

#define HIPIFY_COMPAT_ROUNDED(how_)                                                                                    \
  HIPIFY_COMPAT_BOTH double dadd_##how_(double a_, double b_) { return detail_::total_(detail_::how_##_, a_, b_); }    \
  HIPIFY_COMPAT_BOTH double dsub_##how_(double a_, double b_) { return detail_::total_(detail_::how_##_, a_, -b_); }   \
  HIPIFY_COMPAT_BOTH double dmul_##how_(double a_, double b_) {                                                        \
    return detail_::multiple_(detail_::how_##_, a_, b_, 0.0);                                                          \
  }                                                                                                                    \
  HIPIFY_COMPAT_BOTH double ddiv_##how_(double a_, double b_) { return detail_::ratio_(detail_::how_##_, a_, b_); }    \
  HIPIFY_COMPAT_BOTH double drcp_##how_(double a_) { return detail_::ratio_(detail_::how_##_, 1.0, a_); }              \
  HIPIFY_COMPAT_BOTH double dsqrt_##how_(double a_) { return detail_::root_of_(detail_::how_##_, a_); }                \
  HIPIFY_COMPAT_BOTH double fma_##how_(double a_, double b_, double c_) {                                              \
    return detail_::fused_(detail_::how_##_, a_, b_, c_);                                                              \
  }
HIPIFY_COMPAT_ROUNDED(rd)
HIPIFY_COMPAT_ROUNDED(ru)
HIPIFY_COMPAT_ROUNDED(rz)
#undef HIPIFY_COMPAT_ROUNDED

/* Pairs of floats: what the functions of one do to either part. The parts are not named: a program may have macros of
 * their names. */

namespace detail_ {
struct pair_ { float of_[2]; };
template <class T_> HIPIFY_COMPAT_BOTH pair_ unpacked_(const T_& of_) {
  static_assert(sizeof(T_) == sizeof(pair_), "a float2");
  pair_ made_;
  __builtin_memcpy(&made_, &of_, sizeof made_);
  return made_;
}
template <class T_> HIPIFY_COMPAT_BOTH T_ packed_(T_ to_, float first_, float second_) {
  const pair_ made_ = {{first_, second_}};
  __builtin_memcpy(&to_, &made_, sizeof made_);
  return to_;
}
HIPIFY_COMPAT_BOTH float plain_sum_(float a_, float b_) {
  HIPIFY_COMPAT_AS_WRITTEN
  return a_ + b_;
}
HIPIFY_COMPAT_BOTH float plain_product_(float a_, float b_) {
  HIPIFY_COMPAT_AS_WRITTEN
  return a_ * b_;
}
}  // namespace detail_

#define HIPIFY_COMPAT_PAIRS(how_, add_, multiply_, fuse_)                                                              \
  template <class T_> HIPIFY_COMPAT_BOTH T_ fadd2_##how_(T_ a_, T_ b_) {                                               \
    const detail_::pair_ p_ = detail_::unpacked_(a_), q_ = detail_::unpacked_(b_);                                          \
    return detail_::packed_(a_, add_(p_.of_[0], q_.of_[0]), add_(p_.of_[1], q_.of_[1]));                                  \
  }                                                                                                                    \
  template <class T_> HIPIFY_COMPAT_BOTH T_ fmul2_##how_(T_ a_, T_ b_) {                                               \
    const detail_::pair_ p_ = detail_::unpacked_(a_), q_ = detail_::unpacked_(b_);                                          \
    return detail_::packed_(a_, multiply_(p_.of_[0], q_.of_[0]), multiply_(p_.of_[1], q_.of_[1]));                        \
  }                                                                                                                    \
  template <class T_> HIPIFY_COMPAT_BOTH T_ ffma2_##how_(T_ a_, T_ b_, T_ c_) {                                        \
    const detail_::pair_ p_ = detail_::unpacked_(a_), q_ = detail_::unpacked_(b_), r_ = detail_::unpacked_(c_);                \
    return detail_::packed_(a_, fuse_(p_.of_[0], q_.of_[0], r_.of_[0]), fuse_(p_.of_[1], q_.of_[1], r_.of_[1]));          \
  }
HIPIFY_COMPAT_PAIRS(rn, detail_::plain_sum_, detail_::plain_product_, fmaf_ieee_rn)
HIPIFY_COMPAT_PAIRS(rd, fadd_rd, fmul_rd, fmaf_rd)
HIPIFY_COMPAT_PAIRS(ru, fadd_ru, fmul_ru, fmaf_ru)
HIPIFY_COMPAT_PAIRS(rz, fadd_rz, fmul_rz, fmaf_rz)
#undef HIPIFY_COMPAT_PAIRS

/* CUDA has these on the host too, HIP on the device alone: there they are HIP's own. On the host they are as exact as
 * the C library's functions that they use; those of floats are computed in doubles. */

#define HIPIFY_COMPAT_EACH(make_)                                                               \
  make_(rsqrt) make_(rcbrt) make_(sinpi) make_(cospi) make_(erfinv) make_(erfcinv) make_(erfcx) \
  make_(normcdf) make_(normcdfinv)

#if defined(__HIP_DEVICE_COMPILE__) && defined(__AMDGCN__)

#define HIPIFY_COMPAT_MATH(name_)                                             \
  HIPIFY_COMPAT_BOTH double name_(double x_) { return ::name_(x_); }          \
  HIPIFY_COMPAT_BOTH float name_##f(float x_) { return ::name_##f(x_); }      \
  HIPIFY_COMPAT_BOTH float name_(float x_) { return ::name_##f(x_); }
HIPIFY_COMPAT_EACH(HIPIFY_COMPAT_MATH)
#undef HIPIFY_COMPAT_MATH

#else

namespace detail_ {

/* The sine and the cosine of pi times a number of at most a half: pi goes in two parts. */
HIPIFY_COMPAT_BOTH double part_of_pi_(double x_, double& rest_) {
  const double product_ = x_ * 3.141592653589793116;
  rest_ = ::fma(x_, 3.141592653589793116, -product_) + x_ * 1.224646799147353207e-16;
  return product_;
}
HIPIFY_COMPAT_BOTH double sine_(double x_) {
  double rest_;
  const double angle_ = part_of_pi_(x_, rest_);
  return ::sin(angle_) + rest_ * ::cos(angle_);
}
HIPIFY_COMPAT_BOTH double cosine_(double x_) {
  double rest_;
  const double angle_ = part_of_pi_(x_, rest_);
  return ::cos(angle_) - rest_ * ::sin(angle_);
}

/* One over the square root of pi, times 2. */
HIPIFY_COMPAT_BOTH double slope_() { return 1.128379167095512574; }

/* A step of Halley's towards the root of a function with the slope of erf, whose value and place are given. */
HIPIFY_COMPAT_BOTH double stepped_(double x_, double value_) {
  const double step_ = value_ / (slope_() * ::exp(-x_ * x_));
  return x_ - step_ / (1.0 + x_ * step_);
}

/* The x of at most about 0.48 whose erf is `y_`, and the x of at least that whose erfc is `y_`. */
HIPIFY_COMPAT_BOTH double near_zero_(double y_) {
  double x_ = y_ / slope_() * (1.0 + 0.2617993877991494 * y_ * y_);
  for (int turn_ = 0; turn_ < 3; ++turn_) x_ = stepped_(x_, ::erf(x_) - y_);
  return x_;
}
HIPIFY_COMPAT_BOTH double far_out_(double y_) {
  double x_ = ::sqrt(-::log(y_));
  x_ = y_ < 0.1 ? ::sqrt(-::log(y_ * x_ * 1.772453850905516)) : 0.7 * x_;
  for (int turn_ = 0; turn_ < 6; ++turn_) x_ = stepped_(x_, y_ - ::erfc(x_));
  return x_;
}

}  // namespace detail_

HIPIFY_COMPAT_BOTH double rsqrt(double x_) { return 1.0 / ::sqrt(x_); }

HIPIFY_COMPAT_BOTH double rcbrt(double x_) {
  const double root_ = 1.0 / ::cbrt(x_);
  if (!(::fabs(root_) < HUGE_VAL) || root_ == 0.0) return root_;
  const double once_ = x_ * root_, twice_ = once_ * root_;
  const double lost_ = ::fma(once_, root_, -twice_) + ::fma(x_, root_, -once_) * root_;
  return root_ + root_ * (::fma(-twice_, root_, 1.0) - lost_ * root_) / 3.0;
}

HIPIFY_COMPAT_BOTH double sinpi(double x_) {
  const double rest_ = ::remainder(x_, 2.0);
  const double place_ = ::fabs(rest_) > 0.5 ? ::copysign(1.0, rest_) - rest_ : rest_;
  return place_ == 0.0 ? ::copysign(0.0, x_) : detail_::sine_(place_);
}
HIPIFY_COMPAT_BOTH double cospi(double x_) {
  const double rest_ = ::fabs(::remainder(x_, 2.0));
  if (rest_ <= 0.25) return detail_::cosine_(rest_);
  return rest_ < 0.75 ? detail_::sine_(0.5 - rest_) : -detail_::cosine_(1.0 - rest_);
}

HIPIFY_COMPAT_BOTH double erfcinv(double x_);
HIPIFY_COMPAT_BOTH double erfinv(double x_) {
  const double size_ = ::fabs(x_);
  if (size_ <= 0.5) return size_ < 1e-9 ? x_ / detail_::slope_() : detail_::near_zero_(x_);
  return ::copysign(erfcinv(1.0 - size_), x_);
}
HIPIFY_COMPAT_BOTH double erfcinv(double x_) {
  if (x_ >= 0.5 && x_ <= 1.5) return erfinv(1.0 - x_);
  if (x_ > 1.0) return -erfcinv(2.0 - x_);
  if (x_ == 0.0) return HUGE_VAL;
  return x_ > 0.0 ? detail_::far_out_(x_) : x_ * static_cast<double>(NAN);
}
HIPIFY_COMPAT_BOTH double normcdfinv(double x_) { return -1.414213562373095049 * erfcinv(2.0 * x_); }

HIPIFY_COMPAT_BOTH double normcdf(double x_) {
  const double place_ = ::fmin(::fmax(-0.7071067811865475244 * x_, -40.0), 40.0);
  if (x_ != x_) return x_;
  if (::fabs(place_) >= 40.0) return place_ > 0.0 ? 0.0 : 1.0;
  const double lost_ = ::fma(-0.7071067811865475244, x_, -place_) + 4.833646656726457e-17 * x_;
  return 0.5 * (::erfc(place_) - detail_::slope_() * ::exp(-place_ * place_) * lost_);
}

HIPIFY_COMPAT_BOTH double erfcx(double x_) {
  if (x_ < 10.0) {
    const double square_ = x_ * x_;
    const double grown_ = ::exp(square_);
    return (grown_ < HUGE_VAL ? grown_ + grown_ * ::fma(x_, x_, -square_) : grown_) * ::erfc(x_);
  }
  const double small_ = 0.5 / x_ / x_;
  double sum_ = 1.0;
  for (int term_ = 31; term_ > 0; term_ -= 2) sum_ = 1.0 - term_ * small_ * sum_;
  return 0.5 * detail_::slope_() / x_ * sum_;
}

#define HIPIFY_COMPAT_MATH(name_)                                                                              \
  HIPIFY_COMPAT_BOTH float name_##f(float x_) { return static_cast<float>(name_(static_cast<double>(x_))); }               \
  HIPIFY_COMPAT_BOTH float name_(float x_) { return name_##f(x_); }
HIPIFY_COMPAT_EACH(HIPIFY_COMPAT_MATH)
#undef HIPIFY_COMPAT_MATH

#endif

HIPIFY_COMPAT_BOTH void sincospi(double x_, double* sine_, double* cosine_) {
  *sine_ = sinpi(x_);
  *cosine_ = cospi(x_);
}
HIPIFY_COMPAT_BOTH void sincospif(float x_, float* sine_, float* cosine_) {
  *sine_ = sinpif(x_);
  *cosine_ = cospif(x_);
}
HIPIFY_COMPAT_BOTH void sincospi(float x_, float* sine_, float* cosine_) { sincospif(x_, sine_, cosine_); }

#if defined(_WIN32) && !defined(__HIP_DEVICE_COMPILE__)  // where the host's library has no such function
HIPIFY_COMPAT_BOTH void sincos(double x_, double* sine_, double* cosine_) {
  *sine_ = ::sin(x_);
  *cosine_ = ::cos(x_);
}
HIPIFY_COMPAT_BOTH void sincos(float x_, float* sine_, float* cosine_) {
  *sine_ = ::sinf(x_);
  *cosine_ = ::cosf(x_);
}
#else
HIPIFY_COMPAT_BOTH void sincos(double x_, double* sine_, double* cosine_) { ::sincos(x_, sine_, cosine_); }
HIPIFY_COMPAT_BOTH void sincos(float x_, float* sine_, float* cosine_) { ::sincosf(x_, sine_, cosine_); }
#endif

/* Of a class each is what a call by the bare name finds with CUDA: the program's own function beside the class, or the
 * form for the number that the class turns into, even where HIP's for double is as good. */

#if defined(__clang__)
#define HIPIFY_COMPAT_RATHER __attribute__((enable_if(true, "rather than HIP's")))
#else
#define HIPIFY_COMPAT_RATHER
#endif

namespace detail_ {
template <class T_, bool = __is_class(T_)> struct class_ {};
template <class T_> struct class_<T_, true> { typedef T_ type_; };
}  // namespace detail_

#define HIPIFY_COMPAT_MATH(name_)                                                                                      \
  namespace detail_ {                                                                                                  \
  namespace of_##name_##_ {                                                                                            \
  HIPIFY_COMPAT_RATHER HIPIFY_COMPAT_BOTH double name_(double x_) { return hipify_compat::name_(x_); }                 \
  HIPIFY_COMPAT_RATHER HIPIFY_COMPAT_BOTH float name_(float x_) { return hipify_compat::name_(x_); }                   \
  template <class T_> HIPIFY_COMPAT_BOTH auto call_(const T_& x_) -> decltype(name_(x_)) { return name_(x_); }         \
  }                                                                                                                    \
  }                                                                                                                    \
  template <class T_, class = typename detail_::class_<T_>::type_>                                                     \
  HIPIFY_COMPAT_BOTH auto name_(const T_& x_) -> decltype(detail_::of_##name_##_::call_(x_)) {                         \
    return detail_::of_##name_##_::call_(x_);                                                                          \
  }
HIPIFY_COMPAT_EACH(HIPIFY_COMPAT_MATH)
#undef HIPIFY_COMPAT_MATH
#undef HIPIFY_COMPAT_EACH

namespace detail_ {
namespace of_sincos_ {
HIPIFY_COMPAT_RATHER HIPIFY_COMPAT_BOTH void sincos(double x_, double* sine_, double* cosine_) {
  hipify_compat::sincos(x_, sine_, cosine_);
}
HIPIFY_COMPAT_RATHER HIPIFY_COMPAT_BOTH void sincos(float x_, float* sine_, float* cosine_) {
  hipify_compat::sincos(x_, sine_, cosine_);
}
template <class T_, class R_>
HIPIFY_COMPAT_BOTH auto call_(const T_& x_, R_ sine_, R_ cosine_) -> decltype(sincos(x_, sine_, cosine_)) {
  return sincos(x_, sine_, cosine_);
}
}  // namespace of_sincos_
}  // namespace detail_
template <class T_, class R_, class = typename detail_::class_<T_>::type_>
HIPIFY_COMPAT_BOTH auto sincos(const T_& x_, R_ sine_, R_ cosine_)
    -> decltype(detail_::of_sincos_::call_(x_, sine_, cosine_)) {
  return detail_::of_sincos_::call_(x_, sine_, cosine_);
}
#undef HIPIFY_COMPAT_RATHER

/* ---- the smaller and the larger of two numbers --------------------------------------------------------------- */

/* CUDA's functions for the host and the device: two types of one size, of which one has a sign, meet in the one
 * without. HIP has them for `int` alone on the host, and goes by way of `double` on the device where types differ. */

#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

namespace detail_ {
template <class T_> HIPIFY_COMPAT_BOTH T_ made_();  // of nothing, for `decltype`
template <class A_, class B_> using both_ = decltype(true ? made_<A_>() : made_<B_>());
}  // namespace detail_

template <class A_, class B_> HIPIFY_COMPAT_BOTH constexpr detail_::both_<A_, B_> min(A_ a_, B_ b_) {
  return detail_::smaller_<detail_::both_<A_, B_>>(a_, b_);
}
template <class A_, class B_> HIPIFY_COMPAT_BOTH constexpr detail_::both_<A_, B_> max(A_ a_, B_ b_) {
  return detail_::larger_<detail_::both_<A_, B_>>(a_, b_);
}

#define HIPIFY_COMPAT_EXTREMES(result_, left_, right_)            \
  HIPIFY_COMPAT_BOTH constexpr result_ min(left_ a_, right_ b_) { \
    return detail_::smaller_<result_>(a_, b_);                     \
  }                                                               \
  HIPIFY_COMPAT_BOTH constexpr result_ max(left_ a_, right_ b_) { \
    return detail_::larger_<result_>(a_, b_);                    \
  }
#define HIPIFY_COMPAT_WHOLE(kind_)                                       \
  HIPIFY_COMPAT_EXTREMES(kind_, kind_, kind_)                            \
  HIPIFY_COMPAT_EXTREMES(unsigned kind_, unsigned kind_, unsigned kind_) \
  HIPIFY_COMPAT_EXTREMES(unsigned kind_, kind_, unsigned kind_)          \
  HIPIFY_COMPAT_EXTREMES(unsigned kind_, unsigned kind_, kind_)
HIPIFY_COMPAT_WHOLE(int)
HIPIFY_COMPAT_WHOLE(long)
HIPIFY_COMPAT_WHOLE(long long)
#undef HIPIFY_COMPAT_WHOLE
#undef HIPIFY_COMPAT_EXTREMES

HIPIFY_COMPAT_BOTH float min(float a_, float b_) { return ::fminf(a_, b_); }
HIPIFY_COMPAT_BOTH float max(float a_, float b_) { return ::fmaxf(a_, b_); }
HIPIFY_COMPAT_BOTH double min(double a_, double b_) { return ::fmin(a_, b_); }
HIPIFY_COMPAT_BOTH double max(double a_, double b_) { return ::fmax(a_, b_); }
HIPIFY_COMPAT_BOTH double min(float a_, double b_) { return ::fmin(static_cast<double>(a_), b_); }
HIPIFY_COMPAT_BOTH double max(float a_, double b_) { return ::fmax(static_cast<double>(a_), b_); }
HIPIFY_COMPAT_BOTH double min(double a_, float b_) { return ::fmin(a_, static_cast<double>(b_)); }
HIPIFY_COMPAT_BOTH double max(double a_, float b_) { return ::fmax(a_, static_cast<double>(b_)); }

#pragma pop_macro("max")
#pragma pop_macro("min")

/* ---- errors that HIP never returns ---------------------------------------------------------------------------- */

/* With CUDA's numbers, which mean nothing else in HIP: what handles them compiles, and is never run. Those of cuFFT
 * are numbers alone, so that this file needs no header of hipFFT. */

namespace detail_ {
#if defined(HIP_INCLUDE_HIP_HIP_RUNTIME_API_H)
using error_ = hipError_t;
#else
using error_ = int;
#endif
}  // namespace detail_

constexpr detail_::error_ cudaErrorAddressOfConstant = static_cast<detail_::error_>(22);
#if defined(__has_builtin) /* more than the enumeration's bits hold, which a cast may not make */
#if __has_builtin(__builtin_bit_cast)
constexpr detail_::error_ cudaErrorApiFailureBase = __builtin_bit_cast(detail_::error_, 10000);
#endif
#endif
constexpr detail_::error_ cudaErrorCallRequiresNewerDriver = static_cast<detail_::error_>(36);
constexpr detail_::error_ cudaErrorCdpNotSupported = static_cast<detail_::error_>(811);
constexpr detail_::error_ cudaErrorCdpVersionMismatch = static_cast<detail_::error_>(812);
constexpr detail_::error_ cudaErrorCompatNotSupportedOnDevice = static_cast<detail_::error_>(804);
constexpr detail_::error_ cudaErrorContained = static_cast<detail_::error_>(226);
constexpr detail_::error_ cudaErrorDeviceNotLicensed = static_cast<detail_::error_>(102);
constexpr detail_::error_ cudaErrorDevicesUnavailable = static_cast<detail_::error_>(46);
constexpr detail_::error_ cudaErrorDuplicateSurfaceName = static_cast<detail_::error_>(45);
constexpr detail_::error_ cudaErrorDuplicateTextureName = static_cast<detail_::error_>(44);
constexpr detail_::error_ cudaErrorDuplicateVariableName = static_cast<detail_::error_>(43);
constexpr detail_::error_ cudaErrorFunctionNotLoaded = static_cast<detail_::error_>(913);
constexpr detail_::error_ cudaErrorHardwareStackError = static_cast<detail_::error_>(714);
constexpr detail_::error_ cudaErrorIllegalInstruction = static_cast<detail_::error_>(715);
constexpr detail_::error_ cudaErrorIncompatibleDriverContext = static_cast<detail_::error_>(49);
constexpr detail_::error_ cudaErrorInvalidAddressSpace = static_cast<detail_::error_>(717);
constexpr detail_::error_ cudaErrorInvalidFilterSetting = static_cast<detail_::error_>(26);
constexpr detail_::error_ cudaErrorInvalidHostPointer = static_cast<detail_::error_>(16);
constexpr detail_::error_ cudaErrorInvalidNormSetting = static_cast<detail_::error_>(27);
constexpr detail_::error_ cudaErrorInvalidPc = static_cast<detail_::error_>(718);
constexpr detail_::error_ cudaErrorInvalidResourceConfiguration = static_cast<detail_::error_>(915);
constexpr detail_::error_ cudaErrorInvalidResourceType = static_cast<detail_::error_>(914);
constexpr detail_::error_ cudaErrorInvalidSurface = static_cast<detail_::error_>(37);
constexpr detail_::error_ cudaErrorInvalidTextureBinding = static_cast<detail_::error_>(19);
constexpr detail_::error_ cudaErrorJitCompilationDisabled = static_cast<detail_::error_>(223);
constexpr detail_::error_ cudaErrorJitCompilerNotFound = static_cast<detail_::error_>(221);
constexpr detail_::error_ cudaErrorLaunchFileScopedSurf = static_cast<detail_::error_>(67);
constexpr detail_::error_ cudaErrorLaunchFileScopedTex = static_cast<detail_::error_>(66);
constexpr detail_::error_ cudaErrorLaunchIncompatibleTexturing = static_cast<detail_::error_>(703);
constexpr detail_::error_ cudaErrorLaunchMaxDepthExceeded = static_cast<detail_::error_>(65);
constexpr detail_::error_ cudaErrorLaunchPendingCountExceeded = static_cast<detail_::error_>(69);
constexpr detail_::error_ cudaErrorLossyQuery = static_cast<detail_::error_>(402);
constexpr detail_::error_ cudaErrorMemoryValueTooLarge = static_cast<detail_::error_>(32);
constexpr detail_::error_ cudaErrorMisalignedAddress = static_cast<detail_::error_>(716);
constexpr detail_::error_ cudaErrorMixedDeviceExecution = static_cast<detail_::error_>(28);
constexpr detail_::error_ cudaErrorMpsClientTerminated = static_cast<detail_::error_>(810);
constexpr detail_::error_ cudaErrorMpsConnectionFailed = static_cast<detail_::error_>(805);
constexpr detail_::error_ cudaErrorMpsMaxClientsReached = static_cast<detail_::error_>(808);
constexpr detail_::error_ cudaErrorMpsMaxConnectionsReached = static_cast<detail_::error_>(809);
constexpr detail_::error_ cudaErrorMpsRpcFailure = static_cast<detail_::error_>(806);
constexpr detail_::error_ cudaErrorMpsServerNotReady = static_cast<detail_::error_>(807);
constexpr detail_::error_ cudaErrorNotPermitted = static_cast<detail_::error_>(800);
constexpr detail_::error_ cudaErrorNotYetImplemented = static_cast<detail_::error_>(31);
constexpr detail_::error_ cudaErrorNvlinkUncorrectable = static_cast<detail_::error_>(220);
constexpr detail_::error_ cudaErrorSoftwareValidityNotEstablished = static_cast<detail_::error_>(103);
constexpr detail_::error_ cudaErrorStartupFailure = static_cast<detail_::error_>(127);
constexpr detail_::error_ cudaErrorStubLibrary = static_cast<detail_::error_>(34);
constexpr detail_::error_ cudaErrorSyncDepthExceeded = static_cast<detail_::error_>(68);
constexpr detail_::error_ cudaErrorSynchronizationError = static_cast<detail_::error_>(25);
constexpr detail_::error_ cudaErrorSystemDriverMismatch = static_cast<detail_::error_>(803);
constexpr detail_::error_ cudaErrorSystemNotReady = static_cast<detail_::error_>(802);
constexpr detail_::error_ cudaErrorTensorMemoryLeak = static_cast<detail_::error_>(721);
constexpr detail_::error_ cudaErrorTextureFetchFailed = static_cast<detail_::error_>(23);
constexpr detail_::error_ cudaErrorTextureNotBound = static_cast<detail_::error_>(24);
constexpr detail_::error_ cudaErrorTimeout = static_cast<detail_::error_>(909);
constexpr detail_::error_ cudaErrorTooManyPeers = static_cast<detail_::error_>(711);
constexpr detail_::error_ cudaErrorUnsupportedDevSideSync = static_cast<detail_::error_>(225);
constexpr detail_::error_ cudaErrorUnsupportedExecAffinity = static_cast<detail_::error_>(224);
constexpr detail_::error_ cudaErrorUnsupportedPtxVersion = static_cast<detail_::error_>(222);

constexpr detail_::error_ CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = static_cast<detail_::error_>(36);
constexpr detail_::error_ CUDA_ERROR_CDP_NOT_SUPPORTED = static_cast<detail_::error_>(811);
constexpr detail_::error_ CUDA_ERROR_CDP_VERSION_MISMATCH = static_cast<detail_::error_>(812);
constexpr detail_::error_ CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = static_cast<detail_::error_>(804);
constexpr detail_::error_ CUDA_ERROR_CONTAINED = static_cast<detail_::error_>(226);
constexpr detail_::error_ CUDA_ERROR_DEVICE_NOT_LICENSED = static_cast<detail_::error_>(102);
constexpr detail_::error_ CUDA_ERROR_DEVICE_UNAVAILABLE = static_cast<detail_::error_>(46);
constexpr detail_::error_ CUDA_ERROR_FUNCTION_NOT_LOADED = static_cast<detail_::error_>(913);
constexpr detail_::error_ CUDA_ERROR_HARDWARE_STACK_ERROR = static_cast<detail_::error_>(714);
constexpr detail_::error_ CUDA_ERROR_ILLEGAL_INSTRUCTION = static_cast<detail_::error_>(715);
constexpr detail_::error_ CUDA_ERROR_INVALID_ADDRESS_SPACE = static_cast<detail_::error_>(717);
constexpr detail_::error_ CUDA_ERROR_INVALID_PC = static_cast<detail_::error_>(718);
constexpr detail_::error_ CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = static_cast<detail_::error_>(915);
constexpr detail_::error_ CUDA_ERROR_INVALID_RESOURCE_TYPE = static_cast<detail_::error_>(914);
constexpr detail_::error_ CUDA_ERROR_JIT_COMPILATION_DISABLED = static_cast<detail_::error_>(223);
constexpr detail_::error_ CUDA_ERROR_JIT_COMPILER_NOT_FOUND = static_cast<detail_::error_>(221);
constexpr detail_::error_ CUDA_ERROR_KEY_ROTATION = static_cast<detail_::error_>(916);
constexpr detail_::error_ CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = static_cast<detail_::error_>(703);
constexpr detail_::error_ CUDA_ERROR_LOSSY_QUERY = static_cast<detail_::error_>(402);
constexpr detail_::error_ CUDA_ERROR_MISALIGNED_ADDRESS = static_cast<detail_::error_>(716);
constexpr detail_::error_ CUDA_ERROR_MPS_CLIENT_TERMINATED = static_cast<detail_::error_>(810);
constexpr detail_::error_ CUDA_ERROR_MPS_CONNECTION_FAILED = static_cast<detail_::error_>(805);
constexpr detail_::error_ CUDA_ERROR_MPS_MAX_CLIENTS_REACHED = static_cast<detail_::error_>(808);
constexpr detail_::error_ CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED = static_cast<detail_::error_>(809);
constexpr detail_::error_ CUDA_ERROR_MPS_RPC_FAILURE = static_cast<detail_::error_>(806);
constexpr detail_::error_ CUDA_ERROR_MPS_SERVER_NOT_READY = static_cast<detail_::error_>(807);
constexpr detail_::error_ CUDA_ERROR_NOT_PERMITTED = static_cast<detail_::error_>(800);
constexpr detail_::error_ CUDA_ERROR_NVLINK_UNCORRECTABLE = static_cast<detail_::error_>(220);
constexpr detail_::error_ CUDA_ERROR_STUB_LIBRARY = static_cast<detail_::error_>(34);
constexpr detail_::error_ CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = static_cast<detail_::error_>(803);
constexpr detail_::error_ CUDA_ERROR_SYSTEM_NOT_READY = static_cast<detail_::error_>(802);
constexpr detail_::error_ CUDA_ERROR_TENSOR_MEMORY_LEAK = static_cast<detail_::error_>(721);
constexpr detail_::error_ CUDA_ERROR_TIMEOUT = static_cast<detail_::error_>(909);
constexpr detail_::error_ CUDA_ERROR_TOO_MANY_PEERS = static_cast<detail_::error_>(711);
constexpr detail_::error_ CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = static_cast<detail_::error_>(225);
constexpr detail_::error_ CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY = static_cast<detail_::error_>(224);
constexpr detail_::error_ CUDA_ERROR_UNSUPPORTED_PTX_VERSION = static_cast<detail_::error_>(222);

constexpr int CUFFT_LICENSE_ERROR = 15;
constexpr int CUFFT_MISSING_DEPENDENCY = 17;
constexpr int CUFFT_NVJITLINK_FAILURE = 19;
constexpr int CUFFT_NVRTC_FAILURE = 18;
constexpr int CUFFT_NVSHMEM_FAILURE = 20;

}  // namespace hipify_compat

#undef HIPIFY_COMPAT_DEVICE
#undef HIPIFY_COMPAT_BOTH

#endif  // HIPIFY_COMPAT_H
