#include <cuda_runtime.h>

#include <utility>

template <int CHANNELS, int THREADS>
constexpr unsigned least_blocks()
{
    return CHANNELS * THREADS > 512 ? 1 : 2;
}

template <int A, int B>
__host__ __device__ constexpr int sum()
{
    return A + B;
}

template <typename T, int N> __constant__ T table[N];

struct Span {
    __host__ __device__ Span(std::pair<int, int> of, int shift);
    int begin, end;
};

__host__ __device__ Span::Span(std::pair<int, int> of, int shift)
    : begin(of.first + shift), end(of.second + shift)
{
}

template <int CHANNELS, int THREADS>
__global__ void __launch_bounds__(THREADS, least_blocks<CHANNELS, THREADS>()) spread(float *out, int n)
{
    float x = out[threadIdx.x % n];
    x += __shfl_down_sync(0xffffffffu, x + sum<CHANNELS, 1>(), sum<0, 1>());
    out[threadIdx.x] = x * table<float, 4>[sum<1, 2>()];
}

__global__ void __launch_bounds__(sum<64, 64>()) fill(float *out)
{
    out[threadIdx.x] = 0;
}

void run(float *out, const float *values)
{
    cudaMemcpyToSymbol(table<float, 4>, values, 4 * sizeof(float));
    cudaFuncSetCacheConfig(spread<3, 128>, cudaFuncCachePreferL1);
    fill<<<sum<1, 0>(), sum<64, 64>()>>>(out);
    spread<3, 128><<<1, 128>>>(out, sum<30, 2>());
}
