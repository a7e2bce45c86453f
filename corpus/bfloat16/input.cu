#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

using bf16 = __nv_bfloat16;

// Normalises each row to mean 0 and variance 1 and scales it. One block a row.
template <int Threads>
__global__ void layerNorm(const __nv_bfloat16 *__restrict__ in, const bf16 *__restrict__ weight, bf16 *__restrict__ out,
                          int columns, float epsilon)
{
    __shared__ float sums[Threads], squares[Threads];
    const bf16 *row = in + blockIdx.x * (size_t)columns;
    float sum = 0.0f, square = 0.0f;
    for (int c = threadIdx.x; c < columns; c += Threads) {
        const float v = __bfloat162float(row[c]);
        sum += v;
        square += v * v;
    }
    sums[threadIdx.x] = sum;
    squares[threadIdx.x] = square;
    __syncthreads();
    for (int half = Threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            sums[threadIdx.x] += sums[threadIdx.x + half];
            squares[threadIdx.x] += squares[threadIdx.x + half];
        }
        __syncthreads();
    }
    const float mean = sums[0] / columns;
    const float scale = rsqrtf(squares[0] / columns - mean * mean + epsilon);
    for (int c = threadIdx.x; c < columns; c += Threads)
        out[blockIdx.x * (size_t)columns + c] =
            __float2bfloat16((__bfloat162float(row[c]) - mean) * scale * __bfloat162float(weight[c]));
}

__global__ void addPairs(const __nv_bfloat162 *a, const __nv_bfloat162 *b, __nv_bfloat162 *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const float2 x = __bfloat1622float2(a[i]), y = __bfloat1622float2(b[i]);
        out[i] = __float22bfloat162_rn(make_float2(x.x + y.x, x.y + y.y));
    }
}

__global__ void ramp(__nv_bfloat16 *out, __half *copy, size_t n, long long first)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    const __nv_bfloat16 start = first;
    if (i < n) {
        out[i] = __nv_bfloat16(i % 7) + start;
        copy[i] = (__half)out[i];
    }
}

cudaError_t normalise(const void *in, const void *weight, void *out, int rows, int columns, cudaStream_t stream)
{
    layerNorm<256><<<rows, 256, 0, stream>>>(static_cast<const bf16 *>(in), static_cast<const bf16 *>(weight),
                                             static_cast<bf16 *>(out), columns, 1e-5f);
    const int pairs = rows * columns / 2;
    addPairs<<<(pairs + 255) / 256, 256, 0, stream>>>(static_cast<const __nv_bfloat162 *>(in),
                                                      static_cast<const __nv_bfloat162 *>(out),
                                                      static_cast<__nv_bfloat162 *>(out), pairs);
    return cudaGetLastError();
}
