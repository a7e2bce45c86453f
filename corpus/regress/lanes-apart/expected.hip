#include <hip/hip_runtime.h>

#include "hipify_warp32.h"

// What lanes do together stands in functions; who comes to it is decided where these are called.
template <class T> __device__ T reduce(unsigned mask, T v) {
    for (int o = 16; o; o /= 2)
        v += __shfl_down(v, o, 32);
    return v;
}

__device__ unsigned who(bool p) { return hipify_warp32::ballot_sync(0xffffffff, p); }

// Lanes behind the end have returned.
__global__ void sums(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = reduce(0xffffffff, x[i]);
    if ((threadIdx.x & 31) == 0)
        y[i / 32] = sum;
}

// The mask is of those that are there.
__global__ void sums_of_some(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned there = hipify_warp32::ballot_sync(0xffffffff, i < n);
    if (i < n)
        y[i] = reduce(there, x[i]);
}

__global__ void halves(unsigned *p) {
    int lane = threadIdx.x & 31;
    if (lane < 16) {
        p[lane] = who(p[lane] > 1);
        return;
    }
    p[lane] = who(p[lane] > 2);
}

__global__ void by_goto(unsigned *p) {
    int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    if (lane & 1)
        goto odd;
    p[lane] = who(p[lane] > 1);
    goto roles;
odd:
    p[lane] = who(p[lane] > 2);
roles:
    if (warp == 0)
        goto producer;
    __syncthreads();
    p[warp] = p[0];
    return;
producer:
    p[0] = 1;
    __syncthreads();
}
