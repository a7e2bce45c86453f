// Each warp takes its turn one barrier after the one before it: as many barriers before it as its index says.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int WARPS = 4;

__device__ void stages(int n)
{
    if (n == 0)
        return;
    __syncthreads();
    stages(n - 1);
}

__global__ void staggered(const int *in, int *out)
{
    __shared__ int box[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if (warp == 0)
        box[lane] = in[lane];
    stages(warp);
    box[lane] = box[lane] * 3 + warp;
    stages(WARPS - warp);
    out[threadIdx.x] = box[lane];
}

int main()
{
    int h[32], result[32 * WARPS], *in, *out, wrong = 0;
    for (int i = 0; i < 32; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(result));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    staggered<<<1, 32 * WARPS>>>(in, out);
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32 * WARPS; i++) {
        int expected = h[i % 32];
        for (int w = 0; w < WARPS; w++)
            expected = expected * 3 + w;
        wrong += result[i] != expected;
        printf("%d ", result[i]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
