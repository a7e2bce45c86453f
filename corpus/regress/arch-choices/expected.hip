#include "hipify_compat.h"
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include <stdio.h>

#if __CUDA_ARCH__ < 320
#define ROTATE(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#else
#define ROTATE(x, n) __funnelshift_l((x), (x), (n))
#endif

__device__ half sum(half a, half b) {
#if __CUDA_ARCH__ >= 530
  return __hadd(a, b);
#else
  return __float2half(__half2float(a) + __half2float(b));
#endif
}

__device__ unsigned field(unsigned x, unsigned bit, unsigned bits) {
  unsigned result;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 200
  result = hipify_compat::ptx_bfe(x, bit, bits);
#else
  result = ((1u << bits) - 1) & (x >> bit);
#endif
  return result;
}

__device__ int newest(int a) {
#if __CUDA_ARCH__ >= 700
  return a + 1;
#else
  return -1;
#endif
}

__global__ void all(unsigned *out) {
  out[0] = ROTATE(out[0], 4) + field(out[1], 4, 8) + newest(1);
  out[1] = __half2int_rn(sum(__float2half(1.f), __float2half(2.f)));
}

int main() {
  unsigned *values = nullptr;
  hipMallocManaged(&values, 2 * sizeof(unsigned));
  all<<<1, 1>>>(values);
  hipDeviceSynchronize();
  printf("%u\n", values[1]);
  return hipFree(values) != hipSuccess;
}
