// Softmax, one block per row: maximum and sum go through shuffles and an array with one entry per warp.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__device__ float warpMax(float v)
{
    for (int m = 16; m > 0; m >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, m));
    return v;
}

__device__ float warpSum(float v)
{
    for (int m = 16; m > 0; m >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, m);
    return v;
}

template <bool MAX>
__device__ float blockAll(float v, float *s)
{
    int lane = threadIdx.x & 0x1f, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
    v = MAX ? warpMax(v) : warpSum(v);
    if (lane == 0)
        s[warp] = v;
    __syncthreads();
    v = lane < warps ? s[lane] : (MAX ? -INFINITY : 0.0f);
    v = MAX ? warpMax(v) : warpSum(v);
    __syncthreads();
    return v;
}

__global__ void softmax(const float *in, float *out, int cols)
{
    __shared__ float s[32];
    const float *x = in + blockIdx.x * cols;
    float largest = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        largest = fmaxf(largest, x[c]);
    largest = blockAll<true>(largest, s);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        sum += expf(x[c] - largest);
    sum = blockAll<false>(sum, s);
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        out[blockIdx.x * cols + c] = expf(x[c] - largest) / sum;
}

int main()
{
    const int rows = 4, cols = 300;
    static float h[rows * cols], result[rows * cols];
    for (int i = 0; i < rows * cols; i++)
        h[i] = (float)((i * 31) % 97) / 16 - 2;
    float *in, *out;
    int wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    softmax<<<rows, 160>>>(in, out, cols);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) {
        double largest = -1e30, sum = 0;
        for (int c = 0; c < cols; c++)
            largest = h[r * cols + c] > largest ? h[r * cols + c] : largest;
        for (int c = 0; c < cols; c++)
            sum += std::exp(h[r * cols + c] - largest);
        for (int c = 0; c < cols; c++)
            wrong += !(std::fabs(result[r * cols + c] - std::exp(h[r * cols + c] - largest) / sum) < 1e-6);
        printf("%.5f %.5f %.5f\n", result[r * cols], result[r * cols + 100], result[r * cols + 299]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
