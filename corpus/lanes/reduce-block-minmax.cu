// Smallest and largest value of each block, with atomics on the bits of the floats at the end.
#include <cfloat>
#include <cstdio>
#include <cuda_runtime.h>

constexpr int WARP_SIZE = 32;
constexpr unsigned FULL_WARP_MASK = 0xffffffffu;

__device__ float warp_min(float v)
{
    for (int o = WARP_SIZE >> 1; o > 0; o >>= 1)
        v = fminf(v, __shfl_xor_sync(FULL_WARP_MASK, v, o));
    return v;
}

__device__ float warp_max(float v)
{
    for (int o = WARP_SIZE >> 1; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(FULL_WARP_MASK, v, o));
    return v;
}

template <int NUM_THREADS>
__global__ void min_max(const float *__restrict__ x, int n, unsigned *lowest, unsigned *highest)
{
    constexpr int NUM_WARPS = (NUM_THREADS + WARP_SIZE - 1) / WARP_SIZE;
    __shared__ float lows[NUM_WARPS], highs[NUM_WARPS];
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    float low = FLT_MAX, high = 0;
    for (int i = blockIdx.x * NUM_THREADS + threadIdx.x; i < n; i += gridDim.x * NUM_THREADS) {
        low = fminf(low, x[i]);
        high = fmaxf(high, x[i]);
    }
    low = warp_min(low);
    high = warp_max(high);
    if (lane == 0) {
        lows[warp] = low;
        highs[warp] = high;
    }
    __syncthreads();
    low = lane < NUM_WARPS ? lows[lane] : FLT_MAX;
    high = lane < NUM_WARPS ? highs[lane] : 0;
    low = warp_min(low);
    high = warp_max(high);
    if (threadIdx.x == 0) {
        atomicMin(lowest, __float_as_uint(low));
        atomicMax(highest, __float_as_uint(high));
    }
}

int main()
{
    const int n = 2900;
    static float h[n];
    float low = FLT_MAX, high = 0, *x;
    for (int i = 0; i < n; i++) {
        h[i] = (float)((i * 7919) % 6007) / 8 + 3;
        low = h[i] < low ? h[i] : low;
        high = h[i] > high ? h[i] : high;
    }
    unsigned *result, start[2] = {0x7f7fffffu, 0}, bits[2];
    cudaMalloc(&x, sizeof(h));
    cudaMalloc(&result, sizeof(bits));
    cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(result, start, sizeof(start), cudaMemcpyHostToDevice);
    min_max<192><<<4, 192>>>(x, n, result, result + 1);
    cudaMemcpy(bits, result, sizeof(bits), cudaMemcpyDeviceToHost);
    float *got = (float *)bits;
    int wrong = (got[0] != low) + (got[1] != high);
    printf("low %g, high %g, wrong: %d\n", got[0], got[1], wrong);
    cudaFree(x);
    cudaFree(result);
    return wrong;
}
