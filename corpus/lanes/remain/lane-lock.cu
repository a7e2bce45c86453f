// A spin lock that each thread takes for itself: the lanes of a warp wait for one another.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void count(volatile int *total, const int *in)
{
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *total = *total + in[threadIdx.x];
    __threadfence();
    atomicExch(&lock, 0);
}

int main()
{
    int h[64], *in, *total, sum = 0, expected = 0;
    for (int i = 0; i < 64; i++)
        expected += h[i] = i * 5 % 13;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    count<<<1, 64>>>(total, in);
    cudaMemcpy(&sum, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d of %d\n", sum, expected);
    cudaFree(in);
    cudaFree(total);
    return sum != expected;
}
