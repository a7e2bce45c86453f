/* hipify_half.h - functions on half and bfloat16 that CUDA has and HIP lacks, for AMD GPUs.
 *
 * Each is named after the CUDA function it stands for, less the underscores it begins with, and does what NVIDIA's
 * documentation says of that one, bit by bit; a NaN is CUDA's, 0x7fff. Needs C++11 and HIP's own headers; the same for
 * ROCm 6.4 and 7.x. What hipify_compat.h says of macros holds here too.
 *
 * A compiler of plain C++ may read this file: it declares nothing then, unless HIPIFY_HALF_TYPES says that __half,
 * __half2, __hip_bfloat16 and __hip_bfloat162 are there.
 */
#ifndef HIPIFY_HALF_H
#define HIPIFY_HALF_H

#if defined(__CUDACC__) && !defined(__HIP__)
#error "hipify_half.h is for AMD GPUs: compile the CUDA source itself for NVIDIA's"
#endif

#if defined(__HIP__) || defined(__HIPCC__) || defined(__HIPCC_RTC__)
#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>
#endif
#define HIPIFY_HALF_TYPES
#define HIPIFY_HALF_DEVICE __device__ inline
#define HIPIFY_HALF_BOTH __host__ __device__ inline
#else
#define HIPIFY_HALF_DEVICE inline
#define HIPIFY_HALF_BOTH inline
#endif

#if defined(HIPIFY_HALF_TYPES)
#if !defined(__HIPCC_RTC__)
#include <cmath>
#endif

