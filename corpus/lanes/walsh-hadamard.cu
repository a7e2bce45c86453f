// Walsh-Hadamard transform of 128 values, four to a lane: the low steps in registers, the others by shuffles.
#include <cstdio>
#include <cuda_runtime.h>

template <int kLogN, int kWarp = 32>
__device__ __forceinline__ void hadamard_thread_warp(float (&x)[1 << (kLogN - 5)])
{
    constexpr int kPer = 1 << (kLogN - 5);
#pragma unroll
    for (int s = 1; s < kPer; s *= 2)
        for (int i = 0; i < kPer; i++)
            if (!(i & s)) {
                const float a = x[i], b = x[i | s];
                x[i] = a + b;
                x[i | s] = a - b;
            }
    const int lane_id = threadIdx.x % kWarp;
#pragma unroll
    for (int step = 0; step < 5; ++step) {
        const int lane_mask = 1 << step;
        const float sign = (lane_id & lane_mask) ? -1.f : 1.f;
        for (int i = 0; i < kPer; i++) {
            const float other = __shfl_xor_sync(0xffffffffu, x[i], lane_mask);
            x[i] = sign * x[i] + other;
        }
    }
}

__global__ void transform(float *data)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float4 v = ((float4 *)data)[warp * 32 + lane];
    float x[4] = {v.x, v.y, v.z, v.w};
    hadamard_thread_warp<7>(x);
    ((float4 *)data)[warp * 32 + lane] = make_float4(x[0], x[1], x[2], x[3]);
}

int main()
{
    const int warps = 4, n = 128;
    float *data;
    static float before[warps * n];
    int wrong = 0;
    cudaMallocManaged(&data, sizeof(before));
    for (int i = 0; i < warps * n; i++)
        before[i] = data[i] = (float)((i * 37) % 19 - 9);
    transform<<<2, 64>>>(data);
    cudaDeviceSynchronize();
    for (int w = 0; w < warps; w++) {
        for (int k = 0; k < n; k++) {
            float sum = 0;
            for (int j = 0; j < n; j++) {
                int parity = 0;
                for (int bits = j & k; bits; bits &= bits - 1)
                    parity ^= 1;
                sum += parity ? -before[w * n + j] : before[w * n + j];
            }
            wrong += data[w * n + k] != sum;
        }
        printf("%g %g %g\n", data[w * n], data[w * n + 1], data[w * n + 127]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(data);
    return wrong != 0;
}
