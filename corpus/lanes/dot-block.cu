// Dot product with a grid-stride loop; every block adds its part with one atomic.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP 32
#define BLOCK 224

__global__ void dot(const float4 *a, const float4 *b, double *result, int n4)
{
    __shared__ double sums[BLOCK / WARP];
    double acc = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n4; i += gridDim.x * BLOCK) {
        float4 x = a[i], y = b[i];
        acc += (double)x.x * y.x + (double)x.y * y.y + (double)x.z * y.z + (double)x.w * y.w;
    }
    acc += __shfl_down_sync(0xffffffff, acc, 16);
    acc += __shfl_down_sync(0xffffffff, acc, 8);
    acc += __shfl_down_sync(0xffffffff, acc, 4);
    acc += __shfl_down_sync(0xffffffff, acc, 2);
    acc += __shfl_down_sync(0xffffffff, acc, 1);
    if (threadIdx.x % WARP == 0)
        sums[threadIdx.x / WARP] = acc;
    __syncthreads();
    if (threadIdx.x == 0) {
        double total = 0;
        for (int w = 0; w < BLOCK / WARP; ++w)
            total += sums[w];
        atomicAdd(result, total);
    }
}

int main()
{
    const int n = 4 * 999;
    float *a, *b;
    double *result, expected = 0;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&result, sizeof(double));
    for (int i = 0; i < n; i++) {
        a[i] = (float)((i * 31) % 29 - 14);
        b[i] = (float)((i * 17) % 23) * 0.5f;
        expected += (double)a[i] * b[i];
    }
    *result = 0;
    dot<<<3, BLOCK>>>((const float4 *)a, (const float4 *)b, result, n / 4);
    cudaDeviceSynchronize();
    int wrong = *result != expected;
    printf("dot %.1f, wrong: %d\n", *result, wrong);
    cudaFree(a);
    cudaFree(b);
    cudaFree(result);
    return wrong;
}
