// What CUDA and HIP have in common: qualifiers, vector types, built-in variables, launches, atomics, integer and
// floating-point functions. All of it follows the published behaviour; only what kernels of corpus/lanes need is here.
#pragma once

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>

#include "simt/core.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))

using uchar = unsigned char;
using uint = unsigned int;
using ushort = unsigned short;
using ulong = unsigned long;

using uint3 = simt::Index3;
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

#define threadIdx (::simt::thread_index)
#define blockIdx (::simt::block_index)
#define blockDim (::simt::block_size)
#define gridDim (::simt::grid_size)

#define SIMT_VECTORS(T, name, align2, align4)                                                             \
  struct name##1 {                                                                                        \
    T x;                                                                                                  \
  };                                                                                                      \
  struct alignas(align2) name##2 {                                                                        \
    T x, y;                                                                                               \
  };                                                                                                      \
  struct alignas(align4) name##4 {                                                                        \
    T x, y, z, w;                                                                                         \
  };                                                                                                      \
  SIMT_INLINE name##1 make_##name##1(T x) { return {x}; }                                                 \
  SIMT_INLINE name##2 make_##name##2(T x, T y) { return {x, y}; }                                         \
  SIMT_INLINE name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
#define SIMT_VECTOR3(T, name)                                                                             \
  struct name##3 {                                                                                        \
    T x, y, z;                                                                                            \
  };                                                                                                      \
  SIMT_INLINE name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }
SIMT_VECTORS(signed char, char, 2, 4)
SIMT_VECTORS(unsigned char, uchar, 2, 4)
SIMT_VECTORS(short, short, 4, 8)
SIMT_VECTORS(unsigned short, ushort, 4, 8)
SIMT_VECTORS(int, int, 8, 16)
SIMT_VECTORS(unsigned, uint, 8, 16)
SIMT_VECTORS(float, float, 8, 16)
SIMT_VECTORS(double, double, 16, 16)
SIMT_VECTORS(long long, longlong, 16, 16)
SIMT_VECTORS(unsigned long long, ulonglong, 16, 16)
SIMT_VECTOR3(int, int)
SIMT_VECTOR3(float, float)
SIMT_VECTOR3(double, double)
SIMT_INLINE uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }

namespace simt {

bool& launch_failed();

// A launch's configuration, as it stands between <<< and >>>.
struct Config {
  dim3 grid, block;
  std::size_t shared;
  template <class Stream = int>
  Config(dim3 grid, dim3 block, std::size_t shared = 0, Stream = {}) : grid(grid), block(block), shared(shared) {}
};

inline bool& launch_failed() {
  static bool failed = false;
  return failed;
}

// Every thread calls the kernel with copies of what is given.
template <class Kernel, class... Given>
void start(const Config& config, Kernel kernel, Given... given) {
  auto call = [&] { kernel(given...); };
  if (!launch(config.grid, config.block, config.shared, [](void* c) { (*static_cast<decltype(call)*>(c))(); }, &call))
    launch_failed() = true;
}

// warpSize: no constant expression, as in CUDA and in HIP from ROCm 7.0 on.
struct WarpSize {
  SIMT_INLINE operator int() const { return run.width; }
};

}  // namespace simt

static const simt::WarpSize warpSize{};

SIMT_INLINE void __syncthreads(SIMT_SITE) { simt::barrier("__syncthreads", site, false); }
SIMT_INLINE int __syncthreads_count(int p, SIMT_SITE) { return simt::barrier("__syncthreads_count", site, p != 0).count; }
SIMT_INLINE int __syncthreads_and(int p, SIMT_SITE) { return simt::barrier("__syncthreads_and", site, p != 0).all; }
SIMT_INLINE int __syncthreads_or(int p, SIMT_SITE) { return simt::barrier("__syncthreads_or", site, p != 0).any; }

// ---- atomics: lanes run one at a time, so each of these is one step

#define SIMT_ATOMIC(name, expression)                                          \
  template <class T>                                                           \
  SIMT_WHOLE T name(T* at, simt::same<T> value) {                             \
    SIMT_OTHERS(at);                                                           \
    T old = *at;                                                               \
    *at = static_cast<T>(expression);                                          \
    SIMT_OTHERS(at);                                                           \
    return old;                                                                \
  }                                                                            \
  template <class T>                                                           \
  SIMT_WHOLE T name##_block(T* at, simt::same<T> value) {                     \
    return name(at, value);                                                    \
  }                                                                            \
  template <class T>                                                           \
  SIMT_WHOLE T name##_system(T* at, simt::same<T> value) {                    \
    return name(at, value);                                                    \
  }