namespace hipify_half {

namespace detail_ {

typedef unsigned long long wide_;

template <class To_, class From_> HIPIFY_HALF_BOTH To_ same_bits_(const From_& from_) {
  static_assert(sizeof(To_) == sizeof(From_), "types of one size");
  To_ to_;
  __builtin_memcpy(static_cast<void*>(&to_), static_cast<const void*>(&from_), sizeof to_);
  return to_;
}

/* How results are rounded. */
enum mode_ { rn_, rd_, ru_, rz_ };

HIPIFY_HALF_BOTH bool grows_(mode_ how_, bool negative_, wide_ kept_, wide_ rest_, wide_ middle_) {
  if (how_ == rn_) return rest_ > middle_ || (rest_ == middle_ && (kept_ & 1u) != 0u);
  return rest_ != 0u && (how_ == ru_ ? !negative_ : how_ == rd_ && negative_);
}

/* Numbers of 16 bits: so many digits with the hidden one, the rest but one for the exponent. */
template <int digits_> struct format_ {
  static constexpr int above_ = 16 - digits_; /* bits of the exponent */
  static constexpr unsigned infinite_ = ((1u << above_) - 1u) << (digits_ - 1);
  static constexpr int least_ = 3 - (1 << (above_ - 1)) - digits_; /* the exponent of the lowest bit of all */
  static constexpr unsigned short nan_ = 0x7fff;

  HIPIFY_HALF_BOTH static bool is_nan_(unsigned bits_) { return (bits_ & 0x7fffu) > infinite_; }

  /* A number by its sign and its whole number of units of 2 to the power of `exponent_`. */
  HIPIFY_HALF_BOTH static unsigned short rounded_(mode_ how_, bool negative_, wide_ units_, int exponent_) {
    const unsigned sign_ = negative_ ? 0x8000u : 0u;
    if (units_ == 0u) return static_cast<unsigned short>(sign_);
    int unit_ = exponent_ + (63 - __builtin_clzll(units_)) - (digits_ - 1);
    if (unit_ < least_) unit_ = least_;
    const int drop_ = unit_ - exponent_;
    wide_ kept_;
    if (drop_ <= 0) {
      kept_ = units_ << -drop_;
    } else {
      const bool tiny_ = drop_ > 63; /* less than half of the lowest bit */
      const wide_ all_ = tiny_ ? 1u : units_;
      const int away_ = tiny_ ? 63 : drop_;
      kept_ = all_ >> away_;
      kept_ += grows_(how_, negative_, kept_, all_ & ((1ull << away_) - 1u), 1ull << (away_ - 1)) ? 1u : 0u;
    }
    const bool beyond_ = unit_ - least_ >= 1 << above_;
    const wide_ made_ = beyond_ ? infinite_ : (static_cast<wide_>(unit_ - least_) << (digits_ - 1)) + kept_;
    const bool bounded_ = how_ == rz_ || (how_ == rd_ && !negative_) || (how_ == ru_ && negative_);
    const unsigned found_ = made_ < infinite_ ? static_cast<unsigned>(made_) : bounded_ ? infinite_ - 1u : infinite_;
    return static_cast<unsigned short>(sign_ | found_);
  }

  HIPIFY_HALF_BOTH static unsigned short from_(mode_ how_, double from_) {
    const wide_ bits_ = same_bits_<wide_>(from_);
    const wide_ fraction_ = bits_ & 0xfffffffffffffull;
    const int power_ = static_cast<int>(bits_ >> 52 & 0x7ffu);
    if (power_ == 0x7ff) {
      return static_cast<unsigned short>(fraction_ != 0u ? nan_ : (bits_ >> 63 << 15 | infinite_));
    }
    const wide_ units_ = power_ == 0 ? fraction_ : fraction_ | 1ull << 52;
    return rounded_(how_, bits_ >> 63 != 0u, units_, (power_ == 0 ? 1 : power_) - 1075);
  }
  HIPIFY_HALF_BOTH static unsigned short from_(mode_ how_, float from_) {
    const unsigned bits_ = same_bits_<unsigned>(from_);
    const unsigned fraction_ = bits_ & 0x7fffffu;
    const int power_ = static_cast<int>(bits_ >> 23 & 0xffu);
    if (power_ == 0xff) return static_cast<unsigned short>(fraction_ != 0u ? nan_ : (bits_ >> 31 << 15 | infinite_));
    const unsigned units_ = power_ == 0 ? fraction_ : fraction_ | 1u << 23;
    return rounded_(how_, bits_ >> 31 != 0u, units_, (power_ == 0 ? 1 : power_) - 150);
  }
  HIPIFY_HALF_BOTH static unsigned short from_(mode_ how_, long long from_) {
    const wide_ bits_ = static_cast<wide_>(from_);
    return rounded_(how_, from_ < 0, from_ < 0 ? 0u - bits_ : bits_, 0);
  }
  HIPIFY_HALF_BOTH static unsigned short from_(mode_ how_, wide_ from_) { return rounded_(how_, false, from_, 0); }

  /* What is not finite is left out. */
  HIPIFY_HALF_BOTH static wide_ units_of_(unsigned bits_, int& exponent_) {
    const int power_ = static_cast<int>((bits_ & 0x7fffu) >> (digits_ - 1));
    const wide_ fraction_ = bits_ & ((1u << (digits_ - 1)) - 1u);
    exponent_ = least_ + (power_ == 0 ? 0 : power_ - 1);
    return power_ == 0 ? fraction_ : fraction_ | 1u << (digits_ - 1);
  }

  /* The whole number that is the nearest by the rounding, within bounds, of which the lower is given as a size. */
  HIPIFY_HALF_BOTH static wide_ whole_(mode_ how_, unsigned bits_, wide_ highest_, wide_ lowest_, wide_ of_nan_) {
    if (is_nan_(bits_)) return of_nan_;
    const bool negative_ = (bits_ & 0x8000u) != 0u;
    const wide_ bound_ = negative_ ? lowest_ : highest_;
    int exponent_;
    const wide_ units_ = units_of_(bits_, exponent_);
    wide_ size_ = bound_;
    if ((bits_ & 0x7fffu) == infinite_ || exponent_ >= 64 - digits_) {
      size_ = bound_ == ~0ull && exponent_ == 64 - digits_ && (bits_ & 0x7fffu) != infinite_ ? units_ << exponent_ : bound_;
    } else if (exponent_ >= 0) {
      size_ = units_ << exponent_;
    } else {
      const int away_ = exponent_ < -63 ? 63 : -exponent_;
      const wide_ all_ = exponent_ < -63 && units_ != 0u ? 1u : units_;
      const wide_ kept_ = all_ >> away_;
      size_ = kept_ + (grows_(how_, negative_, kept_, all_ & ((1ull << away_) - 1u), 1ull << (away_ - 1)) ? 1u : 0u);
    }
    if (size_ > bound_) size_ = bound_;
    return negative_ ? 0u - size_ : size_;
  }

  HIPIFY_HALF_BOTH static double value_(unsigned bits_) {
    const double sign_ = (bits_ & 0x8000u) != 0u ? -1.0 : 1.0;
    if (is_nan_(bits_)) return same_bits_<double>(0x7ff8000000000000ull);
    if ((bits_ & 0x7fffu) == infinite_) return sign_ * same_bits_<double>(0x7ff0000000000000ull);
    int exponent_;
    const wide_ units_ = units_of_(bits_, exponent_);
    return sign_ * static_cast<double>(units_) * same_bits_<double>(static_cast<wide_>(exponent_ + 1023) << 52);
  }

  /* a * b + c, rounded once: the product is exact in a double; what the sum loses goes into its last bit. */
  HIPIFY_HALF_BOTH static unsigned short fma_(unsigned a_, unsigned b_, unsigned c_) {
    const double product_ = value_(a_) * value_(b_), added_ = value_(c_);
    const double sum_ = product_ + added_;
    const double part_ = sum_ - product_;
    const double lost_ = (product_ - (sum_ - part_)) + (added_ - part_);
    if (!(lost_ < 0.0 || lost_ > 0.0)) return from_(rn_, sum_);
    const wide_ nearer_ = same_bits_<wide_>(sum_) - ((lost_ < 0.0) != (sum_ < 0.0) ? 1u : 0u);
    return from_(rn_, same_bits_<double>(nearer_ | 1u));
  }
  HIPIFY_HALF_BOTH static unsigned short relu_(unsigned short bits_) {
    return is_nan_(bits_) ? nan_ : (bits_ & 0x8000u) != 0u ? static_cast<unsigned short>(0) : bits_;
  }

  /* From 0 to 1; what is no number comes to 0. */
  HIPIFY_HALF_BOTH static unsigned short unit_(unsigned short bits_) {
    const unsigned short one_ = from_(rn_, 1.0f);
    if (is_nan_(bits_) || (bits_ & 0x8000u) != 0u) return 0;
    return bits_ > one_ ? one_ : bits_;
  }
  HIPIFY_HALF_BOTH static unsigned short sum_(unsigned a_, unsigned b_) { return fma_(a_, from_(rn_, 1.0f), b_); }
  HIPIFY_HALF_BOTH static unsigned short less_(unsigned a_, unsigned b_) { return sum_(a_, b_ ^ 0x8000u); }
  HIPIFY_HALF_BOTH static unsigned short times_(unsigned a_, unsigned b_) { return fma_(a_, b_, 0x8000u); }

  /* In order of size, both zeros alike. */
  HIPIFY_HALF_BOTH static int place_(unsigned bits_) {
    const int size_ = static_cast<int>(bits_ & 0x7fffu);
    return (bits_ & 0x8000u) != 0u ? -size_ : size_;
  }
  HIPIFY_HALF_BOTH static unsigned max_nan_(unsigned a_, unsigned b_) {
    if (is_nan_(a_) || is_nan_(b_)) return nan_;
    return place_(a_) == place_(b_) ? a_ & b_ : place_(a_) > place_(b_) ? a_ : b_;
  }
  HIPIFY_HALF_BOTH static unsigned min_nan_(unsigned a_, unsigned b_) {
    if (is_nan_(a_) || is_nan_(b_)) return nan_;
    return place_(a_) == place_(b_) ? a_ | b_ : place_(a_) < place_(b_) ? a_ : b_;
  }
  HIPIFY_HALF_BOTH static unsigned short tanh_(unsigned bits_) {
    return from_(rn_, ::tanhf(static_cast<float>(value_(bits_))));
  }
};
typedef format_<11> halves_;
typedef format_<8> bfloats_;

HIPIFY_HALF_BOTH unsigned pair_(unsigned low_, unsigned high_) { return (low_ & 0xffffu) | high_ << 16; }

}  // namespace detail_

/* ---- conversions ------------------------------------------------------------------------------------------------ */

#define HIPIFY_HALF_ROUNDINGS(USE_, name_, ...) \
  USE_(name_, rn, __VA_ARGS__)                  \
  USE_(name_, rd, __VA_ARGS__)                  \
  USE_(name_, ru, __VA_ARGS__)                  \
  USE_(name_, rz, __VA_ARGS__)
#define HIPIFY_HALF_FROM(name_, how_, T_, as_)                                                                     \
  HIPIFY_HALF_BOTH __hip_bfloat16 name_##how_(T_ from_) {                                                          \
    return detail_::same_bits_<__hip_bfloat16>(detail_::bfloats_::from_(detail_::how_##_, static_cast<as_>(from_))); \
  }
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_FROM, float2bfloat16_, float, float)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_FROM, short2bfloat16_, short, long long)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_FROM, ushort2bfloat16_, unsigned short, detail_::wide_)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_FROM, int2bfloat16_, int, long long)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_FROM, uint2bfloat16_, unsigned, detail_::wide_)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_FROM, ll2bfloat16_, long long, long long)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_FROM, ull2bfloat16_, unsigned long long, detail_::wide_)

