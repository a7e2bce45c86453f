// Uses hipify_compat.h behind macros as programs have them, on the device and on the host.
#include <hip/hip_runtime.h>

#define T float
#define N 16
#define a 1
#define b 2
#define c 3
#define i 4
#define x 5
#define value 6
#define words 7
#define detail 8
#define type 9
#define lane_id 10
#define warp_size 32
#define any 11
#define may_alias 12
#define vector_size 13
#define ext_vector_type 14
#define eq 15
#define rd 16
#define f 17
#define SYSTEM 18
#define min(q, r) ((q) < (r) ? (q) : (r))
#define max(q, r) ((q) > (r) ? (q) : (r))
#include "hipify_compat.h"
#undef a
#undef b
#undef c
#undef i
#undef x
#undef T
#undef f

namespace hc = hipify_compat;

template <class T> __device__ void pass(T* to, const T* from) {
  hc::stwb(to, hc::ldca(from));
  hc::stcg(to + 1, hc::ldcg(from + 1));
  hc::stcs(to + 2, hc::ldcs(from + 2));
  hc::stwt(to + 3, hc::ldcv(from + 3));
  hc::stcs(to + 4, hc::ldlu(from + 4));
}
template <class... Ts> __device__ void pass_all(void* to, const void* from) {
  const int each[] = {(pass(static_cast<Ts*>(to), static_cast<const Ts*>(from)), 0)...};
  (void)each;
}

__global__ void cached(void* to, const void* from) {
  pass_all<char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, long long,
           unsigned long long, float, double>(to, from);
  pass_all<char2, char4, uchar2, uchar4, short2, short4, ushort2, ushort4, int2, int4, uint2, uint4, longlong2,
           ulonglong2, float2, float4, double2>(to, from);
}

__global__ void numbers(int* s, unsigned* u, char4 c4, uchar4 u4, short2 s2, ushort2 u2, unsigned long wide) {
  u[1] = hc::ptx_bfe(u[0], 3, u[2]) + hc::ptx_bfi(u[0], u[1], 4, 5) + hc::ptx_prmt(u[0], u[1], 0x3210);
  s[1] = hc::ptx_bfe_signed(s[0], u[1], 7) + static_cast<int>(hc::ptx_lop3<0xEA>(u[0], u[1], u[2]));
  s[0] = hc::dp4a(s[0], s[1], s[2]) + hc::dp4a(c4, c4, 1);
  u[0] = hc::dp4a(u[0], u[1], u[2]) + hc::dp4a(u4, u4, 1u);
  s[1] = hc::dp2a_lo(s[0], s[1], s[2]) + hc::dp2a_hi(s[0], s[1], s[2]) + hc::dp2a_lo(s2, c4, 1) + hc::dp2a_hi(s2, c4, 1);
  u[1] = hc::dp2a_lo(u[0], u[1], u[2]) + hc::dp2a_hi(u[0], u[1], u[2]) + hc::dp2a_lo(u2, u4, 1u) + hc::dp2a_hi(u2, u4, 1u);
  s[2] = static_cast<int>(hc::llmin(s[0], 1) + hc::llmax(s[0], 1)) + hc::ffsll(wide) + hc::ffsll(s[3]);
  u[2] = static_cast<unsigned>(hc::ullmin(u[0], 1) + hc::ullmax(u[0], 1)) + hc::umin(u[0], 1) + hc::umax(u[0], 1);
}

template <class T> __device__ void change(T* at) {
  hc::atomicExch_block(at, hc::atomicAdd_block(at, 1));
}
template <class T> __device__ void change_bits(T* at) {
  hc::atomicAnd_block(at, hc::atomicOr_block(at, hc::atomicXor_block(at, 1)));
  hc::atomicMin_block(at, hc::atomicMax_block(at, 1));
}

