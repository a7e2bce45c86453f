// Group normalisation: sum and sum of squares as a float2 through warps and s[32], a group per block.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

static __device__ __forceinline__ float2 warpSum(float2 a)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1) {
        a.x += __shfl_xor_sync(0xffffffff, a.x, mask, 32);
        a.y += __shfl_xor_sync(0xffffffff, a.y, mask, 32);
    }
    return a;
}

__global__ void groupNorm(const float *x, float *y, const float *gamma, int channels, int groups, int pixels)
{
    __shared__ float2 s_sum[32];
    const int perGroup = channels / groups, group = blockIdx.x;
    const int n = perGroup * pixels, base = group * n;
    const int warps = (blockDim.x + 31) / 32;
    float2 sums = make_float2(0.f, 0.f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const float v = x[base + i];
        sums.x += v;
        sums.y += v * v;
    }
    sums = warpSum(sums);
    const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    if (lane == 0)
        s_sum[warp] = sums;
    __syncthreads();
    sums = lane < warps ? s_sum[lane] : make_float2(0.f, 0.f);
    sums = warpSum(sums);
    const float mean = sums.x / n, var = sums.y / n - mean * mean, inv = rsqrtf(var + 1e-5f);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[base + i] = (x[base + i] - mean) * inv * gamma[group * perGroup + i / pixels];
}

int main()
{
    const int channels = 12, groups = 3, pixels = 60, n = channels * pixels;
    float *x, *y, *gamma;
    int wrong = 0;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMallocManaged(&gamma, channels * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = (float)((i * 17) % 33) / 4 + (float)(i / 240);
    for (int c = 0; c < channels; c++)
        gamma[c] = 1 + (float)(c % 3) / 2;
    groupNorm<<<groups, 160>>>(x, y, gamma, channels, groups, pixels);
    cudaDeviceSynchronize();
    for (int g = 0; g < groups; g++) {
        const int m = n / groups;
        double sum = 0, squares = 0;
        for (int i = g * m; i < (g + 1) * m; i++) {
            sum += x[i];
            squares += (double)x[i] * x[i];
        }
        const double mean = sum / m, inv = 1 / sqrt(squares / m - mean * mean + 1e-5);
        for (int i = g * m; i < (g + 1) * m; i++)
            wrong += fabs(y[i] - (x[i] - mean) * inv * gamma[i / pixels]) > 1e-3;
        printf("group %d: %.3f %.3f\n", g, y[g * m], y[g * m + m - 1]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(x);
    cudaFree(y);
    cudaFree(gamma);
    return wrong != 0;
}
