#pragma once

namespace kmeans {

// Sum over the 32 lanes of a warp; lane 0 has the result.
__device__ __forceinline__ float warpSum(float value)
{
#if __CUDA_ARCH__ >= 700
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
#endif
    return value;
}

// Sum over a block of N threads; thread 0 has the result.
template <int N>
__device__ float blockSum(float value)
{
    static_assert((N & (N - 1)) == 0, "the block size must be a power of two");
    __shared__ float cells[N];
    const int t = threadIdx.x;
#if __CUDA_ARCH__ >= 700
    value = warpSum(value);
    if (t % 32 == 0)
        cells[t / 32] = value;
    __syncthreads();
    value = t < N / 32 ? cells[t] : 0.0f;
    return t < 32 ? warpSum(value) : 0.0f;
#else
    cells[t] = value;
    __syncthreads();
    for (int half = N / 2; half > 0; half /= 2) {
        if (t < half)
            cells[t] += cells[t + half];
        __syncthreads();
    }
    return cells[0];
#endif
}

}  // namespace kmeans
