// A 32-point Fourier transform in a warp, one point a lane; the butterflies are shuffles.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define N 32
#define LOG_N 5

__device__ float2 cmul(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 shfl_xor2(float2 v, int mask)
{
    v.x = __shfl_xor_sync(0xffffffff, v.x, mask);
    v.y = __shfl_xor_sync(0xffffffff, v.y, mask);
    return v;
}

__global__ void fft(const float2 *in, float2 *out, const float2 *roots)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & (N - 1);
    float2 x = in[i - lane + (__brev(lane) >> (32 - LOG_N))];
    const float2 root = roots[lane];
#pragma unroll
    for (int s = 1; s <= LOG_N; s++) {
        const int half = 1 << (s - 1);
        const bool upper = lane & half;
        const int turn = (lane & (half - 1)) << (LOG_N - s);
        const float2 w = make_float2(__shfl_sync(0xffffffff, root.x, turn), __shfl_sync(0xffffffff, root.y, turn));
        const float2 mine = upper ? cmul(x, w) : x;
        const float2 other = shfl_xor2(mine, half);
        x = upper ? make_float2(other.x - mine.x, other.y - mine.y) : make_float2(mine.x + other.x, mine.y + other.y);
    }
    out[i] = x;
}

int main()
{
    const int n = N * 6;
    float2 *in, *out, *roots;
    int wrong = 0;
    cudaMallocManaged(&in, n * sizeof(float2));
    cudaMallocManaged(&out, n * sizeof(float2));
    cudaMallocManaged(&roots, N * sizeof(float2));
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < N; i++)
        roots[i] = make_float2((float)cos(-2 * pi * i / N), (float)sin(-2 * pi * i / N));
    for (int i = 0; i < n; i++)
        in[i] = make_float2((float)((i * 7) % 13) - 6, (float)((i * 5) % 9) - 4);
    fft<<<3, 64>>>(in, out, roots);
    cudaDeviceSynchronize();
    for (int b = 0; b < n; b += N) {
        for (int k = 0; k < N; k++) {
            double re = 0, im = 0;
            for (int j = 0; j < N; j++) {
                const double c = cos(-2 * pi * j * k / N), s = sin(-2 * pi * j * k / N);
                re += in[b + j].x * c - in[b + j].y * s;
                im += in[b + j].x * s + in[b + j].y * c;
            }
            wrong += fabs(re - out[b + k].x) > 1e-3 || fabs(im - out[b + k].y) > 1e-3;
        }
        printf("%.0f %.0f, %.2f %.2f\n", out[b].x, out[b].y, out[b + 5].x, out[b + 5].y);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    cudaFree(roots);
    return wrong != 0;
}
