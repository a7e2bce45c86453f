// Each warp has a part of its own, with the block's barriers inside it.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void exchange(const int *in, int *out)
{
    __shared__ int first[32], second[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        first[lane] = in[lane] * 2;
        __syncthreads();
        out[lane] = second[31 - lane];
        __syncthreads();
    } else {
        second[lane] = in[32 + lane] * 3;
        __syncthreads();
        out[32 + lane] = first[31 - lane];
        __syncthreads();
    }
}

int main()
{
    int h[64], result[64], *in, *out, wrong = 0;
    for (int i = 0; i < 64; i++)
        h[i] = i + 1;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(h));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    exchange<<<1, 64>>>(in, out);
    cudaMemcpy(result, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
        wrong += result[i] != (i < 32 ? h[63 - i] * 3 : h[63 - i] * 2);
        printf("%d ", result[i]);
    }
    printf("\nwrong: %d\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
