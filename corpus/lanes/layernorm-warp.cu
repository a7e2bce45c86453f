// Layer norm, one warp per row, with running means and variances that lanes merge pairwise.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

constexpr int WARP_SIZE = 32;

struct Moments {
    float mean, m2, count;
};

__device__ Moments merge(Moments a, Moments b)
{
    float count = a.count + b.count;
    if (count == 0)
        return a;
    float delta = b.mean - a.mean;
    return {a.mean + delta * b.count / count, a.m2 + b.m2 + delta * delta * a.count * b.count / count, count};
}

__device__ Moments warpMoments(Moments m)
{
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) {
        Moments other;
        other.mean = __shfl_down_sync(0xffffffff, m.mean, offset);
        other.m2 = __shfl_down_sync(0xffffffff, m.m2, offset);
        other.count = __shfl_down_sync(0xffffffff, m.count, offset);
        m = merge(m, other);
    }
    m.mean = __shfl_sync(0xffffffff, m.mean, 0);
    m.m2 = __shfl_sync(0xffffffff, m.m2, 0);
    m.count = __shfl_sync(0xffffffff, m.count, 0);
    return m;
}

__global__ void layerNorm(const float *in, float *out, int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    Moments m = {0, 0, 0};
    for (int c = threadIdx.x; c < cols; c += WARP_SIZE)
        m = merge(m, Moments{in[row * cols + c], 0, 1});
    m = warpMoments(m);
    float scale = rsqrtf(m.m2 / m.count + 1e-5f);
    for (int c = threadIdx.x; c < cols; c += WARP_SIZE)
        out[row * cols + c] = (in[row * cols + c] - m.mean) * scale;
}

int main()
{
    const int rows = 6, cols = 100;
    static float h[rows * cols], result[rows * cols];
    for (int i = 0; i < rows * cols; i++)
        h[i] = (float)((i * 57) % 83) / 8 + i / cols;
    float *in, *out;
    int wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    layerNorm<<<rows / 2, dim3(WARP_SIZE, 2)>>>(in, out, cols);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        double mean = 0, variance = 0;
        for (int c = 0; c < cols; c++)
            mean += h[r * cols + c] / cols;
        for (int c = 0; c < cols; c++)
            variance += (h[r * cols + c] - mean) * (h[r * cols + c] - mean) / cols;
        for (int c = 0; c < cols; c++)
            wrong += !(std::fabs(result[r * cols + c] - (h[r * cols + c] - mean) / std::sqrt(variance + 1e-5)) < 1e-4);
        printf("%.4f %.4f\n", result[r * cols], result[r * cols + 99]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
