// Group norm: a block per group of channels, sum and sum of squares reduced together.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__device__ float2 warpReduce(float2 v)
{
    for (int offset = 16; offset > 0; offset >>= 1) {
        v.x += __shfl_down_sync(0xffffffffu, v.x, offset);
        v.y += __shfl_down_sync(0xffffffffu, v.y, offset);
    }
    return v;
}

__global__ void groupNorm(const float *in, float *out, int channels, int groups, int pixels)
{
    __shared__ float2 partial[32];
    __shared__ float mean, scale;
    const int perGroup = channels / groups * pixels;
    const float *x = in + blockIdx.x * perGroup;
    float2 v = make_float2(0, 0);
    for (int i = threadIdx.x; i < perGroup; i += blockDim.x) {
        v.x += x[i];
        v.y += x[i] * x[i];
    }
    v = warpReduce(v);
    if ((threadIdx.x & 31) == 0)
        partial[threadIdx.x >> 5] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < (blockDim.x >> 5) ? partial[threadIdx.x] : make_float2(0, 0);
        v = warpReduce(v);
        if (threadIdx.x == 0) {
            mean = v.x / perGroup;
            scale = rsqrtf(v.y / perGroup - mean * mean + 1e-5f);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < perGroup; i += blockDim.x)
        out[blockIdx.x * perGroup + i] = (x[i] - mean) * scale;
}

int main()
{
    const int channels = 12, groups = 4, pixels = 70, n = channels * pixels, size = n / groups;
    static float h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = (float)((i * 23) % 41) - 20 + i / size;
    float *in, *out;
    int wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    groupNorm<<<groups, 96>>>(in, out, channels, groups, pixels);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int g = 0; g < groups; g++) {
        double mean = 0, squares = 0;
        for (int i = g * size; i < (g + 1) * size; i++) {
            mean += h[i] / size;
            squares += h[i] * h[i] / size;
        }
        for (int i = g * size; i < (g + 1) * size; i++)
            wrong += !(std::fabs(result[i] - (h[i] - mean) / std::sqrt(squares - mean * mean + 1e-5)) < 1e-4);
        printf("%.4f %.4f\n", result[g * size], result[(g + 1) * size - 1]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