__global__ void atomics(int* s, unsigned* u, unsigned long long* l, long long* w, unsigned short* h, float* f, double* d) {
  change(s), change(u), change(l), change(f), change_bits(s), change_bits(u), change_bits(l), change_bits(w);
  hc::atomicAdd_block(d, 1.0);
  hc::atomicSub_block(s, hc::atomicCAS_block(s, 1, 2));
  hc::atomicSub_block(u, hc::atomicCAS_block(u, 1u, 2u));
  hc::atomicCAS_block(l, 1, 2);
  hc::atomicCAS_block(h, static_cast<unsigned short>(1), static_cast<unsigned short>(2));
  hc::atomicInc_block(u, hc::atomicDec_block(u, hc::atomicInc_system(u, hc::atomicDec_system(u, 3))));
  hc::nanosleep(u[1]);
  hc::pipeline_memcpy_async(s, u, 4), hc::pipeline_memcpy_async(l, w, 8), hc::pipeline_memcpy_async(d, l, 16, u[2]);
  hc::pipeline_commit(), hc::pipeline_wait_prior(0);
}

#define EACH(USE) USE(rsqrt) USE(rcbrt) USE(sinpi) USE(cospi) USE(erfinv) USE(erfcinv) USE(erfcx) USE(normcdf) USE(normcdfinv)
#define USE(name) sum += hc::name(d) + hc::name(f) + hc::name##f(f);
__host__ __device__ double both(double d, float f) {
  double sum = hc::fdivide(d, f), one, other;
  float sine, cosine;
  EACH(USE)
  hc::sincos(d, &one, &other);
  hc::sincos(f, &sine, &cosine);
  hc::sincospi(d, &one, &other);
  hc::sincospi(f, &sine, &cosine);
  hc::sincospif(f, &sine, &cosine);
  return sum + one + other + sine + cosine;
}
#define ROUNDED(how)                                                                                   \
  f[0] += hc::fadd_##how(f[1], f[2]) + hc::fsub_##how(f[1], f[2]) + hc::fmul_##how(f[1], f[2]) +       \
          hc::fdiv_##how(f[1], f[2]) + hc::frcp_##how(f[1]) + hc::fsqrt_##how(f[1]) +                  \
          hc::fmaf_##how(f[1], f[2], f[3]) + hc::fmaf_ieee_##how(f[1], f[2], f[3]);
#define ROUNDED_DOUBLES(how)                                                                           \
  d[0] += hc::dadd_##how(d[1], d[2]) + hc::dsub_##how(d[1], d[2]) + hc::dmul_##how(d[1], d[2]) +       \
          hc::ddiv_##how(d[1], d[2]) + hc::drcp_##how(d[1]) + hc::dsqrt_##how(d[1]) +                  \
          hc::fma_##how(d[1], d[2], d[3]);
#define PAIRS(how) p[0] = hc::fadd2_##how(hc::fmul2_##how(p[1], p[2]), hc::ffma2_##how(p[3], p[4], p[5]));
__host__ __device__ void rounded_doubles(double* d, float2* p) {
  ROUNDED_DOUBLES(rd)
  ROUNDED_DOUBLES(ru)
  ROUNDED_DOUBLES(rz)
  PAIRS(rn)
  PAIRS(rd)
  PAIRS(ru)
  PAIRS(rz)
}
__global__ void addresses(double* d, float2* p) {
  __shared__ int s;
  rounded_doubles(d, p);
  d[0] += hc::isShared(&s) + hc::isLocal(d) + hc::isShared(p);
}
__host__ __device__ void rounded(float* f) {
  ROUNDED(rd)
  ROUNDED(ru)
  ROUNDED(rz)
  f[0] += hc::fmaf_ieee_rn(f[1], f[2], f[3]);
}
__global__ void mathematics(double* d, float* f) {
  rounded(f);
 d[0] = both(d[0], f[0]) + hc::tanhf(f[0]); }
double host(double d, float f) {
  hc::CubDebugExit(hipDeviceSynchronize());
  return both(d, f) + hc::vadd4(1, 2);
}

template <class T> __device__ auto sum_of(T v) -> decltype(hc::declval<T>() + hc::declval<const T&>()) { return v + v; }
__global__ void declared(float* f) {
  static_assert(noexcept(hc::declval<float>()) && sizeof(decltype(hc::declval<float&>())) == 4, "");
  f[0] = sum_of(f[1]);
}
