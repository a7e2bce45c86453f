// Mean and variance of every channel by Welford's method: partial results are merged in pairs by shuffles.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define WARP_SIZE 32
#define FULL_MASK 0xffffffffu

struct Welford {
    float mean, m2;
    int count;
};

__device__ __forceinline__ Welford merge(Welford a, Welford b)
{
    const int count = a.count + b.count;
    if (count == 0)
        return a;
    const float delta = b.mean - a.mean, share = (float)b.count / count;
    return {a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.count * share, count};
}

__device__ Welford warpMerge(Welford w)
{
    for (int offset = WARP_SIZE / 2; offset; offset >>= 1) {
        Welford other;
        other.mean = __shfl_down_sync(FULL_MASK, w.mean, offset);
        other.m2 = __shfl_down_sync(FULL_MASK, w.m2, offset);
        other.count = __shfl_down_sync(FULL_MASK, w.count, offset);
        w = merge(w, other);
    }
    return w;
}

__global__ void stats(const float *x, int batch, int channels, int pixels, float2 *out)
{
    __shared__ Welford parts[WARP_SIZE];
    const int channel = blockIdx.x, tid = threadIdx.x + threadIdx.y * blockDim.x;
    Welford w = {0, 0, 0};
    for (int b = threadIdx.y; b < batch; b += blockDim.y)
        for (int p = threadIdx.x; p < pixels; p += blockDim.x) {
            const float v = x[(b * channels + channel) * pixels + p];
            const float delta = v - w.mean;
            w.mean += delta / ++w.count;
            w.m2 += delta * (v - w.mean);
        }
    w = warpMerge(w);
    if (tid % WARP_SIZE == 0)
        parts[tid / WARP_SIZE] = w;
    __syncthreads();
    if (tid < WARP_SIZE) {
        w = tid < blockDim.x * blockDim.y / WARP_SIZE ? parts[tid] : Welford{0, 0, 0};
        w = warpMerge(w);
        if (tid == 0)
            out[channel] = make_float2(w.mean, w.m2 / w.count);
    }
}

int main()
{
    const int batch = 5, channels = 4, pixels = 77;
    float *x;
    float2 *out;
    int wrong = 0;
    cudaMallocManaged(&x, batch * channels * pixels * sizeof(float));
    cudaMallocManaged(&out, channels * sizeof(float2));
    for (int i = 0; i < batch * channels * pixels; i++)
        x[i] = (float)((i * 43) % 29) / 2 + (float)(i / pixels % channels);
    stats<<<channels, dim3(32, 3)>>>(x, batch, channels, pixels, out);
    cudaDeviceSynchronize();
    for (int c = 0; c < channels; c++) {
        double sum = 0, squares = 0;
        const int n = batch * pixels;
        for (int i = 0; i < n; i++) {
            const double v = x[(i / pixels * channels + c) * pixels + i % pixels];
            sum += v;
            squares += v * v;
        }
        const double mean = sum / n, var = squares / n - mean * mean;
        wrong += fabs(out[c].x - mean) > 1e-4 || fabs(out[c].y - var) > 1e-3;
        printf("channel %d: %.3f %.2f\n", c, out[c].x, out[c].y);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(x);
    cudaFree(out);
    return wrong != 0;
}