#define HIPIFY_HALF_TO(name_, how_, T_, highest_, lowest_, of_nan_)                                                \
  HIPIFY_HALF_BOTH T_ name_##how_(__hip_bfloat16 from_) {                                                          \
    return static_cast<T_>(detail_::bfloats_::whole_(detail_::how_##_, detail_::same_bits_<unsigned short>(from_), \
                                                     highest_, lowest_, of_nan_));                                 \
  }
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_TO, bfloat162short_, short, 0x7fffull, 0x8000ull, 0ull)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_TO, bfloat162ushort_, unsigned short, 0xffffull, 0ull, 0ull)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_TO, bfloat162int_, int, 0x7fffffffull, 0x80000000ull, 0ull)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_TO, bfloat162uint_, unsigned, 0xffffffffull, 0ull, 0ull)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_TO, bfloat162ll_, long long, ~0ull >> 1, 1ull << 63, 1ull << 63)
HIPIFY_HALF_ROUNDINGS(HIPIFY_HALF_TO, bfloat162ull_, unsigned long long, ~0ull, 0ull, 1ull << 63)
HIPIFY_HALF_TO(bfloat162char_, rz, signed char, 0x7full, 0x80ull, 0ull)
HIPIFY_HALF_TO(bfloat162uchar_, rz, unsigned char, 0xffull, 0ull, 0ull)

