// Layer statistics with Welford's merge: a struct travels through the warp, then through shared memory.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

struct WelfordData {
    double mean;
    double m2;
    int count;
};

__host__ __device__ inline WelfordData combine(WelfordData a, WelfordData b)
{
    if (a.count == 0)
        return b;
    if (b.count == 0)
        return a;
    const double delta = b.mean - a.mean;
    const int n = a.count + b.count;
    const double frac = double(b.count) / n;
    return {a.mean + delta * frac, a.m2 + b.m2 + delta * delta * a.count * frac, n};
}

__device__ WelfordData shfl_down(WelfordData d, int offset)
{
    WelfordData r;
    r.mean = __shfl_down_sync(0xffffffff, d.mean, offset);
    r.m2 = __shfl_down_sync(0xffffffff, d.m2, offset);
    r.count = __shfl_down_sync(0xffffffff, d.count, offset);
    return r;
}

__device__ WelfordData warp_welford(WelfordData d)
{
    for (int offset = warpSize >> 1; offset; offset >>= 1)
        d = combine(d, shfl_down(d, offset));
    return d;
}

__global__ void row_moments(const float *x, int N, float *mean, float *var, float eps)
{
    extern __shared__ char smem[];
    WelfordData *partial = reinterpret_cast<WelfordData *>(smem);
    const int wid = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
    const int nwarps = blockDim.x / warpSize;
    WelfordData val{0, 0, 0};
    for (int j = threadIdx.x; j < N; j += blockDim.x)
        val = combine(val, WelfordData{x[blockIdx.x * N + j], 0.0, 1});
    val = warp_welford(val);
    if (lane == 0)
        partial[wid] = val;
    __syncthreads();
    val = threadIdx.x < nwarps ? partial[lane] : WelfordData{0, 0, 0};
    if (wid == 0) {
        val = warp_welford(val);
        if (threadIdx.x == 0) {
            mean[blockIdx.x] = (float)val.mean;
            var[blockIdx.x] = (float)(val.m2 / val.count) + eps;
        }
    }
}

int main()
{
    const int M = 9, N = 301, WARP = 32, threads = 5 * WARP;
    float *x, *mean, *var;
    cudaMallocManaged(&x, M * N * sizeof(float));
    cudaMallocManaged(&mean, M * sizeof(float));
    cudaMallocManaged(&var, M * sizeof(float));
    for (int i = 0; i < M * N; i++)
        x[i] = (float)((i * 29 + i / 13) % 101) / 4;
    row_moments<<<M, threads, threads / WARP * sizeof(WelfordData)>>>(x, N, mean, var, 0.5f);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int r = 0; r < M; r++) {
        double s = 0, q = 0;
        for (int j = 0; j < N; j++)
            s += x[r * N + j];
        for (int j = 0; j < N; j++)
            q += (x[r * N + j] - s / N) * (x[r * N + j] - s / N);
        if (std::fabs(mean[r] - s / N) > 1e-4 || std::fabs(var[r] - (q / N + 0.5)) > 1e-3)
            bad++;
    }
    printf("rows %d bad %d, first mean about %.2f\n", M, bad, mean[0]);
    cudaFree(x);
    cudaFree(mean);
    cudaFree(var);
    return bad ? 1 : 0;
}
