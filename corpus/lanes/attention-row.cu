// One row of attention by a warp: scores of 32 keys at a time, softmax kept up to date, values weighted by shuffles.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

constexpr int kWarp = 32;
constexpr int kHead = 64;
#define FULL 0xffffffffu

__device__ __forceinline__ float warpMax(float x)
{
    for (int o = kWarp / 2; o > 0; o /= 2)
        x = fmaxf(x, __shfl_xor_sync(FULL, x, o));
    return x;
}

__device__ __forceinline__ float warpSum(float x)
{
    for (int o = kWarp / 2; o > 0; o /= 2)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

__global__ void attention(const float *q, const float *k, const float *v, float *out, int queries, int keys)
{
    const int row = blockIdx.x * (blockDim.x / kWarp) + threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    if (row >= queries)
        return;
    float acc[kHead / kWarp] = {}, top = -1e30f, sum = 0;
    for (int base = 0; base < keys; base += kWarp) {
        float score = -1e30f;
        if (base + lane < keys) {
            score = 0;
            for (int d = 0; d < kHead; d++)
                score += q[row * kHead + d] * k[(base + lane) * kHead + d];
        }
        const float newTop = fmaxf(top, warpMax(score));
        const float p = base + lane < keys ? exp2f(score - newTop) : 0.0f;
        const float scale = exp2f(top - newTop);
        sum = sum * scale + warpSum(p);
        for (float &a : acc)
            a *= scale;
        for (int j = 0; j < kWarp && base + j < keys; j++) {
            const float pj = __shfl_sync(FULL, p, j);
            for (int t = 0; t < kHead / kWarp; t++)
                acc[t] += pj * v[(base + j) * kHead + t * kWarp + lane];
        }
        top = newTop;
    }
    for (int t = 0; t < kHead / kWarp; t++)
        out[row * kHead + t * kWarp + lane] = acc[t] / sum;
}

int main()
{
    const int queries = 5, keys = 75;
    float *q, *k, *v, *out;
    int wrong = 0;
    cudaMallocManaged(&q, queries * kHead * sizeof(float));
    cudaMallocManaged(&k, keys * kHead * sizeof(float));
    cudaMallocManaged(&v, keys * kHead * sizeof(float));
    cudaMallocManaged(&out, queries * kHead * sizeof(float));
    for (int i = 0; i < queries * kHead; i++)
        q[i] = (float)((i * 7) % 5 - 2) / 4;
    for (int i = 0; i < keys * kHead; i++) {
        k[i] = (float)((i * 11 + i / 64) % 7 - 3) / 4;
        v[i] = (float)((i * 13) % 17 - 8);
    }
    attention<<<2, 3 * kWarp>>>(q, k, v, out, queries, keys);
    cudaDeviceSynchronize();
    for (int r = 0; r < queries; r++) {
        double p[keys], top = -1e30, sum = 0;
        for (int j = 0; j < keys; j++) {
            p[j] = 0;
            for (int d = 0; d < kHead; d++)
                p[j] += q[r * kHead + d] * k[j * kHead + d];
            top = p[j] > top ? p[j] : top;
        }
        for (int j = 0; j < keys; j++)
            sum += p[j] = exp2(p[j] - top);
        for (int d = 0; d < kHead; d++) {
            double expected = 0;
            for (int j = 0; j < keys; j++)
                expected += p[j] / sum * v[j * kHead + d];
            wrong += fabs(out[r * kHead + d] - expected) > 1e-4;
        }
        printf("row %d: %.3f %.3f\n", r, out[r * kHead], out[r * kHead + 63]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(q);
    cudaFree(k);
    cudaFree(v);
    cudaFree(out);
    return wrong != 0;
}