HIPIFY_HALF_BOTH signed char half2char_rz(__half from_) {
  const unsigned short bits_ = detail_::same_bits_<unsigned short>(from_);
  return static_cast<signed char>(detail_::halves_::whole_(detail_::rz_, bits_, 0x7fu, 0x80u, 0u));
}
HIPIFY_HALF_BOTH unsigned char half2uchar_rz(__half from_) {
  const unsigned short bits_ = detail_::same_bits_<unsigned short>(from_);
  return static_cast<unsigned char>(detail_::halves_::whole_(detail_::rz_, bits_, 0xffu, 0u, 0u));
}
HIPIFY_HALF_BOTH __half double2half(double from_) {
  return detail_::same_bits_<__half>(detail_::halves_::from_(detail_::rn_, from_));
}
HIPIFY_HALF_BOTH __hip_bfloat162 make_bfloat162(__hip_bfloat16 low_, __hip_bfloat16 high_) {
  return detail_::same_bits_<__hip_bfloat162>(detail_::pair_(detail_::same_bits_<unsigned short>(low_),
                                                             detail_::same_bits_<unsigned short>(high_)));
}
HIPIFY_HALF_BOTH __hip_bfloat162 floats2bfloat162_rn(float low_, float high_) {
  return make_bfloat162(float2bfloat16_rn(low_), float2bfloat16_rn(high_));
}
HIPIFY_HALF_BOTH __hip_bfloat162 float2bfloat162_rn(float from_) { return floats2bfloat162_rn(from_, from_); }

