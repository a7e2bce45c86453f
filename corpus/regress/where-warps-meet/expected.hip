#include "hipify_warp32.h"
#include <hip/hip_runtime.h>

// Lanes come to a vote by two branches, through a helper: W023.
__device__ unsigned who(bool p) { return hipify_warp32::ballot_sync(0xffffffffu, p); }

__global__ void both(const int *v, unsigned *out) {
    int lane = threadIdx.x & 31, x = v[threadIdx.x];
    unsigned m;
    if (lane < 16)
        m = who(x > 0);
    else
        m = who(x < 0);
    out[threadIdx.x] = m;
}

// Warps come to barriers of different functions, as a table says: G016.
typedef void (*Step)(float *);
__device__ void first(float *t) { t[threadIdx.x % 32] = 1; __syncthreads(); }
__device__ void second(float *t) { __syncthreads(); t[32 + threadIdx.x % 32] = t[threadIdx.x % 32]; }
__device__ Step steps[2] = {first, second};

__global__ void by_table(float *g) {
    __shared__ float t[64];
    steps[threadIdx.x / 32](t);
    __syncthreads();
    g[threadIdx.x] = t[threadIdx.x];
}

// How many are left may be 32: W053.
__global__ void tail(const int *v, int *out, int n) {
    int base = (blockIdx.x * blockDim.x + threadIdx.x) & ~31, lane = threadIdx.x & 31;
    if (base >= n)
        return;
    const int left = min(32, n - base);
    const unsigned m = (1u << left) - 1;
    out[base + lane] = lane < left ? v[base + lane] + __popc(m) : 0;
}

// Whole warps go over whole blocks, and the last warp alone goes on: nothing to say.
__global__ void scan(const unsigned *in, unsigned *out, unsigned n) {
    const unsigned end = n / blockDim.x * blockDim.x;
    unsigned sum = 0, i = threadIdx.x;
    for (; i < end; i += blockDim.x) {
        out[i] = in[i] + sum;
        sum += __shfl(in[i], 31, 32);
    }
    if (threadIdx.x + 32 >= 128) {
        sum = __shfl_xor(sum, 1, 32);
        if (threadIdx.x == 127)
            out[n] = sum;
    }
}

// Whole wavefronts have roles: nothing to say.
__global__ void __launch_bounds__(256) roles(const float *g, float *o, int n) {
    __shared__ float s[128];
    int t = threadIdx.x % 128;
    if (threadIdx.x < 128) {
        for (int i = 0; i < n; ++i) {
            s[t] = g[i * 128 + t];
            __syncthreads();
            __syncthreads();
        }
    } else {
        for (int i = 0; i < n; ++i) {
            __syncthreads();
            o[i * 128 + t] = s[127 - t];
            __syncthreads();
        }
    }
}

void run(const unsigned *a, unsigned *b, const float *g, float *o, int n) {
    scan<<<1, 128>>>(a, b, n);
    roles<<<4, 256>>>(g, o, n);
}
