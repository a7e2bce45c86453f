#include <cuda_runtime.h>

#define CHECK(...) do { __VA_ARGS__; if (cudaGetLastError() != cudaSuccess) return 1; } while (0)
#define SCALE(data, n) scale << <1, n >> > \
    (data, 2.0f)

__global__ void scale(float *data, float factor) { data[threadIdx.x] *= factor; }
template <int Threads> __global__ void shift(float *data) { data[threadIdx.x % Threads] += 1.0f; }

int run(float *data, int n, cudaStream_t stream)
{
    scale << <{ 1, 2 }, 64 >> > (data, 3.0f);
    shift<64> << <n / 64, 64, 0, stream >> >(data);
    shift<32> <<< n >> 5, 32 >> > (data);
    CHECK(scale << <dim3(1, 2), dim3(32, 2) >> > (data, n << 1));
    CHECK(shift<128> << /* blocks */ <n >> 7, 128>> >(data));
    SCALE(data, n);
    return 0;
}