#undef HIPIFY_HALF_ROUNDINGS
#undef HIPIFY_HALF_FROM
#undef HIPIFY_HALF_TO

/* ---- arithmetic and comparison ----------------------------------------------------------------------------------- */

#define HIPIFY_HALF_MASK(name_, pair_t_, format_, unordered_, order_)                                  \
  HIPIFY_HALF_BOTH unsigned name_(pair_t_ a_, pair_t_ b_) {                                            \
    const unsigned in_ = detail_::same_bits_<unsigned>(a_), by_ = detail_::same_bits_<unsigned>(b_);   \
    unsigned found_ = 0u;                                                                              \
    for (int at_ = 0; at_ < 32; at_ += 16) {                                                           \
      const unsigned one_ = in_ >> at_ & 0xffffu, other_ = by_ >> at_ & 0xffffu;                       \
      const bool odd_ = detail_::format_::is_nan_(one_) || detail_::format_::is_nan_(other_);          \
      const bool holds_ = detail_::format_::place_(one_) order_ detail_::format_::place_(other_);      \
      found_ |= (odd_ ? unordered_ : holds_) ? 0xffffu << at_ : 0u;                                    \
    }                                                                                                  \
    return found_;                                                                                     \
  }
#define HIPIFY_HALF_UNIT(name_, name2_, one_t_, pair_t_, format_, made_)                               \
  HIPIFY_HALF_BOTH one_t_ name_(one_t_ a_, one_t_ b_) {                                                \
    const unsigned in_ = detail_::same_bits_<unsigned short>(a_);                                      \
    const unsigned by_ = detail_::same_bits_<unsigned short>(b_);                                      \
    return detail_::same_bits_<one_t_>(detail_::format_::unit_(detail_::format_::made_(in_, by_)));    \
  }                                                                                                    \
  HIPIFY_HALF_BOTH pair_t_ name2_(pair_t_ a_, pair_t_ b_) {                                            \
    const unsigned in_ = detail_::same_bits_<unsigned>(a_), by_ = detail_::same_bits_<unsigned>(b_);   \
    const unsigned low_ = detail_::format_::unit_(detail_::format_::made_(in_ & 0xffffu, by_ & 0xffffu)); \
    const unsigned high_ = detail_::format_::unit_(detail_::format_::made_(in_ >> 16, by_ >> 16));     \
    return detail_::same_bits_<pair_t_>(detail_::pair_(low_, high_));                                  \
  }