SIMT_ATOMIC(atomicAdd, old + value)
SIMT_ATOMIC(atomicSub, old - value)
SIMT_ATOMIC(atomicExch, value)
SIMT_ATOMIC(atomicMin, value < old ? value : old)
SIMT_ATOMIC(atomicMax, old < value ? value : old)
SIMT_ATOMIC(atomicAnd, old& value)
SIMT_ATOMIC(atomicOr, old | value)
SIMT_ATOMIC(atomicXor, old ^ value)
SIMT_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
SIMT_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)

template <class T>
SIMT_WHOLE T atomicCAS(T* at, simt::same<T> expected, simt::same<T> value) {
  SIMT_OTHERS(at);
  T old = *at;
  if (memcmp(&old, &expected, sizeof(T)) == 0) *at = value;
  SIMT_OTHERS(at);
  return old;
}

// ---- integers

SIMT_WHOLE int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
SIMT_WHOLE int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
SIMT_WHOLE unsigned __brev(unsigned x) {
  unsigned result = 0;
  for (int i = 0; i < 32; ++i) result |= (x >> i & 1u) << (31 - i);
  return result;
}
SIMT_WHOLE unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}
SIMT_WHOLE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) result |= static_cast<unsigned>(bytes >> (selector >> 4 * i & 7) * 8 & 255) << 8 * i;
  return result;
}
SIMT_WHOLE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32 | lo) << (shift & 31) >> 32);
}
SIMT_WHOLE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32 | lo) >> (shift & 31));
}
SIMT_WHOLE int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
SIMT_WHOLE int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
SIMT_WHOLE unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}

// The position of the `offset`-th set bit of a mask, counted from bit `base` upwards (downwards if negative).
SIMT_WHOLE unsigned simt_nth_bit(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1u ? base : ~0u;
  int step = offset < 0 ? -1 : 1;
  for (int at = static_cast<int>(base), left = offset * step; at >= 0 && at < 32; at += step)
    if ((mask >> at & 1u) && --left == 0) return static_cast<unsigned>(at);
  return ~0u;
}

template <class A, class B>
SIMT_WHOLE std::common_type_t<A, B> min(A a, B b) {
  using T = std::common_type_t<A, B>;
  return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
template <class A, class B>
SIMT_WHOLE std::common_type_t<A, B> max(A a, B b) {
  using T = std::common_type_t<A, B>;
  return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}

// ---- floating point and bits

template <class To, class From>
SIMT_INLINE To simt_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "bits of one size");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}
SIMT_INLINE int __float_as_int(float x) { return simt_bits<int>(x); }
SIMT_INLINE unsigned __float_as_uint(float x) { return simt_bits<unsigned>(x); }
SIMT_INLINE float __int_as_float(int x) { return simt_bits<float>(x); }
SIMT_INLINE float __uint_as_float(unsigned x) { return simt_bits<float>(x); }
SIMT_INLINE long long __double_as_longlong(double x) { return simt_bits<long long>(x); }
SIMT_INLINE double __longlong_as_double(long long x) { return simt_bits<double>(x); }
SIMT_INLINE int __double2hiint(double x) { return static_cast<int>(simt_bits<long long>(x) >> 32); }
SIMT_INLINE int __double2loint(double x) { return static_cast<int>(simt_bits<long long>(x)); }
SIMT_INLINE double __hiloint2double(int hi, int lo) {
  return simt_bits<double>(static_cast<long long>(hi) << 32 | static_cast<unsigned>(lo));
}
SIMT_INLINE float rsqrtf(float x) { return 1.0f / ::sqrt(x); }
SIMT_INLINE double rsqrt(double x) { return 1.0 / ::sqrt(x); }
SIMT_INLINE float __expf(float x) { return ::exp(x); }
SIMT_INLINE float __logf(float x) { return ::log(x); }
SIMT_INLINE float __fdividef(float x, float y) { return x / y; }
SIMT_INLINE float __fadd_rn(float x, float y) { return x + y; }
SIMT_INLINE float __fmul_rn(float x, float y) { return x * y; }
SIMT_INLINE float __fsqrt_rn(float x) { return ::sqrt(x); }
SIMT_WHOLE int __float2int_rn(float x) { return static_cast<int>(::lrint(x)); }
SIMT_WHOLE int __float2int_rd(float x) { return static_cast<int>(::floor(x)); }
SIMT_INLINE float __int2float_rn(int x) { return static_cast<float>(x); }

template <class T>
SIMT_INLINE T __ldg(const T* at) {
  return *at;
}
SIMT_WHOLE long long clock64() {
  static long long ticks = 0;
  return ++ticks;
}

#include "simt/numbers.h"
