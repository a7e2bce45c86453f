// Everything follows from a template parameter: how many threads work together, masks, shared arrays, shuffles.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T, int WIDTH, typename Op>
__device__ T allReduce(T value, Op op)
{
#pragma unroll
    for (int mask = WIDTH / 2; mask > 0; mask /= 2)
        value = op(value, __shfl_xor_sync(0xffffffffu, value, mask, WIDTH));
    return value;
}

template <int THREADS, int WIDTH = 32>
__global__ void minMax(const long long *in, long long *out)
{
    constexpr int kGroups = THREADS / WIDTH;
    __shared__ long long least[kGroups], most[kGroups];
    const int group = threadIdx.x / WIDTH, rank = threadIdx.x % WIDTH;
    const long long x = in[blockIdx.x * THREADS + threadIdx.x];
    const long long low = allReduce<long long, WIDTH>(x, [](long long a, long long b) { return a < b ? a : b; });
    const long long high = allReduce<long long, WIDTH>(x, [](long long a, long long b) { return a < b ? b : a; });
    if (rank == WIDTH - 1) {
        least[group] = low;
        most[group] = high;
    }
    __syncthreads();
    if (threadIdx.x < kGroups) {
        out[(blockIdx.x * kGroups + threadIdx.x) * 2] = least[threadIdx.x];
        out[(blockIdx.x * kGroups + threadIdx.x) * 2 + 1] = most[threadIdx.x];
    }
}

template <int THREADS, int WIDTH>
int test(const long long *h, long long *in)
{
    const int groups = THREADS * 2 / WIDTH;
    static long long result[groups * 2];
    long long *out;
    int wrong = 0;
    cudaMalloc(&out, sizeof(result));
    minMax<THREADS, WIDTH><<<2, THREADS>>>(in, out);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int g = 0; g < groups; g++) {
        long long low = h[g * WIDTH], high = low;
        for (int i = 1; i < WIDTH; i++) {
            low = h[g * WIDTH + i] < low ? h[g * WIDTH + i] : low;
            high = h[g * WIDTH + i] > high ? h[g * WIDTH + i] : high;
        }
        wrong += result[g * 2] != low || result[g * 2 + 1] != high;
    }
    printf("width %d: %lld %lld, wrong: %d\n", WIDTH, result[0], result[groups * 2 - 1], wrong);
    cudaFree(out);
    return wrong;
}

int main()
{
    const int n = 512;
    static long long h[n];
    for (int i = 0; i < n; i++)
        h[i] = (i * 7919LL % 1009 - 500) << 33;
    long long *in;
    cudaMalloc(&in, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    int wrong = test<256, 32>(h, in) + test<128, 16>(h, in) + test<96, 8>(h, in) + test<64, 4>(h, in);
    cudaFree(in);
    return wrong != 0;
}
