// Uses hipify_half.h on the device and on the host, behind HIP's headers and a program's macros.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <hip/hip_bf16.h>

#define T float
#define N 16
#define a 1
#define i 2
#define x 3
#define low 4
#define uint unsigned int
#define ushort unsigned short
#define uchar unsigned char
#define ll long long
#define ull unsigned long long
#define rn 5
#define rz 6
#define min(q, r) ((q) < (r) ? (q) : (r))
#define max(q, r) ((q) > (r) ? (q) : (r))
#include "hipify_half.h"
#undef a
#undef i
#undef x
#undef T
#undef uint
#undef ushort
#undef uchar
#undef ll
#undef ull
#undef rn
#undef rz

namespace hh = hipify_half;

#define ROUNDINGS(USE, ...) USE(rn, __VA_ARGS__) USE(rd, __VA_ARGS__) USE(ru, __VA_ARGS__) USE(rz, __VA_ARGS__)
#define FROM(how, name, value) b[0] = hh::name##2bfloat16_##how(value);
#define TO(how, name) u[0] += static_cast<unsigned>(hh::bfloat162##name##_##how(b[1]));
__host__ __device__ void convert(__hip_bfloat16* b, __hip_bfloat162* b2, __half* h, unsigned* u, float f, double d) {
  ROUNDINGS(FROM, float, f)
  ROUNDINGS(FROM, short, 1)
  ROUNDINGS(FROM, ushort, 1)
  ROUNDINGS(FROM, int, 1)
  ROUNDINGS(FROM, uint, 1)
  ROUNDINGS(FROM, ll, 1)
  ROUNDINGS(FROM, ull, 1)
  ROUNDINGS(TO, short)
  ROUNDINGS(TO, ushort)
  ROUNDINGS(TO, int)
  ROUNDINGS(TO, uint)
  ROUNDINGS(TO, ll)
  ROUNDINGS(TO, ull)
  TO(rz, char)
  TO(rz, uchar)
  u[1] = static_cast<unsigned>(hh::half2char_rz(h[0]) + hh::half2uchar_rz(h[1]));
  h[2] = hh::double2half(d);
  b2[0] = hh::make_bfloat162(b[0], b[1]);
  b2[1] = hh::float2bfloat162_rn(f);
  b2[2] = hh::floats2bfloat162_rn(f, f);
}

#define ORDERS(USE) USE(eq) USE(ne) USE(le) USE(lt) USE(ge) USE(gt)
#define BOTH(order) two[11] = hh::h##order##u2(two[0], two[1]);
#define MASKS(order) u[0] ^= hh::h##order##2_mask(two[0], two[1]) ^ hh::h##order##u2_mask(two[0], two[1]);
template <class One, class Two> __host__ __device__ void compute(One* one, Two* two, unsigned* u) {
  ORDERS(MASKS)
  ORDERS(BOTH)
  one[4] = hh::hadd_sat(one[1], hh::hsub_sat(one[2], hh::hmul_sat(one[3], hh::hfma_sat(one[1], one[2], one[3]))));
  two[4] = hh::hadd2_sat(two[1], hh::hsub2_sat(two[2], hh::hmul2_sat(two[3], hh::hfma2_sat(two[1], two[2], two[3]))));
  two[0] = hh::hmax2_nan(two[1], hh::hmin2_nan(two[1], two[2]));
  two[3] = hh::hcmadd(two[4], two[5], hh::hfma2_relu(two[6], two[7], two[8]));
  one[0] = hh::hfma_relu(one[1], hh::htanh(one[2]), hh::htanh_approx(one[3]));
  one[0] = hh::hmax_nan(one[1], hh::hmin_nan(one[1], one[2]));
  two[9] = hh::h2tanh(hh::h2tanh_approx(two[10]));
}
template <class T> __device__ void add(T* at) { at[1] = hh::atomicAdd(at, at[2]); }

__global__ void all(__half* h, __half2* h2, __hip_bfloat16* b, __hip_bfloat162* b2, unsigned* u) {
  convert(b, b2, h, u, 1.0f, 1.0);
  compute(h, h2, u);
  compute(b, b2, u);
  add(h), add(h2), add(b), add(b2);
}
void host(__half* h, __half2* h2, __hip_bfloat16* b, __hip_bfloat162* b2, unsigned* u) {
  convert(b, b2, h, u, 1.0f, 1.0);
  compute(h, h2, u);
  compute(b, b2, u);
}
