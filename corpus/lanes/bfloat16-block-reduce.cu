// Sums and maxima in bfloat16 over a block; the values are small integers, so nothing is rounded.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

constexpr unsigned FULL_MASK = 0xffffffffu;

template <typename T, int LANES = 32>
__device__ __forceinline__ T warpReduceSum(T v)
{
#pragma unroll
    for (int mask = LANES >> 1; mask >= 1; mask >>= 1)
        v = v + __shfl_xor_sync(FULL_MASK, v, mask);
    return v;
}

template <typename T>
__device__ __forceinline__ T warpReduceMax(T v)
{
    for (int o = 16; o > 0; o >>= 1) {
        T other = __shfl_down_sync(FULL_MASK, v, o);
        v = v < other ? other : v;
    }
    return __shfl_sync(FULL_MASK, v, 0);
}

__global__ void reduce(const float *in, float *out)
{
    __shared__ __nv_bfloat16 sums[32], tops[32];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    const __nv_bfloat16 x = __float2bfloat16(in[blockIdx.x * blockDim.x + threadIdx.x]);
    const __nv_bfloat16 sum = warpReduceSum(x), top = warpReduceMax(x);
    if (lane == 0) {
        sums[warp] = sum;
        tops[warp] = top;
    }
    __syncthreads();
    if (warp == 0) {
        __nv_bfloat16 all = lane < warps ? sums[lane] : __float2bfloat16(0.0f);
        __nv_bfloat16 high = lane < warps ? tops[lane] : __float2bfloat16(-1000.0f);
        all = warpReduceSum(all);
        high = warpReduceMax(high);
        if (lane == 0)
            out[blockIdx.x] = __bfloat162float(all) + 1000 * __bfloat162float(high);
    }
}

int main()
{
    const int threads = 96, blocks = 4, n = threads * blocks;
    float *in, *out;
    int wrong = 0;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, blocks * sizeof(float));
    for (int i = 0; i < n; i++)
        in[i] = (float)((i * 7) % 5 - 2 + (i % 91 == 40));
    reduce<<<blocks, threads>>>(in, out);
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; b++) {
        float sum = 0, top = -1000;
        for (int i = b * threads; i < (b + 1) * threads; i++) {
            sum += in[i];
            top = in[i] > top ? in[i] : top;
        }
        wrong += out[b] != sum + 1000 * top;
        printf("block %d: %g\n", b, out[b]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
