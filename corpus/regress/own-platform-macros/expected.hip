#include "hipify_warp32.h"
#include <hip/hip_runtime.h>
#include <stdio.h>

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIPCC__)
#define ON_AMD 1
#else
#define ON_AMD 0
#endif

#if ON_AMD
#define HAS_BF16 1
#else
#define HAS_BF16 (__CUDA_ARCH__ >= 800)
#endif

#if !ON_AMD
__device__ unsigned ballots(int n) { return hipify_warp32::ballot_sync(hipify_warp32::activemask(), n > 0) | CUDA_OF_OURS; }
#endif

#if CUDART_VERSION >= 9000 || defined(__HIP_PLATFORM_AMD__)
#define shfl(...) hipify_warp32::shfl_sync(0xFFFFFFFF, __VA_ARGS__)
#else
#define shfl __shfl
#endif

__global__ void first(int *out, const int *in) { out[threadIdx.x] = shfl(in[threadIdx.x], 0) + HAS_BF16; }

int main() {
  int *values = nullptr;
  hipMallocManaged(&values, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) values[i] = i;
  first<<<1, 32>>>(values + 32, values);
  hipDeviceSynchronize();
  printf("%d\n", values[40]);
  return hipFree(values) != hipSuccess;
}
