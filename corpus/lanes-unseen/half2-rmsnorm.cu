// RMS norm of half precision rows, two values at a time: squares are summed in float by warps, then by the first warp from
// shared memory sized by warps. Row maximum with half2 shuffles. The host asks the device for its warp size.
#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define FINAL_MASK 0xffffffff

__host__ __device__ inline float2 to_float2(half2 v) { return make_float2(__low2float(v), __high2float(v)); }

template <typename T>
__inline__ __device__ T warpReduceSum(T val)
{
#pragma unroll
    for (int mask = 16; mask > 0; mask >>= 1)
        val += __shfl_xor_sync(FINAL_MASK, val, mask, 32);
    return val;
}

template <typename T>
__inline__ __device__ T blockReduceSum(T val)
{
    static __shared__ T shared[32];
    const int lane = threadIdx.x & 0x1f;
    const int wid = threadIdx.x >> 5;
    val = warpReduceSum<T>(val);
    if (lane == 0)
        shared[wid] = val;
    __syncthreads();
    // blockDim.x is a multiple of the warp
    val = threadIdx.x < (blockDim.x / 32.f) ? shared[lane] : (T)0.0f;
    val = warpReduceSum<T>(val);
    return val; // right in the first warp
}

__device__ half2 warp_max(half2 v)
{
    for (int mask = 16; mask; mask >>= 1) {
        const half2 o = __shfl_xor_sync(FINAL_MASK, v, mask);
        const float2 a = to_float2(v), b = to_float2(o);
        v = __floats2half2_rn(fmaxf(a.x, b.x), fmaxf(a.y, b.y));
    }
    return v;
}

__global__ void rms_norm(const half2 *x, const half2 *gamma, half2 *y, int pairs, float eps)
{
    __shared__ float s_scale;
    const half2 *row = x + blockIdx.x * pairs;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        const float2 v = to_float2(row[i]);
        sum += v.x * v.x + v.y * v.y;
    }
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0)
        s_scale = 1.0f / sqrtf(sum / (2 * pairs) + eps);
    __syncthreads();
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        const float2 v = to_float2(row[i]), g = to_float2(gamma[i]);
        y[blockIdx.x * pairs + i] = __floats2half2_rn(v.x * s_scale * g.x, v.y * s_scale * g.y);
    }
}

// one warp to a row, even and odd places apart
__global__ void row_max(const half2 *x, int rows, int pairs, float2 *out)
{
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    half2 m = __floats2half2_rn(-60000.0f, -60000.0f);
    for (int i = threadIdx.x; i < pairs; i += 32) {
        const float2 a = to_float2(m), b = to_float2(x[row * pairs + i]);
        m = __floats2half2_rn(fmaxf(a.x, b.x), fmaxf(a.y, b.y));
    }
    m = warp_max(m);
    if (threadIdx.x == 0)
        out[row] = to_float2(m);
}

int main()
{
    const int rows = 7, pairs = 100;
    half2 *x, *gamma, *y;
    float2 *top;
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    cudaMallocManaged(&x, rows * pairs * sizeof(half2));
    cudaMallocManaged(&gamma, pairs * sizeof(half2));
    cudaMallocManaged(&y, rows * pairs * sizeof(half2));
    cudaMallocManaged(&top, rows * sizeof(float2));
    std::vector<float> in(rows * pairs * 2), g(pairs * 2);
    for (int i = 0; i < rows * pairs * 2; i++) // multiples of 1/8 are exact
        in[i] = (float)((i * 37 + i / 200 * 11) % 113 - 56) / 8.0f;
    for (int i = 0; i < pairs * 2; i++)
        g[i] = (float)(i % 5 + 1) / 4.0f;
    for (int i = 0; i < rows * pairs; i++)
        x[i] = __floats2half2_rn(in[2 * i], in[2 * i + 1]);
    for (int i = 0; i < pairs; i++)
        gamma[i] = __floats2half2_rn(g[2 * i], g[2 * i + 1]);
    // whole warps, enough for the pairs
    const int threads = (pairs + prop.warpSize - 1) / prop.warpSize * prop.warpSize;
    rms_norm<<<rows, threads>>>(x, gamma, y, pairs, 1e-5f);
    row_max<<<(rows + 3) / 4, dim3(32, 4)>>>(x, rows, pairs, top);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        double sum = 0;
        float even = -1e9f, odd = -1e9f;
        for (int i = 0; i < 2 * pairs; i++) {
            const float v = in[r * 2 * pairs + i];
            sum += (double)v * v;
            (i % 2 ? odd : even) = std::fmax(i % 2 ? odd : even, v);
        }
        const double scale = 1 / std::sqrt(sum / (2 * pairs) + 1e-5);
        double worst = 0;
        for (int i = 0; i < pairs; i++) {
            const float2 v = to_float2(y[r * pairs + i]);
            const double a = in[(r * pairs + i) * 2] * scale * g[2 * i];
            const double b = in[(r * pairs + i) * 2 + 1] * scale * g[2 * i + 1];
            worst = std::fmax(worst, std::fmax(std::fabs(a - v.x), std::fabs(b - v.y)));
        }
        wrong += worst > 0.004 || top[r].x != even || top[r].y != odd;
        printf("row %d: largest %.3f %.3f\n", r, top[r].x, top[r].y);
    }
    printf("wrong rows: %d\n", wrong);
    cudaFree(x); cudaFree(gamma); cudaFree(y); cudaFree(top);
    return wrong != 0;
}