#define HIPIFY_HALF_FMA(name_, name2_, one_t_, pair_t_, format_, kept_)                                \
  HIPIFY_HALF_BOTH one_t_ name_(one_t_ a_, one_t_ b_, one_t_ c_) {                                     \
    const unsigned short made_ = detail_::format_::fma_(detail_::same_bits_<unsigned short>(a_),       \
                                                        detail_::same_bits_<unsigned short>(b_),       \
                                                        detail_::same_bits_<unsigned short>(c_));      \
    return detail_::same_bits_<one_t_>(detail_::format_::kept_(made_));                                \
  }                                                                                                    \
  HIPIFY_HALF_BOTH pair_t_ name2_(pair_t_ a_, pair_t_ b_, pair_t_ c_) {                                \
    const unsigned in_ = detail_::same_bits_<unsigned>(a_), by_ = detail_::same_bits_<unsigned>(b_);   \
    const unsigned on_ = detail_::same_bits_<unsigned>(c_);                                            \
    const unsigned low_ = detail_::format_::fma_(in_ & 0xffffu, by_ & 0xffffu, on_ & 0xffffu);         \
    const unsigned high_ = detail_::format_::fma_(in_ >> 16, by_ >> 16, on_ >> 16);                    \
    return detail_::same_bits_<pair_t_>(detail_::pair_(detail_::format_::kept_(low_), detail_::format_::kept_(high_))); \
  }
