// Shuffles of small and of large types: characters, shorts, truth values, pointers, and doubles in two halves.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

#define FULL_MASK 0xffffffff

__device__ double shuffleDouble(double x, int lane)
{
    int low = __double2loint(x), high = __double2hiint(x);
    low = __shfl_sync(FULL_MASK, low, lane);
    high = __shfl_sync(FULL_MASK, high, lane);
    return __hiloint2double(high, low);
}

template <typename T>
__device__ const T *shufflePointer(const T *p, int lane)
{
    return (const T *)__shfl_sync(FULL_MASK, (unsigned long long)p, lane);
}

__global__ void types(const int *in, double *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    const int x = in[i];
    const signed char c = __shfl_down_sync(FULL_MASK, (signed char)x, 3);
    const uint16_t s = __shfl_up_sync(FULL_MASK, (uint16_t)(x * 257), 2);
    const bool b = __shfl_xor_sync(FULL_MASK, x > 50, 5);
    const long l = __shfl_sync(FULL_MASK, (long)x << 33, -1);
    const double d = shuffleDouble(x + 0.125, (lane + 9) % 32);
    const int *p = shufflePointer(in + i, lane ^ 7);
    out[i] = c + s * 2.0 + b * 0.5 + (double)(l >> 33) * 100000.0 + d * 1e7 + *p * 1e10;
}

int main()
{
    const int n = 128;
    int *in, wrong = 0;
    double *out, sum = 0;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(double));
    for (int i = 0; i < n; i++)
        in[i] = (i * 41) % 101;
    types<<<2, 64>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        const int lane = i % 32, *w = in + i - lane;
        const double expected = (signed char)w[lane + 3 < 32 ? lane + 3 : lane]
                                + (uint16_t)(w[lane >= 2 ? lane - 2 : lane] * 257) * 2.0 + (w[lane ^ 5] > 50) * 0.5
                                + w[31] * 100000.0 + (w[(lane + 9) % 32] + 0.125) * 1e7 + w[lane ^ 7] * 1e10;
        wrong += out[i] != expected;
        sum += out[i];
    }
    printf("sum %.1f, wrong: %d\n", sum, wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
