// Online softmax: maximum and sum go together through the warps of a block.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

const unsigned int kFullMask = 0xffffffff;

struct alignas(8) MD {
    float m, d;
};

__device__ __forceinline__ MD join(MD a, MD b)
{
    const bool larger = a.m > b.m;
    const MD big = larger ? a : b, small = larger ? b : a;
    return {big.m, big.d + small.d * exp2f(small.m - big.m)};
}

template <int kWarpSize = 32>
__device__ __forceinline__ MD warpJoin(MD x)
{
#pragma unroll
    for (int stride = kWarpSize >> 1; stride >= 1; stride >>= 1) {
        MD other;
        other.m = __shfl_xor_sync(kFullMask, x.m, stride);
        other.d = __shfl_xor_sync(kFullMask, x.d, stride);
        x = join(x, other);
    }
    return x;
}

template <int THREADS>
__global__ void onlineSoftmax(const float *in, float *out, int cols)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    constexpr int WARPS = THREADS / 32;
    __shared__ MD parts[WARPS];
    MD mine = {-1e20f, 0};
    for (int c = threadIdx.x; c < cols; c += THREADS)
        mine = join(mine, MD{in[blockIdx.x * cols + c], 1});
    mine = warpJoin<32>(mine);
    if (lane == 0)
        parts[warp] = mine;
    __syncthreads();
    if (threadIdx.x < 32) {
        MD all = threadIdx.x < WARPS ? parts[threadIdx.x] : MD{-1e20f, 0};
        all = warpJoin<WARPS>(all);
        if (threadIdx.x == 0)
            parts[0] = all;
    }
    __syncthreads();
    const MD final = parts[0];
    for (int c = threadIdx.x; c < cols; c += THREADS)
        out[blockIdx.x * cols + c] = exp2f(in[blockIdx.x * cols + c] - final.m) / final.d;
}

int main()
{
    const int rows = 5, cols = 350;
    float *in, *out;
    int wrong = 0;
    cudaMallocManaged(&in, rows * cols * sizeof(float));
    cudaMallocManaged(&out, rows * cols * sizeof(float));
    for (int i = 0; i < rows * cols; i++)
        in[i] = (float)((i * 61) % 11) + (float)(i % cols / 100);
    onlineSoftmax<128><<<rows, 128>>>(in, out, cols);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; r++) {
        float top = -1e20f, sum = 0;
        for (int c = 0; c < cols; c++)
            top = fmaxf(top, in[r * cols + c]);
        for (int c = 0; c < cols; c++)
            sum += exp2f(in[r * cols + c] - top);
        for (int c = 0; c < cols; c++)
            wrong += fabsf(out[r * cols + c] - exp2f(in[r * cols + c] - top) / sum) > 1e-7f;
        printf("row %d: %.6f\n", r, out[r * cols + 7]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
