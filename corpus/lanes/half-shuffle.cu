// Dot products in half precision, with half and half2 in shuffles; the values are small, so every sum is exact.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ __half warpSum(__half v)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        v = __hadd(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}

__device__ __half2 warpSum2(__half2 v)
{
#pragma unroll
    for (int offset = 16; offset > 0; offset >>= 1)
        v = __hadd2(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}

__global__ void dots(const float *a, const float *b, float *out, int n)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    __half sum = __float2half(0.0f);
    __half2 pair = __floats2half2_rn(0.0f, 0.0f);
    for (int i = lane; i < n; i += 32) {
        __half x = __float2half(a[warp * n + i]), y = __float2half(b[i]);
        sum = __hfma(x, y, sum);
        pair = __hadd2(pair, __halves2half2(x, y));
    }
    sum = warpSum(sum);
    pair = warpSum2(pair);
    if (lane == 0) {
        out[warp * 3] = __half2float(sum);
        out[warp * 3 + 1] = __low2float(pair);
        out[warp * 3 + 2] = __high2float(pair);
    }
}

int main()
{
    const int warps = 5, n = 90;
    static float a[warps * n], b[n], result[warps * 3];
    for (int i = 0; i < warps * n; i++)
        a[i] = (float)((i * i + i / n) % 9 - 3) / 2;
    for (int i = 0; i < n; i++)
        b[i] = (float)(i % 5 - 1);
    float *da, *db, *out;
    int wrong = 0;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&out, sizeof(result));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    dots<<<1, warps * 32>>>(da, db, out, n);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int w = 0; w < warps; w++) {
        float expected[3] = {};
        for (int i = 0; i < n; i++) {
            expected[0] += a[w * n + i] * b[i];
            expected[1] += a[w * n + i];
            expected[2] += b[i];
        }
        for (int k = 0; k < 3; k++) {
            wrong += result[w * 3 + k] != expected[k];
            printf("%g ", result[w * 3 + k]);
        }
        printf("\n");
    }
    printf("wrong: %d\n", wrong);
    cudaFree(da);
    cudaFree(db);
    cudaFree(out);
    return wrong != 0;
}
