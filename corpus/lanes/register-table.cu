// A table of 128 entries in the registers of a warp, four to a lane; each lane asks for any of them.
#include <cstdio>
#include <cuda_runtime.h>

template <int N>
struct WarpTable {
    static constexpr int kWarp = 32;
    static constexpr int kPerLane = N / kWarp;
    float entry[kPerLane];

    __device__ void load(const float *from)
    {
        for (int k = 0; k < kPerLane; k++)
            entry[k] = from[k * kWarp + threadIdx.x % kWarp];
    }

    __device__ float operator[](int i) const
    {
        float result = 0;
        for (int k = 0; k < kPerLane; k++) {
            const float x = __shfl_sync(0xffffffffu, entry[k], i % kWarp);
            result = i / kWarp == k ? x : result;
        }
        return result;
    }
};

__global__ void interpolate(const float *table, const float *x, float *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    WarpTable<128> t;
    t.load(table);
    const int cell = min(max((int)x[i], 0), 126);
    const float part = x[i] - cell, left = t[cell], right = t[cell + 1];
    y[i] = left + part * (right - left);
}

int main()
{
    const int n = 320;
    float *table, *x, *y, sum = 0;
    int wrong = 0;
    cudaMallocManaged(&table, 128 * sizeof(float));
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    for (int k = 0; k < 128; k++)
        table[k] = (float)((k * k) % 51);
    for (int i = 0; i < n; i++)
        x[i] = (float)((i * 71) % 508) / 4;
    interpolate<<<5, 64>>>(table, x, y);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        const int cell = x[i] > 126 ? 126 : (int)x[i];
        const float expected = table[cell] + (x[i] - cell) * (table[cell + 1] - table[cell]);
        wrong += y[i] != expected;
        sum += y[i];
    }
    printf("sum %g, wrong: %d\n", sum, wrong);
    cudaFree(table);
    cudaFree(x);
    cudaFree(y);
    return wrong != 0;
}