#define HIPIFY_HALF_ORDER(name_, pair_t_, format_)                                                     \
  HIPIFY_HALF_BOTH pair_t_ name_(pair_t_ a_, pair_t_ b_) {                                             \
    const unsigned one_ = detail_::format_::from_(detail_::rn_, 1.0f);                                 \
    return detail_::same_bits_<pair_t_>(name_##_mask(a_, b_) & detail_::pair_(one_, one_));            \
  }
#define HIPIFY_HALF_ALL(one_t_, pair_t_, format_)                                                      \
  HIPIFY_HALF_MASK(heq2_mask, pair_t_, format_, false, ==)                                             \
  HIPIFY_HALF_MASK(hne2_mask, pair_t_, format_, false, !=)                                             \
  HIPIFY_HALF_MASK(hle2_mask, pair_t_, format_, false, <=)                                             \
  HIPIFY_HALF_MASK(hlt2_mask, pair_t_, format_, false, <)                                              \
  HIPIFY_HALF_MASK(hge2_mask, pair_t_, format_, false, >=)                                             \
  HIPIFY_HALF_MASK(hgt2_mask, pair_t_, format_, false, >)                                              \
  HIPIFY_HALF_MASK(hequ2_mask, pair_t_, format_, true, ==)                                             \
  HIPIFY_HALF_MASK(hneu2_mask, pair_t_, format_, true, !=)                                             \
  HIPIFY_HALF_MASK(hleu2_mask, pair_t_, format_, true, <=)                                             \
  HIPIFY_HALF_MASK(hltu2_mask, pair_t_, format_, true, <)                                              \
  HIPIFY_HALF_MASK(hgeu2_mask, pair_t_, format_, true, >=)                                             \
  HIPIFY_HALF_MASK(hgtu2_mask, pair_t_, format_, true, >)                                              \
  HIPIFY_HALF_BOTH one_t_ hmax_nan(one_t_ a_, one_t_ b_) {                                             \
    const unsigned in_ = detail_::same_bits_<unsigned short>(a_);                                      \
    const unsigned by_ = detail_::same_bits_<unsigned short>(b_);                                      \
    return detail_::same_bits_<one_t_>(static_cast<unsigned short>(detail_::format_::max_nan_(in_, by_))); \
  }                                                                                                    \
  HIPIFY_HALF_BOTH one_t_ hmin_nan(one_t_ a_, one_t_ b_) {                                             \
    const unsigned in_ = detail_::same_bits_<unsigned short>(a_);                                      \
    const unsigned by_ = detail_::same_bits_<unsigned short>(b_);                                      \
    return detail_::same_bits_<one_t_>(static_cast<unsigned short>(detail_::format_::min_nan_(in_, by_))); \
  }                                                                                                    \
  HIPIFY_HALF_BOTH pair_t_ hmax2_nan(pair_t_ a_, pair_t_ b_) {                                         \
    const unsigned in_ = detail_::same_bits_<unsigned>(a_), by_ = detail_::same_bits_<unsigned>(b_);   \
    const unsigned low_ = detail_::format_::max_nan_(in_ & 0xffffu, by_ & 0xffffu);                    \
    return detail_::same_bits_<pair_t_>(detail_::pair_(low_, detail_::format_::max_nan_(in_ >> 16, by_ >> 16))); \
  }                                                                                                    \
  HIPIFY_HALF_BOTH pair_t_ hmin2_nan(pair_t_ a_, pair_t_ b_) {                                         \
    const unsigned in_ = detail_::same_bits_<unsigned>(a_), by_ = detail_::same_bits_<unsigned>(b_);   \
    const unsigned low_ = detail_::format_::min_nan_(in_ & 0xffffu, by_ & 0xffffu);                    \
    return detail_::same_bits_<pair_t_>(detail_::pair_(low_, detail_::format_::min_nan_(in_ >> 16, by_ >> 16))); \
  }                                                                                                    \
  HIPIFY_HALF_FMA(hfma_relu, hfma2_relu, one_t_, pair_t_, format_, relu_)                              \
  HIPIFY_HALF_BOTH pair_t_ hcmadd(pair_t_ a_, pair_t_ b_, pair_t_ c_) {                                \
    const unsigned in_ = detail_::same_bits_<unsigned>(a_), by_ = detail_::same_bits_<unsigned>(b_);   \
    const unsigned on_ = detail_::same_bits_<unsigned>(c_);                                            \
    const unsigned real_ = in_ & 0xffffu, imaginary_ = in_ >> 16;                                      \
    const unsigned low_ = detail_::format_::fma_(real_, by_ & 0xffffu, on_ & 0xffffu);                 \
    const unsigned high_ = detail_::format_::fma_(real_, by_ >> 16, on_ >> 16);                        \
    return detail_::same_bits_<pair_t_>(                                                               \
        detail_::pair_(detail_::format_::fma_(imaginary_ ^ 0x8000u, by_ >> 16, low_),                  \
                       detail_::format_::fma_(imaginary_, by_ & 0xffffu, high_)));                     \
  }                                                                                                    \
  HIPIFY_HALF_UNIT(hadd_sat, hadd2_sat, one_t_, pair_t_, format_, sum_)                                \
  HIPIFY_HALF_UNIT(hsub_sat, hsub2_sat, one_t_, pair_t_, format_, less_)                               \
  HIPIFY_HALF_UNIT(hmul_sat, hmul2_sat, one_t_, pair_t_, format_, times_)                              \
  HIPIFY_HALF_FMA(hfma_sat, hfma2_sat, one_t_, pair_t_, format_, unit_)                                \
  HIPIFY_HALF_ORDER(hequ2, pair_t_, format_)                                                           \
  HIPIFY_HALF_ORDER(hneu2, pair_t_, format_)                                                           \
  HIPIFY_HALF_ORDER(hleu2, pair_t_, format_)                                                           \
  HIPIFY_HALF_ORDER(hltu2, pair_t_, format_)                                                           \
  HIPIFY_HALF_ORDER(hgeu2, pair_t_, format_)                                                           \
  HIPIFY_HALF_ORDER(hgtu2, pair_t_, format_)                                                           \
  HIPIFY_HALF_BOTH one_t_ htanh(one_t_ a_) {                                                           \
    return detail_::same_bits_<one_t_>(detail_::format_::tanh_(detail_::same_bits_<unsigned short>(a_))); \
  }                                                                                                    \
  HIPIFY_HALF_BOTH pair_t_ h2tanh(pair_t_ a_) {                                                        \
    const unsigned in_ = detail_::same_bits_<unsigned>(a_);                                            \
    return detail_::same_bits_<pair_t_>(                                                               \
        detail_::pair_(detail_::format_::tanh_(in_ & 0xffffu), detail_::format_::tanh_(in_ >> 16)));   \
  }                                                                                                    \
  HIPIFY_HALF_BOTH one_t_ htanh_approx(one_t_ a_) { return htanh(a_); }                                \
  HIPIFY_HALF_BOTH pair_t_ h2tanh_approx(pair_t_ a_) { return h2tanh(a_); }
HIPIFY_HALF_ALL(__half, __half2, halves_)
HIPIFY_HALF_ALL(__hip_bfloat16, __hip_bfloat162, bfloats_)
#undef HIPIFY_HALF_MASK
#undef HIPIFY_HALF_UNIT
#undef HIPIFY_HALF_FMA
#undef HIPIFY_HALF_ORDER
#undef HIPIFY_HALF_ALL

/* ---- atomic operations -------------------------------------------------------------------------------------------- */

#if defined(__HIP__)

namespace detail_ {

/* Adds in a word of 4 bytes that others may change meanwhile: one number in its lower or upper half, or two. */
template <class Format_> HIPIFY_HALF_DEVICE unsigned sum_(unsigned a_, unsigned b_) {
  return Format_::fma_(a_ & 0xffffu, Format_::from_(rn_, 1.0f), b_ & 0xffffu);
}
template <class Format_> HIPIFY_HALF_DEVICE unsigned add_(unsigned* at_, unsigned value_, bool low_, bool high_) {
  unsigned old_ = __hip_atomic_load(at_, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), new_;
  do {
    new_ = pair_(low_ ? sum_<Format_>(old_, value_) : old_, high_ ? sum_<Format_>(old_ >> 16, value_ >> 16) : old_ >> 16);
  } while (!__hip_atomic_compare_exchange_strong(at_, &old_, new_, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT));
  return old_;
}
template <class Format_, class T_> HIPIFY_HALF_DEVICE T_ add_one_(T_* at_, T_ value_) {
  const wide_ place_ = reinterpret_cast<wide_>(at_);
  const bool high_ = (place_ & 2u) != 0u;
  const unsigned bits_ = same_bits_<unsigned short>(value_);
  unsigned* word_ = reinterpret_cast<unsigned*>(reinterpret_cast<char*>(at_) - (high_ ? 2 : 0));
  const unsigned old_ = add_<Format_>(word_, bits_ << (high_ ? 16 : 0), !high_, high_);
  return same_bits_<T_>(static_cast<unsigned short>(high_ ? old_ >> 16 : old_));
}

}  // namespace detail_

HIPIFY_HALF_DEVICE __half2 atomicAdd(__half2* at_, __half2 value_) {
  const unsigned bits_ = detail_::same_bits_<unsigned>(value_);
  return detail_::same_bits_<__half2>(detail_::add_<detail_::halves_>(reinterpret_cast<unsigned*>(at_), bits_, true, true));
}
HIPIFY_HALF_DEVICE __hip_bfloat162 atomicAdd(__hip_bfloat162* at_, __hip_bfloat162 value_) {
  const unsigned bits_ = detail_::same_bits_<unsigned>(value_);
  return detail_::same_bits_<__hip_bfloat162>(
      detail_::add_<detail_::bfloats_>(reinterpret_cast<unsigned*>(at_), bits_, true, true));
}
HIPIFY_HALF_DEVICE __half atomicAdd(__half* at_, __half value_) {
  return detail_::add_one_<detail_::halves_>(at_, value_);
}
HIPIFY_HALF_DEVICE __hip_bfloat16 atomicAdd(__hip_bfloat16* at_, __hip_bfloat16 value_) {
  return detail_::add_one_<detail_::bfloats_>(at_, value_);
}

#endif  // __HIP__

}  // namespace hipify_half

#endif  // HIPIFY_HALF_TYPES

#undef HIPIFY_HALF_DEVICE
#undef HIPIFY_HALF_BOTH

#endif  // HIPIFY_HALF_H
