#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *address, double value)
{
    unsigned long long *word = (unsigned long long *)address, old = *word, assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

__device__ __forceinline__ float readOnly(const float *p)
{
#if __CUDA_ARCH__ >= 350
    return __ldg(p);
#else
    return *p;
#endif
}

__device__ inline __half2 fma2(__half2 a, __half2 b, __half2 c)
{
#if !defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 530 && !defined(NO_HALF_MATH))
    return __hfma2(a, b, c);
#else
    const float2 x = __half22float2(a), y = __half22float2(b), z = __half22float2(c);
    return __floats2half2_rn(fmaf(x.x, y.x, z.x), fmaf(x.y, y.y, z.y));
#endif
}

#if 700 <= __CUDA_ARCH__
#define BIG_TILES 1
#elif __CUDA_ARCH__ == 610 || __CUDA_ARCH__ / 100 == 6
#define BIG_TILES 0
#endif

#if __CUDA_ARCH__ || __HIP_DEVICE_COMPILE__
#define ON_DEVICE 1
#endif

__global__ void gemv(const float *a, const __half2 *h, const float *x, double *y, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0.0f;
    for (int c = 0; c < cols; ++c)
        sum += readOnly(a + r * cols + c) * x[c];
    const float2 bias = __half22float2(fma2(h[r], h[r], h[r]));
    atomicAdd(y, (double)(sum + bias.x + bias.y));
#if defined(BIG_TILES) && BIG_TILES
    __syncthreads();
#endif
}

void run(const float *a, const __half2 *h, const float *x, double *y, int rows, int cols)
{
    gemv<<<(rows + 63) / 64, 64>>>(a, h, x, y, rows, cols);
}
