// HIP that asks the compiler for the wavefront's width and keeps another way for CUDA.
#include <hip/hip_runtime.h>

#ifdef __HIP_PLATFORM_AMD__
#define WAVE_MASK 0xffffffffffffffffull
using lane_mask = unsigned long long;
#else
#define WAVE_MASK 0xffffffffu
using lane_mask = unsigned;
#endif

__device__ int sum(int v)
{
    for (int o = warpSize / 2; o > 0; o /= 2)
        v += __shfl_xor_sync(WAVE_MASK, v, o);
    return v;
}

__global__ void kernel(const int *in, int *out)
{
    const lane_mask odd = __ballot_sync(WAVE_MASK, in[threadIdx.x] & 1);
    out[threadIdx.x] = sum(in[threadIdx.x]) + (odd != 0);
}
