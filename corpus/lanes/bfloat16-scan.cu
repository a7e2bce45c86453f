// Prefix sums in bfloat16 over 32 lanes; the sums are small whole numbers, so they are exact.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_runtime.h>

__global__ void scan(const float *in, float *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    __nv_bfloat16 v = __float2bfloat16(in[i]);
    for (int delta = 1; delta < 32; delta <<= 1) {
        __nv_bfloat16 left = __shfl_up_sync(0xffffffffu, v, delta);
        if (lane >= delta)
            v = __hadd(v, left);
    }
    float total = __bfloat162float(__shfl_sync(0xffffffffu, v, 31));
    out[i] = __bfloat162float(v) + 1000 * total;
}

int main()
{
    const int n = 192;
    static float h[n], result[n];
    for (int i = 0; i < n; i++)
        h[i] = (float)(i % 4) - (i % 32 == 9 ? 2 : 0);
    float *in, *out;
    int wrong = 0;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    scan<<<n / 96, 96>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int w = 0; w < n; w += 32) {
        float total = 0, running = 0;
        for (int l = 0; l < 32; l++)
            total += h[w + l];
        for (int l = 0; l < 32; l++) {
            running += h[w + l];
            wrong += result[w + l] != running + 1000 * total;
        }
        printf("%g %g\n", result[w], result[w + 31]);
    }
    printf("wrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
