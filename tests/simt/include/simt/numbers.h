// Functions of numbers that CUDA and HIP call the same and whose results are exact. Of conversions: a number that the
// target does not hold becomes the nearest one that it does, and no number 0.
#pragma once

SIMT_WHOLE int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
SIMT_WHOLE int __rhadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1); }
SIMT_WHOLE unsigned __uhadd(unsigned x, unsigned y) { return static_cast<unsigned>((0ull + x + y) >> 1); }
SIMT_WHOLE unsigned __urhadd(unsigned x, unsigned y) { return static_cast<unsigned>((1ull + x + y) >> 1); }
SIMT_WHOLE unsigned __usad(unsigned x, unsigned y, unsigned z) { return (x < y ? y - x : x - y) + z; }
SIMT_WHOLE unsigned __sad(int x, int y, unsigned z) {
  unsigned a = static_cast<unsigned>(x), b = static_cast<unsigned>(y);
  return (x < y ? b - a : a - b) + z;
}
SIMT_WHOLE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
SIMT_WHOLE long long __mul64hi(long long x, long long y) { return static_cast<long long>(static_cast<__int128>(x) * y >> 64); }
SIMT_WHOLE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}

namespace simt {
template <class To, class From>
SIMT_WHOLE To held(From x) {
  constexpr To least = std::is_signed<To>::value ? -static_cast<To>(~std::make_unsigned_t<To>{0} >> 1) - 1 : 0;
  constexpr To most = ~least;
  if (x != x) return 0;
  if (x <= static_cast<From>(least)) return least;
  return x >= static_cast<From>(most) ? most : static_cast<To>(x);
}
}  // namespace simt

SIMT_WHOLE float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
SIMT_WHOLE int __float2int_rz(float x) { return simt::held<int>(x); }
SIMT_WHOLE int __float2int_ru(float x) { return simt::held<int>(::ceil(static_cast<double>(x))); }
SIMT_WHOLE unsigned __float2uint_rz(float x) { return simt::held<unsigned>(x); }
SIMT_WHOLE unsigned __float2uint_rn(float x) { return simt::held<unsigned>(::rint(static_cast<double>(x))); }
SIMT_WHOLE int __double2int_rz(double x) { return simt::held<int>(x); }
SIMT_WHOLE int __double2int_rn(double x) { return simt::held<int>(::rint(x)); }
SIMT_WHOLE float __double2float_rn(double x) { return static_cast<float>(x); }
SIMT_WHOLE double __int2double_rn(int x) { return x; }
SIMT_WHOLE double __uint2double_rn(unsigned x) { return x; }
SIMT_WHOLE double __ll2double_rn(long long x) { return static_cast<double>(x); }
SIMT_WHOLE float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
SIMT_WHOLE float __ll2float_rn(long long x) { return static_cast<float>(x); }
SIMT_WHOLE float __fmaf_rn(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
SIMT_WHOLE float __fsub_rn(float x, float y) { return x - y; }
SIMT_WHOLE float __fdiv_rn(float x, float y) { return x / y; }
SIMT_WHOLE float __frcp_rn(float x) { return 1 / x; }
SIMT_WHOLE double __fma_rn(double x, double y, double z) { return __builtin_fma(x, y, z); }
SIMT_WHOLE double __dadd_rn(double x, double y) { return x + y; }
SIMT_WHOLE double __dsub_rn(double x, double y) { return x - y; }
SIMT_WHOLE double __dmul_rn(double x, double y) { return x * y; }
SIMT_WHOLE double __ddiv_rn(double x, double y) { return x / y; }
SIMT_WHOLE double __dsqrt_rn(double x) { return ::sqrt(x); }
