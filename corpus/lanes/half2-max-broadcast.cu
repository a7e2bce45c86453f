// Largest absolute value of pairs of halves in a warp, then the warp's values over it, as quantisation does.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define WARP_SIZE 32

static __device__ __forceinline__ __half2 max2(__half2 a, __half2 b)
{
    return __halves2half2(__hmax(__low2half(a), __low2half(b)), __hmax(__high2half(a), __high2half(b)));
}

static __device__ __forceinline__ __half2 warp_reduce_max(__half2 x)
{
#pragma unroll
    for (int offset = WARP_SIZE / 2; offset > 0; offset >>= 1)
        x = max2(x, __shfl_xor_sync(0xffffffff, x, offset, WARP_SIZE));
    return x;
}

__global__ void quantise(const float *x, signed char *q, float *scales)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float a = x[2 * i], b = x[2 * i + 1];
    const __half2 both = warp_reduce_max(__floats2half2_rn(fabsf(a), fabsf(b)));
    const float top = fmaxf(__low2float(both), __high2float(both));
    const float scale = top / 127;
    q[2 * i] = (signed char)(scale > 0 ? rintf(a / scale) : 0);
    q[2 * i + 1] = (signed char)(scale > 0 ? rintf(b / scale) : 0);
    if (i % WARP_SIZE == WARP_SIZE - 1)
        scales[i / WARP_SIZE] = __half2float(__shfl_sync(1u << 31, __float2half(top), WARP_SIZE - 1));
}

int main()
{
    const int n = 2 * 32 * 6;
    float *x, *scales;
    signed char *q;
    int wrong = 0, check = 0;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&q, n);
    cudaMallocManaged(&scales, n / 64 * sizeof(float));
    for (int i = 0; i < n; i++)
        x[i] = i / 64 == 4 ? 0.0f : (float)((i * 37) % 129 - 64) / 4 * (float)(1 + i / 64);
    quantise<<<2, 96>>>(x, q, scales);
    cudaDeviceSynchronize();
    for (int w = 0; w < n / 64; w++) {
        float top = 0;
        for (int i = w * 64; i < w * 64 + 64; i++)
            top = x[i] > top ? x[i] : -x[i] > top ? -x[i] : top;
        wrong += scales[w] != top;
        for (int i = w * 64; i < w * 64 + 64; i++) {
            const float exact = top > 0 ? x[i] / top * 127 : 0;
            wrong += exact - q[i] > 0.51f || q[i] - exact > 0.51f;
            check += q[i] > 0;
        }
        printf("warp %d: %g\n", w, scales[w]);
    }
    printf("%d positive, wrong: %d\n", check, wrong);
    cudaFree(x);
    cudaFree(q);
    cudaFree(scales);
    return wrong != 0;
}
