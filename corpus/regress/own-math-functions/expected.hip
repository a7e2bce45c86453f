#include "hipify_compat.h"
#include <hip/hip_runtime.h>

struct Fixed {
  int raw;
};

#define FOR_FIXED(f, of) \
  __device__ inline Fixed f(const Fixed &a) { return Fixed{static_cast<int>(of(a.raw / 256.0f) * 256.0f)}; }
FOR_FIXED(rsqrt, rsqrtf)

namespace angles {
struct Turn {
  float turns;
  __host__ __device__ operator float() const { return turns; }
};
}  // namespace angles

template <class T> __global__ void normalize(T *v, T *by) { by[threadIdx.x] = hipify_compat::rsqrt(v[threadIdx.x]); }

template <class T> __global__ void height(const T *at, float *h) { h[threadIdx.x] = hipify_compat::sinpi(at[threadIdx.x]); }

void all(Fixed *fixed, float *floats, double *doubles, angles::Turn *turns) {
  normalize<<<1, 32>>>(fixed, fixed);
  normalize<<<1, 32>>>(floats, floats);
  normalize<<<1, 32>>>(doubles, doubles);
  height<<<1, 32>>>(turns, floats);
}
